import ICalendar
import SystemIO
import Testing

@testable import ICalendarCore

/// Tests the order of occurrences, and the time slices that collect them.
struct OccurrenceSlicesTests {
    /// Returns the occurrences of many events at few times, so many share a start and an end.
    private func crowded(_ seed: UInt64, uids: Int = 40) throws -> Occurrences {
        var state = seed
        func number(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var text = "BEGIN:VCALENDAR\n"
        for event in 0..<400 {
            // Series from different calendars share a UID, so they are ordered only by original start, if at
            // all.
            if event % 50 == 49 { text += "END:VCALENDAR\nBEGIN:VCALENDAR\n" }
            let uid = number(4) == 0 ? "é\(number(uids))" : "u\(number(uids))"
            text += "BEGIN:VEVENT\nUID:\(uid)\nDTSTART:202601\(10 + number(15))T0\(number(3))0000Z\n"
            text += "DURATION:\(["PT0S", "PT1H", "PT90M", "P3D"][number(4)])\n"
            if number(3) > 0 { text += "RRULE:FREQ=DAILY;COUNT=\(1 + number(40))\n" }
            if number(9) == 0 { text += "STATUS:CANCELLED\n" }
            text += "END:VEVENT\n"
        }
        text += "END:VCALENDAR\n"
        return try CalendarFile(text: text).occurrences(in: window("2026-01-01", "2026-03-01"))
    }

    private func window(_ from: String, _ to: String) throws -> OccurrenceWindow {
        try OccurrenceWindow(from: instant(from, in: .utc), to: instant(to, in: .utc), in: .utc)
    }

    @Test(arguments: 1...12)
    func `occurrences at the same time are ordered by UID and original start`(
        seed: UInt64
    ) throws {
        let occurrences = Array(try crowded(seed))
        #expect(occurrences.count > 1000)
        let keys = occurrences.map { occurrence in
            OccurrenceKey(
                start: occurrence.start.instant(in: .utc).secondsSince1970,
                end: occurrence.end.instant(in: .utc).secondsSince1970,
                uid: ExactText(occurrence.uid),
                original: (occurrence.recurrenceID ?? occurrence.start).instant(in: .utc).secondsSince1970
            )
        }
        for (before, after) in zip(keys, keys.dropFirst()) { #expect(!(after < before)) }
    }

    @Test(arguments: [1, 2, 5], [0, 1, 777, .max])
    func `rows from several threads match the occurrences in their order`(threads: Int, limit: Int) throws {
        let occurrences = try crowded(3)
        let sources = occurrences.sources()
        var lines: [String] = []
        occurrences.mapRows(
            of: sources,
            threads: threads,
            limit: limit,
            transform: { rows, _ in rows.map { "\(sources.occurrence($0).uid) \($0.startKey)" } },
            consume: { (part: [String]) throws(Never) in lines += part }
        )
        let expected = occurrences.prefix(limit).map {
            "\($0.uid) \($0.start.instant(in: .utc).secondsSince1970)"
        }
        #expect(lines == expected)
    }

    @Test func `no slices are created after an error`() throws {
        let event = "DTSTART:20200101T000000Z\nRRULE:FREQ=SECONDLY"
        let file = try CalendarFile(text: calendar(event))
        let occurrences = file.occurrences(in: try window("2026-01-01", "2029-01-01"))
        let slices = Lock(0)
        #expect(throws: CalendarError.self) {
            try occurrences.mapRows(
                of: occurrences.sources(),
                threads: 2,
                transform: { _, _ in slices.withLock { $0 += 1 } },
                consume: { (_: Void) throws(CalendarError) in throw CalendarError(.unreadable, "enough") }
            )
        }
        #expect(slices.withLock { $0 } < 20)
    }

    @Test func `many events after years with few are returned in slices of limited size`() throws {
        let events = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:weekly
            DTSTART:20220103T000000Z
            RRULE:FREQ=YEARLY
            END:VEVENT
            BEGIN:VEVENT
            UID:flood
            DTSTART:20251201T000000Z
            RRULE:FREQ=SECONDLY;COUNT=600000
            END:VEVENT
            BEGIN:VEVENT
            UID:other flood
            DTSTART:20251203T000000Z
            RRULE:FREQ=SECONDLY;COUNT=300000
            END:VEVENT
            END:VCALENDAR
            """
        let occurrences = try CalendarFile(text: events).occurrences(in: window("2022-01-01", "2025-12-31"))
        var slices = OccurrenceSlices(occurrences.sources(), window: occurrences.window)
        var (count, largest, latest) = (0, 0, Int.min)
        while let rows = slices.next() {
            let starts = rows.map(\.startKey)
            #expect((starts.min() ?? .min) > latest)
            latest = starts.max() ?? latest
            largest = max(largest, rows.count)
            count += rows.count
        }
        #expect(count == 600_000 + 300_000 + 4)
        #expect(count == occurrences.count())
        #expect(largest <= 20_000)
    }

    @Test func `ten thousand events in the same second form one slice`() throws {
        let events = (0..<10_000).map { number in
            "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20260101T000000Z\n"
                + (number % 2 == 0 ? "RRULE:FREQ=YEARLY\n" : "") + "END:VEVENT\n"
        }
        let text = "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n"
        let occurrences = try CalendarFile(text: text).occurrences(in: window("2026-01-01", "2026-02-01"))
        let uids = occurrences.map(\.uid)
        #expect(uids == (0..<10_000).map(String.init).sorted())
    }

    @Test(arguments: [1, 3], [nil, 0, 1, 100, 1_000_000])
    func `a count is the same for any number of threads`(threads: Int, limit: Int?) throws {
        let occurrences = try crowded(5)
        let expected = min(limit ?? .max, Array(occurrences).count)
        #expect(occurrences.count(upTo: limit ?? .max, threads: threads) == expected)
    }

    @Test func `memory from large slices is retained only up to a limit`() {
        var spare = OccurrenceSlices.SpareRows()
        for _ in 0..<10 {
            var slice: [OccurrenceRow] = []
            slice.reserveCapacity(1000)
            spare.add(slice, upTo: 3500)
        }
        let capacities = (0..<10).map { _ in spare.take().capacity }
        #expect(capacities.filter { $0 >= 1000 }.count == 3)
        #expect(capacities.filter { $0 == 0 }.count == 7)
    }
}
