import Testing

@testable import CalDAV

@Suite struct MultigetBatchesTests {
    private func hrefs(_ count: Int) throws -> [Href] {
        try (0..<count).map { try Href("/w/\($0).ics") }
    }

    @Test func `hrefs are divided into batches`() throws {
        var batches = MultigetBatches(try hrefs(250))
        var sizes: [Int] = []
        while let batch = batches.next() {
            sizes.append(batch.count)
            batch.forEach { batches.answered($0) }
        }
        #expect(sizes == [100, 100, 50] && batches.unaccounted.isEmpty)
    }

    @Test func `a refused batch is halved until single hrefs are refused`() throws {
        var batches = MultigetBatches(try hrefs(10), size: 8)
        var requests = 0
        // The server refuses every request that contains item 3.
        while let batch = batches.next() {
            requests += 1
            if batch.contains(try Href("/w/3.ics")) {
                batches.refused()
            } else {
                batch.forEach { batches.answered($0) }
            }
        }
        #expect(batches.unaccounted == [try Href("/w/3.ics")])
        #expect(requests < 20)
    }

    @Test func `items that are never reported count as missing, and the requests stop`() throws {
        var batches = MultigetBatches(try hrefs(20), size: 6)
        let missing = Set(try hrefs(5))
        var requests = 0
        while let batch = batches.next() {
            requests += 1
            for href in batch where !missing.contains(href) { batches.answered(href) }
        }
        #expect(Set(batches.unaccounted) == missing && batches.unaccounted.count == 5)
        #expect(requests == 5)
    }

    @Test func `responses for other hrefs do not count`() throws {
        var batches = MultigetBatches(try hrefs(2))
        _ = batches.next()
        batches.answered(try Href("/w/other.ics"))
        #expect(batches.next() == nil && batches.unaccounted.count == 2)
    }
}
