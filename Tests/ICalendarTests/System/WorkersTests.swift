import ICalendar
import SystemIO
import Testing

@testable import ICalendarCore

/// Tests threads that process a stream: order, limits and termination.
struct WorkersTests {
    private struct Stop: Error {}

    /// Returns the squares of the numbers below `count`.
    ///
    /// Every seventh one takes longer.
    private static func squares(_ count: Int, threads: Int, ahead: Int? = nil) -> [Int] {
        var following = 0
        var results: [Int] = []
        Workers.mapInOrder(threads: threads, ahead: ahead) { () -> Int? in
            defer { following += 1 }
            return following < count ? following : nil
        } transform: { number in
            var sum = 0
            // Some items take longer, so later items finish first.
            for _ in 0..<(number % 7 == 0 ? 20_000 : 1) { sum &+= number }
            return sum == -1 ? -1 : number * number
        } consume: {
            results.append($0)
        }
        return results
    }

    @Test(arguments: [0, 1, 2, 3, 8], [0, 1, 2, 5, 1000])
    func `results are in the order of the items for any number of threads`(threads: Int, count: Int) {
        #expect(WorkersTests.squares(count, threads: threads) == (0..<count).map { $0 * $0 })
        #expect(WorkersTests.squares(count, threads: threads, ahead: 1) == (0..<count).map { $0 * $0 })
    }

    @Test func `a single thread consumes each item before it takes the next one`() {
        var steps: [String] = []
        var following = 0
        Workers.mapInOrder(threads: 1) { () -> Int? in
            following += 1
            steps.append("take \(following)")
            return following < 3 ? following : nil
        } transform: {
            $0
        } consume: {
            steps.append("consume \($0)")
        }
        #expect(steps == ["take 1", "consume 1", "take 2", "consume 2", "take 3"])
    }

    @Test func `the number of items in progress is limited`() {
        var taken = 0
        var consumed = 0
        var most = 0
        Workers.mapInOrder(threads: 4, ahead: 3) { () -> Int? in
            guard taken < 200 else { return nil }
            taken += 1
            most = max(most, taken - consumed)
            return taken
        } transform: {
            $0
        } consume: { _ in
            consumed += 1
        }
        #expect(consumed == 200)
        #expect(most <= 3)
    }

    @Test(arguments: [1, 2, 4]) func `no item is taken while the total weight in progress is at its limit`(
        threads: Int
    ) {
        var (taken, consumed, underWay, heaviest) = (0, 0, 0, 0)
        Workers.mapInOrder(threads: threads, ahead: 50, hasRoom: { underWay < 10 }) { () -> Int? in
            guard taken < 300 else { return nil }
            taken += 1
            underWay += taken % 5
            heaviest = max(heaviest, underWay)
            return taken % 5
        } transform: {
            $0
        } consume: {
            consumed += 1
            underWay -= $0
        }
        #expect(consumed == 300)
        // The last item can exceed the limit on total weight.
        #expect(heaviest < 14)
        #expect(threads == 1 || heaviest > 4)
    }

    @Test(arguments: [1, 4]) func `an error while taking an item stops all work`(threads: Int) {
        var taken = 0
        #expect(throws: Stop.self) {
            try Workers.mapInOrder(threads: threads) { () throws(Stop) -> Int? in
                taken += 1
                if taken == 10 { throw Stop() }
                return taken
            } transform: {
                $0
            } consume: { _ throws(Stop) in
            }
        }
        #expect(taken == 10)
    }

    @Test(arguments: [1, 4]) func `after an error in consuming a result, no new items are started`(
        threads: Int
    ) {
        let begun = Monitor(0)
        var taken = 0
        #expect(throws: Stop.self) {
            try Workers.mapInOrder(threads: threads) { () throws(Stop) -> Int? in
                taken += 1
                return taken
            } transform: { number in
                begun.change { $0 += 1 }
                return number
            } consume: { number throws(Stop) in
                if number == 5 { throw Stop() }
            }
        }
        let atEnd = begun.change { $0 }
        #expect(atEnd <= taken)
        #expect(taken <= 5 + 4 * threads)
    }

    @Test func `calls can be nested and concurrent`() async {
        let sums = await withTaskGroup(of: Int.self) { group in
            for threads in 1...4 {
                group.addTask {
                    var total = 0
                    var following = 0
                    Workers.mapInOrder(threads: threads) { () -> Int? in
                        following += 1
                        return following <= 20 ? following : nil
                    } transform: {
                        WorkersTests.squares($0, threads: 2).reduce(0, +)
                    } consume: {
                        total += $0
                    }
                    return total
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let expected = (1...20).reduce(0) { $0 + (0..<$1).reduce(0) { $0 + $1 * $1 } }
        #expect(sums == [expected, expected, expected, expected])
    }

    @Test func `the number of available processors is at least one`() {
        #expect(Processors.available >= 1)
    }
}
