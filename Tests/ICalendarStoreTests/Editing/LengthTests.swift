import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that occurrences keep their durations when another property of the series changes.
@Suite struct LengthTests {
    /// Returns a daily series at nine in Berlin.
    ///
    /// Occurrences last an hour, except the third, which lasts 15 minutes.
    private func opened() throws -> OpenedStore {
        try OpenedStore([
            "home/a.ics": [
                """
                UID:a
                SUMMARY:A
                DTSTART;TZID=Europe/Berlin:20260406T090000
                DTEND;TZID=Europe/Berlin:20260406T100000
                RRULE:FREQ=DAILY;COUNT=5
                """,
                """
                UID:a
                SUMMARY:A
                RECURRENCE-ID;TZID=Europe/Berlin:20260408T090000
                DTSTART;TZID=Europe/Berlin:20260408T090000
                DTEND;TZID=Europe/Berlin:20260408T091500
                """,
            ]
        ])
    }

    private func minutes(_ events: [CalendarEvent]) -> [Int] {
        events.map { event in
            guard let start = event.startDate, let end = event.endDate else { return -1 }
            return Int(end.timeIntervalSince(start)) / 60
        }
    }

    /// A change to the third occurrence, and the resulting durations of all occurrences in minutes.
    struct Change: Sendable {
        let make: @Sendable (inout CalendarEvent) -> Void
        let lengths: [Int]
    }

    static let day = 24 * 60
    static let all: [Change] = [
        Change(
            make: { $0.timeZone = TimeZone(identifier: "America/New_York") },
            lengths: [60, 60, 15, 60, 60]
        ),
        Change(make: { $0.timeZone = nil }, lengths: [60, 60, 15, 60, 60]),
        Change(
            make: {
                $0.startDate = $0.startDate?.addingTimeInterval(3600);
                $0.endDate = $0.endDate?.addingTimeInterval(3600)
            },
            lengths: [60, 60, 15, 60, 60]
        ),
        Change(make: { $0.endDate = $0.endDate?.addingTimeInterval(300) }, lengths: [20, 20, 20, 20, 20]),
        Change(make: { $0.isAllDay = true }, lengths: Array(repeating: day, count: 5)),
    ]

    @Test(arguments: all)
    func `editing a whole series changes durations only on request`(_ change: Change) throws {
        let opened = try opened()
        var event = try opened.events()[2]
        change.make(&event)
        try opened.store.save(&event, span: .allEvents)
        #expect(minutes(try opened.events()) == change.lengths)
    }

    @Test(arguments: all)
    func `splitting a series changes durations only on request`(_ change: Change) throws {
        let opened = try opened()
        var event = try opened.events()[2]
        change.make(&event)
        try opened.store.save(&event, span: .futureEvents)
        #expect(minutes(try opened.events()) == [60, 60] + change.lengths.dropFirst(2))
    }

    @Test
    func `an overnight event becomes two days, and an all-day event keeps its number of days`()
        throws
    {
        let opened = try OpenedStore([
            "home/a.ics": [
                """
                UID:a
                SUMMARY:A
                DTSTART;VALUE=DATE:20260406
                RRULE:FREQ=WEEKLY;COUNT=3
                """,
                """
                UID:a
                SUMMARY:A
                RECURRENCE-ID;VALUE=DATE:20260413
                DTSTART;VALUE=DATE:20260413
                DTEND;VALUE=DATE:20260416
                """,
            ],
            "home/b.ics": [
                """
                UID:b
                SUMMARY:B
                DTSTART;TZID=Europe/Berlin:20260407T220000
                DURATION:PT8H
                RRULE:FREQ=WEEKLY;COUNT=3
                """
            ],
        ])
        var long = try #require(try opened.events().filter { $0.title == "A" }.dropFirst().first)
        long.isAllDay = false
        try opened.store.save(&long, span: .allEvents)
        #expect(
            minutes(try opened.events().filter { $0.title == "A" }) == [Self.day, 3 * Self.day, Self.day]
        )
        var night = try opened.event("B")
        night.isAllDay = true
        try opened.store.save(&night, span: .allEvents)
        let nights = try opened.events().filter { $0.title == "B" }
        #expect(minutes(nights) == Array(repeating: 2 * Self.day, count: 3))
        #expect(nights.allSatisfy { $0.isAllDay })
    }

    @Test(arguments: ["DURATION:PT1H", "DTEND:20260406T100000Z", "X-END:none"], EventSpan.allCases)
    func `an added date with its own end keeps that end`(end: String, span: EventSpan) throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART:20260406T090000Z\n\(end)\nRRULE:FREQ=DAILY;COUNT=2\n"
                    + "RDATE;VALUE=PERIOD:20260410T090000Z/PT15M,20260411T090000Z/20260411T092000Z"
            ]
        ])
        let before = minutes(try opened.events())
        #expect(before.dropFirst(2) == [15, 20])
        for place in [2, 3] {
            var event = try opened.events()[place]
            event.title = "B"
            try opened.store.save(&event, span: span)
        }
        #expect(minutes(try opened.events()) == before)
        #expect(try opened.lines().dropFirst(2) == ["04-10 11:00 B", "04-11 11:00 B"])
    }
}
