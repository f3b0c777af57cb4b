import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that moving a whole series also moves every reference to an occurrence.
@Suite struct MovedSeriesTests {
    private func opened(_ components: String...) throws -> OpenedStore {
        try OpenedStore(["home/a.ics": components.map { "UID:a\n\($0)" }])
    }

    private func move(_ opened: OpenedStore, _ index: Int, by seconds: Int, _ span: EventSpan = .allEvents)
        throws
    {
        var event = try opened.events(days: 400)[index]
        event.startDate = event.startDate?.addingTimeInterval(Double(seconds))
        event.endDate = event.endDate?.addingTimeInterval(Double(seconds))
        try opened.store.save(&event, span: span)
    }

    @Test(arguments: [
        (-3600, EventSpan.allEvents), (3600, .allEvents), (-3600, .futureEvents), (54_000, .allEvents),
    ])
    func `an excluded day remains excluded at a new time of day`(seconds: Int, span: EventSpan) throws {
        let opened = try opened(
            """
            SUMMARY:s
            DTSTART;TZID=Europe/Berlin:20260413T100000
            DTEND;TZID=Europe/Berlin:20260413T110000
            RRULE:FREQ=WEEKLY;COUNT=4
            EXDATE;VALUE=DATE:20260420
            """
        )
        let before = try opened.lines()
        #expect(before.count == 3)
        try move(opened, 0, by: seconds, span)
        let days = seconds == 54_000 ? ["04-14", "04-28", "05-05"] : ["04-13", "04-27", "05-04"]
        #expect(try opened.lines().map { String($0.prefix(5)) } == days)
    }

    @Test(.timeLimit(.minutes(30)))
    func `moving a secondly series moves its excluded days without listing seconds`() throws {
        let days = (0..<500).map { CivilDate(dayNumber: 20_560 + 2 * $0).description }
        let exclusions = days.map { "EXDATE;VALUE=DATE:\($0.replacing("-", with: ""))" }.joined(
            separator: "\n"
        )
        let series = """
            SUMMARY:s
            DTSTART:20260413T000000Z
            RRULE:FREQ=SECONDLY
            \(exclusions)
            """
        let opened = try opened(series)
        func first() throws -> CalendarEvent {
            try #require(try opened.store.event(withIdentifier: "home:a"))
        }
        var event = try first()
        event.startDate = event.startDate?.addingTimeInterval(86_400)
        try opened.store.save(&event, span: .allEvents)
        let text = try #require(opened.folder.text("home/a.ics"))
        #expect(text.contains("DTSTART:20260414T000000Z"))
        #expect(text.components(separatedBy: "EXDATE;VALUE=DATE:").count == 501)
        // Moved by an hour, each of these days would become two half days with thousands of seconds.
        event = try first()
        event.startDate = event.startDate?.addingTimeInterval(3600)
        #expect(refusal { try opened.store.save(&event, span: .allEvents) }?.code == .invalidSpan)
    }

    @Test func `a move from 23:00 to midnight also moves the day`() throws {
        let opened = try opened(
            """
            SUMMARY:s
            DTSTART;TZID=Europe/Berlin:20260413T230000
            DTEND;TZID=Europe/Berlin:20260413T233000
            RRULE:FREQ=WEEKLY;UNTIL=20260504
            EXDATE;VALUE=DATE:20260420
            RDATE;VALUE=DATE:20260416
            """
        )
        try move(opened, 0, by: 3600)
        #expect(
            try opened.lines() == ["04-14 00:00 s", "04-17 00:00 s", "04-28 00:00 s", "05-05 00:00 s"]
        )
    }

    /// Every third Tuesday, with August excluded and a different time in July.
    private static let third = [
        "SUMMARY:s\nDTSTART:20260616T100000Z\nDTEND:20260616T110000Z\nRRULE:FREQ=MONTHLY;BYDAY=3TU;COUNT=4\n"
            + "EXDATE:20260818T100000Z",
        "SUMMARY:moved\nRECURRENCE-ID:20260721T100000Z\nDTSTART:20260722T120000Z\nDTEND:20260722T130000Z",
    ]

    @Test func `moving third Tuesdays by a week also moves the exclusion and the override`() throws {
        let opened = try opened(Self.third[0], Self.third[1])
        #expect(try opened.lines(days: 400) == ["06-16 12:00 s", "07-22 14:00 moved", "09-15 12:00 s"])
        try move(opened, 0, by: 7 * 86_400)
        #expect(try opened.lines(days: 400) == ["06-23 12:00 s", "07-22 14:00 moved", "09-22 12:00 s"])
        #expect(opened.folder.text("home/a.ics")?.contains("BYDAY=4TU") == true)
        #expect(opened.folder.text("home/a.ics")?.contains("RECURRENCE-ID:20260728T100000Z") == true)
        #expect(opened.folder.text("home/a.ics")?.contains("EXDATE:20260825T100000Z") == true)
    }

    @Test(arguments: [
        ("FREQ=MONTHLY;BYDAY=2MO", "20260608", -7, "BYDAY=1MO"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "20260626", -7, "BYDAY=-2FR"),
        ("FREQ=YEARLY;BYMONTH=6;BYDAY=1MO", "20260601", 14, "BYDAY=3MO"),
        ("FREQ=YEARLY;BYDAY=20MO", "20260518", 7, "BYDAY=21MO"),
        // Both of these months begin with a Monday.
        ("FREQ=MONTHLY;INTERVAL=8;BYDAY=1MO;COUNT=2", "20260601", 1, "BYDAY=1TU"),
    ])
    func `a rule with a numbered weekday moves if all occurrences move by the same amount`(
        rule: String,
        day: String,
        days: Int,
        moved: String
    ) throws {
        let opened = try opened("SUMMARY:s\nDTSTART:\(day)T100000Z\nDTEND:\(day)T110000Z\nRRULE:\(rule)")
        func dates() throws -> [Date] { try opened.events(days: 1400).compactMap(\.startDate) }
        let before = try dates()
        try move(opened, 0, by: days * 86_400)
        #expect(opened.folder.text("home/a.ics")?.contains(moved) == true)
        #expect(try dates() == before.map { $0.addingTimeInterval(Double(days) * 86_400) })
    }

    @Test(arguments: [
        ("FREQ=MONTHLY", "20260328", 2), ("FREQ=MONTHLY;BYMONTHDAY=28", "20260328", 1),
        ("FREQ=MONTHLY", "20260531", 1), ("FREQ=MONTHLY;BYDAY=5TU", "20260331", 1),
        ("FREQ=MONTHLY;BYDAY=3TU", "20260616", 1), ("FREQ=MONTHLY;BYDAY=1MO", "20260907", 1),
        ("FREQ=MONTHLY;BYDAY=1MO\nRDATE:20260916T100000Z", "20260907", 1),
        ("FREQ=MONTHLY;BYDAY=-1FR", "20260626", -1), ("FREQ=MONTHLY;BYDAY=4TU", "20260623", 7),
        ("FREQ=YEARLY;BYMONTH=6;BYDAY=1MO", "20260601", 1), ("FREQ=YEARLY", "20260228", 1),
    ])
    func `a move that cannot move all occurrences by the same amount is rejected`(
        rule: String,
        day: String,
        days: Int
    ) throws {
        let opened = try opened("SUMMARY:s\nDTSTART:\(day)T100000Z\nDTEND:\(day)T110000Z\nRRULE:\(rule)")
        let before = opened.folder.everything
        let error = refusal { try move(opened, 0, by: days * 86_400) }
        #expect(error?.code == .invalidSpan)
        #expect(opened.folder.everything == before)
        // Without such a month in the series, the move is accepted.
        let short = try self.opened("SUMMARY:s\nDTSTART:20260328T100000Z\nRRULE:FREQ=MONTHLY;COUNT=2")
        #expect(try short.lines() == ["04-28 12:00 s"])
        try move(short, 0, by: 2 * 86_400)
        #expect(try short.lines().last == "04-30 12:00 s")
    }

    @Test func `changing all titles after an override for all following occurrences moves no occurrences`()
        throws
    {
        let opened = try opened(
            "SUMMARY:s\nDTSTART:20260610T100000Z\nDTEND:20260610T110000Z\nRRULE:FREQ=MONTHLY;BYDAY=2WE;COUNT=8",
            "SUMMARY:s\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260708T100000Z\nDTSTART:20260709T100000Z\n"
                + "DTEND:20260709T110000Z"
        )
        let before = try opened.events(days: 400).map(\.startDate)
        var event = try opened.events(days: 400)[2]
        event.title = "NEW"
        try opened.store.save(&event, span: .futureEvents)
        #expect(try opened.events(days: 400).map(\.startDate) == before)
        #expect(
            try opened.events(days: 400).map(\.title) == ["s", "s", "NEW", "NEW", "NEW", "NEW", "NEW", "NEW"]
        )
    }

    @Test(arguments: [0, 2])
    func `moving the whole series also moves an override for all following occurrences`(index: Int)
        throws
    {
        let opened = try opened(
            "SUMMARY:s\nDTSTART:20260610T100000Z\nDTEND:20260610T110000Z\nRRULE:FREQ=WEEKLY;COUNT=4",
            "SUMMARY:s\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260617T100000Z\nDTSTART:20260617T120000Z\n"
                + "DTEND:20260617T130000Z"
        )
        try move(opened, index, by: 3 * 3600)
        #expect(
            try opened.lines(days: 100) == [
                "06-10 15:00 s", "06-17 17:00 s", "06-24 17:00 s", "07-01 17:00 s",
            ]
        )
    }
}
