import Foundation
import ICalendar
import Testing

/// Tests conversions between this library's types and Foundation's.
@Suite struct FoundationTests {
    private let berlin = Result { try Zone(identifier: "Europe/Berlin") }
    private static let text = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VEVENT
        UID:a
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=Europe/Berlin:20260330T091500
        DURATION:PT15M
        RRULE:FREQ=DAILY;COUNT=60
        SUMMARY:Stand-up
        END:VEVENT
        END:VCALENDAR

        """

    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    // MARK: - Reading

    @Test func `Data is read in the same way as bytes`() throws {
        let file = try CalendarFile(data: Data(Self.text.utf8), name: "upload.ics")
        let other = try CalendarFile(bytes: Array(Self.text.utf8), name: "upload.ics")
        #expect(file.name == other.name && file.calendars == other.calendars)
        let error = #expect(throws: CalendarError.self) { try CalendarFile(data: Data()) }
        #expect(error?.code == .notACalendar)
    }

    @Test func `a file URL is read regardless of the characters in its path`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ics \(UUID()) ü%20")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "a b.ics")
        try Data(Self.text.utf8).write(to: url)
        let file = try CalendarFile(contentsOf: url)
        #expect(file.calendars.count == 1 && file.name == url.path(percentEncoded: false))
    }

    @Test func `non-file URLs are rejected with a hint`() throws {
        let url = try #require(URL(string: "https://example.com/a.ics"))
        let error = #expect(throws: CalendarError.self) { try CalendarFile(contentsOf: url) }
        #expect(error?.code == .unreadable)
        #expect(error?.description == "https://example.com/a.ics: not a file URL; download it first")
    }

    // MARK: - Time zones

    @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "GMT", "Etc/GMT+5"])
    func `time zones are converted in both directions`(identifier: String) throws {
        let foundation = try #require(TimeZone(identifier: identifier))
        let zone = try Zone(foundation)
        let back = try #require(TimeZone(zone))
        for year in stride(from: 1990, through: 2030, by: 1) {
            let instant = Instant(secondsSince1970: (year - 1970) * 31_557_600)
            #expect(zone.offset(at: instant) == foundation.secondsFromGMT(for: instant.date))
            #expect(zone.offset(at: instant) == back.secondsFromGMT(for: instant.date))
        }
    }

    @Test(arguments: [0, 19_800, -12_600, 3600, 50_400])
    func `fixed offsets are converted in both directions`(seconds: Int) throws {
        let zone = try Zone(#require(TimeZone(secondsFromGMT: seconds)))
        #expect(zone.offset(at: Instant(secondsSince1970: 1_800_000_000)) == seconds)
    }

    @Test func `the current zone is the system time zone`() throws {
        #expect(Zone.current == (try Zone.system()))
    }

    // MARK: - Time windows

    @Test func `a range and an interval produce the same window as instants`() throws {
        let (from, to) = (try date("2026-03-28T00:00:00Z"), try date("2026-04-11T00:00:00Z"))
        let window = try OccurrenceWindow(from: Instant(from), to: Instant(to), in: berlin.get())
        #expect(try OccurrenceWindow(from..<to, in: berlin.get()) == window)
        #expect(try OccurrenceWindow(DateInterval(start: from, end: to), in: berlin.get()) == window)
        let error = #expect(throws: CalendarError.self) { try OccurrenceWindow(from..<from) }
        #expect(error?.code == .invalidWindow)
    }

    @Test func `days are calendar days, even across a clock change`() throws {
        let start = try date("2026-03-28T08:00:00Z")
        let window = try OccurrenceWindow.days(2, from: start, in: berlin.get())
        #expect(window.searchedRange.lowerBound.date == start)
        #expect(window.searchedRange.upperBound.date == (try date("2026-03-30T07:00:00Z")))
        #expect(throws: CalendarError.self) { try OccurrenceWindow.days(0, from: start) }
        #expect(throws: CalendarError.self) { try OccurrenceWindow.days(-3, from: start) }
        let most = try OccurrenceWindow.days(.max, from: start, in: .utc)
        #expect(most.isShortened)
    }

    @Test(arguments: [
        ("2026-03-31T21:30:00Z", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
        ("2026-03-31T22:00:00Z", "2026-03-31T22:00:00Z", "2026-04-30T22:00:00Z"),
        ("2026-12-31T22:59:59Z", "2026-11-30T23:00:00Z", "2026-12-31T23:00:00Z"),
    ])
    func `a month starts and ends at midnight in its time zone`(day: String, from: String, to: String) throws
    {
        let month = try OccurrenceWindow.month(containing: date(day), in: berlin.get())
        #expect(month.searchedRange == Instant(try date(from))..<Instant(try date(to)))
    }

    @Test(arguments: [
        Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300),
        Date(timeIntervalSince1970: -1e300),
    ])
    func `extreme dates do not cause a trap`(date: Date) {
        _ = try? OccurrenceWindow.month(containing: date, in: .utc)
        _ = try? OccurrenceWindow.days(3, from: date, in: .utc)
        _ = try? OccurrenceWindow(date..<date.addingTimeInterval(1e6), in: .utc)
    }

    @Test func `a month window created from a Date selects the right occurrences`() throws {
        let file = try CalendarFile(data: Data(Self.text.utf8))
        let month = try OccurrenceWindow.month(containing: date("2026-04-15T00:00:00Z"), in: berlin.get())
        let found = Array(file.occurrences(in: month))
        #expect(found.count == 30)
        #expect(found.first?.startDate == (try date("2026-04-01T07:15:00Z")))
    }

    // MARK: - Recurrence rules

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=DAILY;COUNT=5;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,FR",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
        "FREQ=MONTHLY;BYDAY=2MO,-1FR", "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYYEARDAY=1,100,-1",
        "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
        "FREQ=HOURLY;INTERVAL=3;BYHOUR=9,12,15", "FREQ=MINUTELY;BYMINUTE=0,30",
        "FREQ=DAILY;UNTIL=20261231T230000Z",
    ])
    func `a rule that Foundation can express survives a round trip`(text: String) throws {
        let rule = try rule(text)
        let foundation = try Calendar.RecurrenceRule(rule, in: berlin.get())
        #expect(try RecurrenceRule(foundation) == rule)
        #expect(foundation.calendar.timeZone.identifier == "Europe/Berlin")
    }

    private func rule(_ text: String) throws -> RecurrenceRule {
        try JSONDecoder().decode(RecurrenceRule.self, from: Data("\"\(text)\"".utf8))
    }

    @Test(arguments: [
        ("FREQ=SECONDLY", "FREQ=SECONDLY"), ("RSCALE=HEBREW;FREQ=YEARLY", "RSCALE=HEBREW"),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "SKIP=BACKWARD"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20260101", "COUNT with UNTIL"),
    ])
    func `rule parts that Foundation cannot express are reported`(text: String, part: String) throws {
        let error = #expect(throws: CalendarError.self) {
            try Calendar.RecurrenceRule(rule(text), in: .utc)
        }
        #expect(error?.detail == "\(part) has no counterpart in Calendar.RecurrenceRule")
    }

    @Test func `a rule in a non-Gregorian calendar is rejected, and its RSCALE is reported`() throws {
        let foundation = Calendar.RecurrenceRule(calendar: Calendar(identifier: .hebrew), frequency: .yearly)
        let error = #expect(throws: CalendarError.self) { try RecurrenceRule(foundation) }
        #expect(error?.detail.contains("hebrew") == true)
    }

    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12", "FREQ=MONTHLY;BYMONTHDAY=27;COUNT=12",
        "FREQ=DAILY;INTERVAL=3;COUNT=12",
    ])
    func `library and Foundation rules produce the same instants`(text: String) throws {
        let start = try date("2026-03-27T08:00:00Z")
        let foundation = try Calendar.RecurrenceRule(rule(text), in: berlin.get())
        let ics = Self.text.replacing("20260330T091500", with: "20260327T090000")
            .replacing("FREQ=DAILY;COUNT=60", with: text)
        let file = try CalendarFile(text: ics)
        let ours = file.occurrences(in: try .days(1400, from: start, in: berlin.get())).map(\.startDate)
        let theirs = Array(foundation.recurrences(of: start))
        // Foundation omits a start that does not match the rule.
        #expect(ours.filter { theirs.contains($0) }.prefix(11) == theirs.prefix(11))
    }
}
