import ICalendar
@_spi(Benchmarks) import ICalendarCore
import TestTraits
import Testing

/// Tests other index queries, and index creation.
struct OccurrenceIndexTests {
    private static let events = [
        "UID:once\nDTSTART:20260310T100000Z\nDTEND:20260320T100000Z",
        "UID:weekly\nDTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY",
        "UID:weekly\nRECURRENCE-ID;TZID=Europe/Berlin:20260316T090000\nDTSTART:20260316T120000Z",
        "UID:birthday\nDTSTART;VALUE=DATE:19480229\nRRULE:FREQ=YEARLY",
    ]

    private func index() throws -> OccurrenceIndex {
        OccurrenceIndex(of: [try CalendarFile(text: calendar(events: Self.events))], in: .utc)
    }

    private func window(_ from: String, _ to: String) throws -> OccurrenceWindow {
        try OccurrenceWindow(from: instant(from, in: .utc), to: instant(to, in: .utc), in: .utc)
    }

    @Test func `occurrences in progress at the start of a window come first`() throws {
        let found = try index().occurrences(in: window("2026-03-15", "2026-03-24"))
        #expect(found.map(\.uid) == ["once", "weekly", "weekly"])
        #expect(found.map(\.isDetached) == [false, true, false])
        #expect(try index().occurrences(in: window("2026-03-15", "2026-03-24")).count == 3)
    }

    @Test func `the next occurrence is the first one that starts later`() throws {
        let index = try index()
        let next = index.next(after: try instant("2026-03-09T08:00:00Z", in: .utc))
        #expect(next?.uid == "once")
        #expect(index.next(after: try instant("2026-03-09T07:59:59Z", in: .utc))?.uid == "weekly")
        #expect(
            index.next(after: try instant("1952-02-29", in: .utc))?.start.description == "1956-02-29"
        )
        #expect(index.next(after: try instant("0001-01-01", in: .utc))?.start.description == "1948-02-29")
        #expect(index.next(after: Instant(secondsSince1970: .min))?.start.description == "1948-02-29")
        #expect(index.next(after: Instant(secondsSince1970: .max)) == nil)
        #expect(OccurrenceIndex(of: [], in: .utc).next(after: Instant(secondsSince1970: 0)) == nil)
    }

    @Test(.long, arguments: 1...20)
    func `the next occurrence matches the first one in a window from that time`(seed: UInt64) throws {
        let file = try CalendarFile(text: IndexedCalendar(seed: seed).text)
        let index = OccurrenceIndex(of: [file], in: .utc)
        var after = try instant("2012-01-01", in: .utc)
        for _ in 0..<40 {
            let next = index.next(after: after)
            let window = try OccurrenceWindow(
                from: after,
                to: after.adding(seconds: 1_000 * 86_400),
                in: .utc
            )
            let expected = file.occurrences(in: window).first { $0.start.instant(in: .utc) > after }
            #expect(next?.line == expected?.line)
            after = next?.start.instant(in: .utc) ?? after.adding(seconds: 86_400)
        }
    }

    @Test func `occurrences can be looked up by UID`() throws {
        let index = try index()
        let march = try window("2026-03-01", "2026-04-01")
        #expect(index.occurrences(ofUID: "weekly", in: march).map(\.start.description).count == 5)
        #expect(index.occurrences(ofUID: "once", in: march).map(\.uid) == ["once"])
        #expect(index.occurrences(ofUID: "nobody", in: march).map(\.uid) == [])
    }

    @Test func `an index built from bytes matches one built from files`() throws {
        let bytes = Array(calendar(events: Self.events).utf8)
        var builder = OccurrenceIndex.Builder(in: .utc)
        #expect(try builder.read(bytes: bytes, name: "a.ics") == [])
        #expect(throws: CalendarError.self) { try builder.read(bytes: [0x41], name: "b.ics") }
        try builder.read(bytes: bytes, name: "c.ics")
        let index = builder.build()
        let files = try ["a.ics", "c.ics"].map { try CalendarFile(bytes: bytes, name: $0) }
        let year = try window("2026-01-01", "2027-01-01")
        let expected = Occurrences(of: files, in: year)
        #expect(index.occurrences(in: year).map(\.line) == expected.map(\.line))
        #expect(index.diagnostics == expected.diagnostics)
        #expect(index.diagnostics.count == 3)
        #expect(index.statistics.singles == 4)
        #expect(index.statistics.series == 4)
        #expect(index.statistics.byteCount > 0)
    }

    @Test(.long) func `eight concurrent threads get the same results`() async throws {
        let files = try (1...8).map { try CalendarFile(text: IndexedCalendar(seed: $0).text) }
        let index = OccurrenceIndex(of: files, in: .utc)
        let windows = try (1...12).map { month in
            try window("2020-\(month)-01", month == 12 ? "2021-01-01" : "2020-\(month + 1)-01")
        }
        let expected = windows.map { Occurrences(of: files, in: $0).map(\.line) }
        let answers = await withTaskGroup(of: [[String]].self, returning: [[[String]]].self) { group in
            for _ in 0..<8 {
                group.addTask { windows.map { index.occurrences(in: $0).map(\.line) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 8)
        #expect(answers.allSatisfy { $0 == expected })
    }
}
