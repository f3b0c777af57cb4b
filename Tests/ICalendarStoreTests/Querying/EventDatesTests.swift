import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests setting an event's start, end, time zone and all-day property.
@Suite struct EventDatesTests {
    /// A Monday at ten in Berlin.
    private let ten = OpenedStore.monday.adding(seconds: 10 * 3600).date

    private func event(_ lines: String) throws -> CalendarEvent {
        try OpenedStore(["home/a.ics": ["UID:a\nSUMMARY:A\n" + lines]]).event("A")
    }

    private func line(_ name: String, _ event: CalendarEvent) throws -> String? {
        guard let property = event.event.component.first(name) else { return nil }
        let bytes = Component("VEVENT", properties: [property]).contentLines
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst().first.map(
            String.init
        )
    }

    @Test func `a start in the second pass of a repeated hour is written in UTC until it leaves that hour`()
        throws
    {
        var event = try event(
            "DTSTART;TZID=Europe/Berlin:20260330T100000\nDTEND;TZID=Europe/Berlin:20260330T110000"
        )
        let second = try Date("2026-10-25T01:30:00Z", strategy: .iso8601)
        event.endDate = second.addingTimeInterval(7200)
        event.startDate = second
        #expect(event.startDate == second)
        #expect(try line("DTSTART", event) == "DTSTART:20261025T013000Z")
        event.startDate = second.addingTimeInterval(3600)
        #expect(try line("DTSTART", event) == "DTSTART;TZID=Europe/Berlin:20261025T033000")
    }

    /// An event's lines before and after moving it by a day.
    static let forms: [(before: String, after: [String])] = [
        (
            "DTSTART;TZID=Europe/Berlin:20260330T100000\nDTEND;TZID=Europe/Berlin:20260330T110000",
            ["DTSTART;TZID=Europe/Berlin:20260331T100000", "DTEND;TZID=Europe/Berlin:20260331T110000"]
        ),
        (
            "DTSTART:20260330T080000Z\nDTEND:20260330T090000Z",
            ["DTSTART:20260331T080000Z", "DTEND:20260331T090000Z"]
        ),
        (
            "DTSTART:20260330T100000\nDTEND:20260330T110000",
            ["DTSTART:20260331T100000", "DTEND:20260331T110000"]
        ),
        (
            "DTSTART;VALUE=DATE:20260330\nDTEND;VALUE=DATE:20260401",
            ["DTSTART;VALUE=DATE:20260331", "DTEND;VALUE=DATE:20260402"]
        ),
        (
            "DTSTART;TZID=America/New_York:20260330T040000\nDTEND;TZID=Europe/Berlin:20260330T110000",
            ["DTSTART;TZID=America/New_York:20260331T040000", "DTEND;TZID=Europe/Berlin:20260331T110000"]
        ),
        ("DTSTART:20260330T080000Z\nDURATION:PT1H", ["DTSTART:20260331T080000Z", "DURATION:PT1H"]),
        ("DTSTART:20260330T080000Z", ["DTSTART:20260331T080000Z"]),
    ]

    @Test(arguments: forms.indices, [true, false])
    func `moving keeps the value type, whether the start or the end is set first`(
        index: Int,
        startsFirst: Bool
    ) throws {
        let form = Self.forms[index]
        var event = try event(form.before)
        let (start, end) = (
            event.startDate?.addingTimeInterval(86_400), event.endDate?.addingTimeInterval(86_400)
        )
        if startsFirst { event.startDate = start }
        event.endDate = end
        if !startsFirst { event.startDate = start }
        #expect(event.startDate == start && event.endDate == end)
        #expect(
            try form.after.map { try line(String($0.prefix { $0 != ";" && $0 != ":" }), event) } == form.after
        )
    }

    @Test func `setting the start keeps the end`() throws {
        var event = try event("DTSTART:20260330T080000Z\nDTEND:20260330T090000Z")
        let end = event.endDate
        event.startDate = end?.addingTimeInterval(600)
        #expect(event.endDate == end)
    }

    @Test func `the end of an all-day event is exclusive, and its duration is at least one day`()
        throws
    {
        var event = try event("DTSTART;VALUE=DATE:20260330\nDTEND;VALUE=DATE:20260331")
        let start = try #require(event.startDate)
        event.endDate = start.addingTimeInterval(86_400 + 3600)
        #expect(try line("DTEND", event) == "DTEND;VALUE=DATE:20260401")
        event.endDate = start.addingTimeInterval(86_399)
        #expect(event.endDate == start.addingTimeInterval(86_400))
        event.endDate = start
        #expect(event.endDate == start.addingTimeInterval(86_400))
    }

    @Test
    func `times become days in the event's time zone, and days become midnight in the store's time zone`()
        throws
    {
        var event = try event(
            "DTSTART;TZID=America/New_York:20260330T230000\nDTEND;TZID=America/New_York:20260331T010000"
        )
        event.isAllDay = true
        #expect(try line("DTSTART", event) == "DTSTART;VALUE=DATE:20260330")
        #expect(try line("DTEND", event) == "DTEND;VALUE=DATE:20260401")
        event.isAllDay = false
        #expect(try line("DTSTART", event) == "DTSTART;TZID=Europe/Berlin:20260330T000000")
        #expect(try line("DTEND", event) == "DTEND;TZID=Europe/Berlin:20260401T000000")
    }

    @Test func `changing the time zone keeps the instants, and removing it makes the times floating`()
        throws
    {
        var event = try event("DTSTART:20260330T080000Z\nDTEND:20260330T090000Z")
        let (start, end) = (event.startDate, event.endDate)
        #expect(event.timeZone?.secondsFromGMT() == 0)
        event.timeZone = TimeZone(identifier: "Asia/Tokyo")
        #expect(try line("DTSTART", event) == "DTSTART;TZID=Asia/Tokyo:20260330T170000")
        #expect(event.startDate == start && event.endDate == end)
        #expect(event.timeZone?.identifier == "Asia/Tokyo")
        event.timeZone = nil
        #expect(try line("DTSTART", event) == "DTSTART:20260330T100000")
        #expect(event.startDate == start && event.endDate == end && event.timeZone == nil)
        event.timeZone = TimeZone(secondsFromGMT: 2 * 3600)
        #expect(try line("DTEND", event) == "DTEND;TZID=Etc/GMT-2:20260330T110000")
        event.timeZone = TimeZone(identifier: "GMT")
        #expect(try line("DTEND", event) == "DTEND:20260330T090000Z")
    }

    @Test func `an all-day event has no time zone, and setting one has no effect`() throws {
        var event = try event("DTSTART;VALUE=DATE:20260330")
        event.timeZone = TimeZone(identifier: "Asia/Tokyo")
        #expect(event.timeZone == nil && !event.hasChanges)
    }

    @Test func `a time zone that only the file defines is used for new values`() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Studio//Calendar//EN
            BEGIN:VTIMEZONE
            TZID:Kiln
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0330
            TZOFFSETTO:+0330
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:a
            DTSTAMP:20260101T000000Z
            SUMMARY:A
            DTSTART;TZID=Kiln:20260330T113000
            DTEND;TZID=Kiln:20260330T123000
            END:VEVENT
            END:VCALENDAR

            """
        let opened = try OpenedStore(files: ["home/a.ics": text])
        var event = try opened.event("A")
        #expect(event.startDate == ten && event.timeZone?.secondsFromGMT() == 12_600)
        event.endDate = event.endDate?.addingTimeInterval(3600)
        #expect(try line("DTEND", event) == "DTEND;TZID=Kiln:20260330T133000")
        #expect(event.startDate == ten && event.timeZone?.secondsFromGMT() == 12_600)
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.event("A").endDate == ten.addingTimeInterval(7200))
    }

    @Test func `a new event uses a given time zone, no time zone, or the system's time zone`() throws {
        let end = ten.addingTimeInterval(3600)
        let tokyo = TimeZone(identifier: "Asia/Tokyo")
        let zoned = CalendarEvent(title: "A", startDate: ten, endDate: end, timeZone: tokyo)
        #expect(zoned.timeZone == tokyo && zoned.startDate == ten && zoned.endDate == end)
        let floating = CalendarEvent(title: "A", startDate: ten, endDate: end, timeZone: nil)
        #expect(floating.timeZone == nil && floating.startDate == ten)
        let usual = CalendarEvent(title: "A", startDate: ten, endDate: end)
        #expect(usual.timeZone != nil && usual.startDate == ten && usual.endDate == end)
    }

    @Test func `an event that ends when it starts is saved without an end`() throws {
        let opened = try OpenedStore()
        var event = CalendarEvent(title: "A", startDate: ten, endDate: ten)
        try opened.store.save(&event, span: .thisEvent)
        #expect(event.startDate == ten && event.endDate == ten && event.event.end == nil)
    }

    @Test func `properties that are set before the start apply to the start`() throws {
        var event = CalendarEvent(Event())
        #expect(event.startDate == nil && event.endDate == nil && !event.isAllDay)
        event.isAllDay = true
        event.startDate = ten
        #expect(event.event.start?.isDate == true)
        event.startDate = nil
        #expect(event.isAllDay && event.startDate == nil)
    }

    @Test func `extreme dates are clamped to the supported range`() throws {
        var event = try event("DTSTART:20260330T080000Z\nDURATION:P9999999D")
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan)] {
            event.startDate = date
            event.endDate = date
            event.isAllDay.toggle()
            event.timeZone = TimeZone(identifier: "Asia/Tokyo")
        }
        #expect(event.startDate != nil)
    }

    @Test func `events are compared by start`() throws {
        let (one, other) = (
            CalendarEvent(title: "A", startDate: ten, endDate: ten),
            CalendarEvent(title: "B", startDate: ten.addingTimeInterval(1), endDate: ten)
        )
        #expect(one.compareStartDate(with: other) == .orderedAscending)
        #expect(other.compareStartDate(with: one) == .orderedDescending)
        #expect(one.compareStartDate(with: one) == .orderedSame)
        #expect(CalendarEvent(Event()).compareStartDate(with: one) == .orderedAscending)
    }
}
