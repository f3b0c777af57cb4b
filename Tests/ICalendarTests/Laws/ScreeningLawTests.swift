import ICalendar
import TestTraits
import Testing

/// Compares a search that skips events with a complete read.
struct ScreeningLawTests {
    @Test(arguments: CorpusCase.names)
    func `searching a corpus calendar matches a complete read`(name: String) throws {
        let calendar = try CorpusCase(name)
        let zone = try Zone(identifier: calendar.zone)
        let range = try instant(calendar.from, in: zone)..<instant(calendar.to, in: zone)
        try compare(calendar.bytes, range, zone, parts: 6)
    }

    @Test(.long, arguments: 17...80)
    func `searching a calendar from the extended random set matches a complete read`(seed: Int) throws {
        try `searching a random calendar matches a complete read`(seed: seed)
    }

    @Test(.long, arguments: 1...16)
    func `searching a random calendar matches a complete read`(seed: Int) throws {
        let zone = try Zone(identifier: ["UTC", "Pacific/Auckland", "America/New_York"][seed % 3])
        // Windows before, around and after the calendar's events.
        let range = try instant("2025-06-01", in: zone)..<instant("2027-06-01", in: zone)
        try compare(Array(RandomCalendar(seed: UInt64(seed)).text.utf8), range, zone, parts: 24)
    }

    @Test(.long, arguments: ["1", "0"])
    func `a later revision outside the window replaces an earlier one inside it`(sequence: String) throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:series
            DTSTAMP:20260101T000000Z
            DTSTART:20250601T100000Z
            DTEND:20250603T100000Z
            RRULE:FREQ=MONTHLY;COUNT=12
            SUMMARY:master
            END:VEVENT
            BEGIN:VEVENT
            UID:series
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID:20250901T100000Z
            DTSTART:20260110T100000Z
            SUMMARY:moved to where others are
            END:VEVENT
            BEGIN:VEVENT
            UID:series
            DTSTAMP:20260102T000000Z
            SEQUENCE:\(sequence)
            RECURRENCE-ID:20250901T100000Z
            DTSTART:20250910T100000Z
            SUMMARY:and away again
            END:VEVENT
            BEGIN:VEVENT
            UID:series
            DTSTAMP:20260102T000000Z
            RECURRENCE-ID:20251201T100000Z
            DTSTART:20270110T100000Z
            SUMMARY:moved out
            END:VEVENT
            END:VCALENDAR
            """
        let zone = Zone.utc
        let range = try instant("2025-06-01", in: zone)..<instant("2027-06-01", in: zone)
        try compare(Array(text.utf8), range, zone, parts: 730)
    }

    @Test(
        .long,
        arguments: [
            "FREQ=DAILY;COUNT=5", "FREQ=DAILY;INTERVAL=90;COUNT=5", "FREQ=WEEKLY;COUNT=40;BYDAY=MO,WE",
            "FREQ=WEEKLY;INTERVAL=3;COUNT=20;BYDAY=SU;WKST=SU", "FREQ=MONTHLY;COUNT=14",
            "FREQ=MONTHLY;COUNT=9;BYDAY=-1FR",
            "FREQ=MONTHLY;COUNT=9;BYDAY=5FR", "FREQ=MONTHLY;COUNT=7;BYMONTHDAY=31", "FREQ=YEARLY;COUNT=3",
            "FREQ=YEARLY;COUNT=4;BYMONTH=3;BYDAY=2SU", "FREQ=YEARLY;COUNT=3;BYMONTH=2;BYMONTHDAY=29",
            "FREQ=DAILY;COUNT=30;BYDAY=MO", "FREQ=DAILY;INTERVAL=7;COUNT=3;BYDAY=TU",
            "BYDAY=MO;COUNT=9;FREQ=WEEKLY",
            "FREQ=MINUTELY;INTERVAL=50000;COUNT=9", "FREQ=HOURLY;COUNT=500", "FREQ=WEEKLY;COUNT=0",
            "FREQ=WEEKLY;INTERVAL=0;COUNT=5", "FREQ=DAILY;COUNT=9;UNTIL=20300101T000000Z",
            "FREQ=MONTHLY;COUNT=9;BYDAY=MO;BYSETPOS=5", "FREQ=YEARLY;COUNT=9;BYMONTH=2,3;BYDAY=4MO;X-A=1",
        ]
    )
    func `a search detects the end of a rule with COUNT`(rule: String) throws {
        let starts = ["20240229T100000Z", "20240131T100000Z", "20240115T100000Z"]
        let events = starts.enumerated().map { index, start in
            "BEGIN:VEVENT\nUID:\(index)\nDTSTART:\(start)\nDURATION:P2D\nRRULE:\(rule)\nEND:VEVENT\n"
        }
        let text = "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n"
        let range = try instant("2024-01-01", in: .utc)..<instant("2044-01-01", in: .utc)
        try compare(Array(text.utf8), range, .utc, parts: 40)
    }

    /// Tests events with a shared UID where a skipped event affects others.
    ///
    /// In each argument, `+` separates events and `|` separates lines.
    @Test(
        .long,
        arguments: [
            "UID:a|DTSTAMP:20200101T000000Z|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY+UID:a|DTSTAMP:20210101T000000Z"
                + "|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;UNTIL=20200110T000000Z",
            "UID:a|DTSTAMP:20200101T000000Z|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY+UID:a|DTSTAMP:20210101T000000Z"
                + "|DTSTART:20200101T100000Z",
            "UID:a|SEQUENCE:1|DTSTART:20200101T100000Z|DTEND:20200101T110000Z|RRULE:FREQ=DAILY+UID:a|SEQUENCE:1"
                + "|DTSTART:20200101T100000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=2",
            "UID:a|DTSTART:20200101T100000|RRULE:FREQ=DAILY;UNTIL=20200601+UID:a|RECURRENCE-ID:20200105T100000Z|SEQUENCE:2"
                + "|DTSTART:20260105T100000+UID:a|RECURRENCE-ID:20200105T100000|DTSTART:20260106T100000",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;COUNT=9+UID:a|RECURRENCE-ID;VALUE=DATE:20200105"
                + "|DTSTART:20260105T100000",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=WEEKLY;UNTIL=20201231T000000Z+UID:a"
                + "|RECURRENCE-ID;RANGE=THISANDFUTURE:20200108T100000Z|DTSTART:20200108T100000Z|DURATION:P3000D",
            "UID:a|DTSTART:20300101T100000Z|RRULE:FREQ=WEEKLY+UID:a"
                + "|RECURRENCE-ID;RANGE=THISANDFUTURE:20300101T100000Z|DTSTART:20260101T100000Z",
            "UID:a|DTSTART:20240902T100000Z|RRULE:FREQ=WEEKLY;UNTIL=20241101T000000Z+UID:a"
                + "|RECURRENCE-ID;RANGE=THISANDFUTURE:20240930T100000Z|DTSTART:20251029T100000Z|DURATION:P390D",
            "UID:a|SEQUENCE:1|DTSTART:20200101T100000Z|RRULE:FREQ=WEEKLY;COUNT=50+UID:a"
                + "|RECURRENCE-ID;RANGE=THISANDFUTURE:20200108T100000Z|DTSTART:20260108T100000Z"
                + "+UID:a|SEQUENCE:0|DTSTART:20260120T100000Z",
            "UID:a|DTSTART:16001114T010000+UID:a|RECURRENCE-ID:20260113T000000Z|DTSTART:20260113T020000Z",
            "UID:a|DTSTART;VALUE=DATE:20200101|RRULE:FREQ=DAILY;COUNT=3+UID:a|RECURRENCE-ID:20260113T000000Z"
                + "|DTSTART;TZID=Asia/Kathmandu:20260113T020000",
            "UID:a|DTSTART:20251127T100000Z+UID:a|RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20251127"
                + "|DTSTART:20260115T120000Z",
            "UID:a|DTSTART;TZID=Europe/Berlin:20251127T120000+UID:a"
                + "|RECURRENCE-ID;RANGE=THISANDFUTURE:20251127T120000|DTSTART:20260115T120000",
            "UID:a|DTSTART;TZID=Asia/Tokyo:20251127T120000+UID:a|RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20251127"
                + "|DTSTART;VALUE=DATE:20260115",
            "UID:a|DTSTART:20251127T120000Z+UID:a|RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20251127"
                + "|DTSTART:20260115T120000Z|DTEND:20251215T120000Z",
            "UID:a|SEQUENCE:5abc|DTSTART:20200101T100000Z+UID:a|DTSTART:20260102T100000Z",
            "UID:a|SEQUENCE:5.0|DTSTART:20200101T100000Z+UID:a|DTSTART:20260102T100000Z",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;COUNT=5\t;BYMONTH=1;BYMONTHDAY=29",
            "UID:a|DTSTART:20200101T100000Z|RRULE :FREQ=DAILY",
            "UID:a|DTSTART:20200101T100000Z|rrule:freq=daily",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;COUNT= 5",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=YEARLY;COUNT=+9",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;UNTIL=20200110T000000Z;UNTIL=20300110T000000Z",
            "UID:a|DTSTART:20200101T100000Z\t|RRULE:FREQ=DAILY",
            "UID:a|DTSTART:20200101T100000Z|DTEND :20260601T000000Z",
            "UID:a|DTSTART:20200101T100000Z|DURATION:+P3000D",
            "UID:a|DTSTART:20200101T100000Z|DURATION:P3000D |X:1",
            "UID:a\\,b|SEQUENCE:1|DTSTART:20200101T100000Z+UID:a\\,b|DTSTART:20260102T100000Z",
            "UID:a|SEQUENCE:1|DTSTART:20200101T100000Z+UID: a|DTSTART:20260102T100000Z",
            // All-day series with UTC overrides; overrides without DTSTART last as long as their series.
            "UID:a|DTSTART;VALUE=DATE:20241125|DTEND;VALUE=DATE:20241128|RRULE:FREQ=DAILY;UNTIL=20251231T230000Z",
            "UID:a|DTSTART;VALUE=DATE:20251220|RRULE:FREQ=DAILY+UID:a|RECURRENCE-ID:20260131T230000Z"
                + "|DTSTART;VALUE=DATE:20260110",
            "UID:a|DTSTART:20251201T100000Z|DURATION:P30D|RRULE:FREQ=WEEKLY;COUNT=20+UID:a|RECURRENCE-ID:20251222T100000Z"
                + "|STATUS:CANCELLED+UID:a|RECURRENCE-ID:20260302T100000Z|STATUS:CANCELLED",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;COUNT=3+UID:a|RECURRENCE-ID:20200102T100000Z|STATUS:CANCELLED"
                + "+UID:a|RECURRENCE-ID:20260113T100000Z|STATUS:CANCELLED",
            "UID:a|DTSTART:20251201T100000Z|RRULE:FREQ=DAILY+UID:a|RECURRENCE-ID;RANGE=THISANDFUTURE:20251222T100000Z"
                + "|STATUS:CANCELLED",
            "UID:a|RECURRENCE-ID:20260101T100000Z+UID:a|DTSTART:20251201T100000Z|DURATION:P3D|RRULE:FREQ=DAILY;COUNT=60",
            // A series of overrides without a master, and one whose master ended long ago.
            "UID:a|RECURRENCE-ID;RANGE=THISANDFUTURE:20200101T100000Z|DTSTART:20200101T100000Z"
                + "|RDATE:20260105T100000Z,20260106T100000Z+UID:a|RECURRENCE-ID:20260106T100000Z|DTSTART:20260301T100000Z",
            "UID:a|DTSTART:20200101T100000Z|RRULE:FREQ=DAILY;COUNT=3+UID:a|RECURRENCE-ID;RANGE=THISANDFUTURE:20200102T100000Z"
                + "|DTSTART:20200102T110000Z|RRULE:FREQ=DAILY;UNTIL=20260105T110000Z",
        ]
    )
    func `skipped events still affect other events`(events: String) throws {
        let lines = events.replacing("|", with: "\n").split(separator: "+").map {
            "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n"
        }
        let zone = try Zone(identifier: "Europe/Berlin")
        let range = try instant("2026-01-01", in: zone)..<instant("2026-02-01", in: zone)
        for order in [lines, lines.reversed()] {
            let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(order.joined())END:VCALENDAR\n"
            try compare(Array(text.utf8), range, zone, parts: 1)
            try compare(Array(text.utf8), range, zone, parts: 31)
        }
    }

    @Test(arguments: ["UID", "DTSTART", "DTEND", "RRULE", "RDATE", "EXDATE", "SEQUENCE", "STATUS"])
    func `a NUL before a property name invalidates the name in a search too`(name: String) throws {
        let text = """
            BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260302T090000Z
            DTEND:20260302T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nRDATE:20260310T090000Z\nEXDATE:20260303T090000Z
            SEQUENCE:1\nSTATUS:CANCELLED\nEND:VEVENT\nEND:VCALENDAR
            """
        let bytes = Array(text.replacing("\n\(name):", with: "\n\u{0}\(name):").utf8)
        let range = Instant(secondsSince1970: 1_772_323_200)..<Instant(secondsSince1970: 1_773_532_800)
        try compare(bytes, range, .utc, parts: 1)
    }

    private func compare(_ bytes: [UInt8], _ range: Range<Instant>, _ zone: Zone, parts: Int) throws {
        let file = try CalendarFile(bytes: bytes)
        let length = (range.upperBound.secondsSince1970 - range.lowerBound.secondsSince1970) / parts
        for part in 0..<parts {
            let from = range.lowerBound.adding(seconds: part * length)
            let window = try OccurrenceWindow(from: from, to: from.adding(seconds: max(1, length)), in: zone)
            var search = OccurrenceSearch(in: window)
            let said = try search.read(bytes: bytes)
            // A counting search retains no other results.
            var counting = OccurrenceSearch(
                in: window,
                options: .init(),
                threads: 1,
                progress: nil,
                countsOnly: true
            )
            let saidCounting = try counting.read(bytes: bytes)
            #expect(saidCounting == said)
            let (found, counted) = (search.occurrences(), counting.occurrences())
            #expect(counted.count() == found.count())
            #expect(counted.diagnostics == found.diagnostics)
            let expected = file.occurrences(in: window).map(described)
            #expect(found.map(described) == expected, "window \(window.searchedRange)")
        }
    }

    private func described(_ occurrence: Occurrence) -> String {
        let original = occurrence.recurrenceID.map(\.description) ?? "-"
        let summary = occurrence.summary ?? "-"
        return "\(occurrence.uid) \(occurrence.start) \(occurrence.end) \(original)"
            + " \(occurrence.isDetached) \(summary) \(occurrence.event.line ?? 0)"
    }
}
