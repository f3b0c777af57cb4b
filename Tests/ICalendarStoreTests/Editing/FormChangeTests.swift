import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests changing a series to another time zone, to floating or to all-day.
@Suite struct FormChangeTests {
    /// Returns a weekly series on Mondays at nine in Berlin, with an EXDATE, a moved occurrence and an UNTIL.
    private func opened() throws -> OpenedStore {
        try OpenedStore([
            "home/a.ics": [
                """
                UID:a
                SUMMARY:A
                DTSTART;TZID=Europe/Berlin:20260302T090000
                DTEND;TZID=Europe/Berlin:20260302T100000
                RRULE:FREQ=WEEKLY;UNTIL=20260504T070000Z
                EXDATE;TZID=Europe/Berlin:20260406T090000
                """,
                """
                UID:a
                SUMMARY:Moved
                RECURRENCE-ID;TZID=Europe/Berlin:20260413T090000
                DTSTART;TZID=Europe/Berlin:20260414T110000
                DTEND;TZID=Europe/Berlin:20260414T120000
                """,
            ]
        ])
    }

    private let before = [
        "03-30 09:00 A", "04-14 11:00 Moved", "04-20 09:00 A", "04-27 09:00 A", "05-04 09:00 A",
    ]

    @Test func `the test series reads back as written`() throws {
        #expect(try opened().lines() == before)
    }

    @Test
    func
        `a series in another time zone keeps its exclusions, its end, and all instants that exist in both zones`()
        throws
    {
        let opened = try opened()
        var event = try opened.events()[0]
        event.timeZone = TimeZone(identifier: "Europe/Paris")
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == before)
        let text = try #require(opened.folder.text("home/a.ics"))
        #expect(text.contains("DTSTART;TZID=Europe/Paris:20260302T090000"))
        #expect(text.contains("EXDATE;TZID=Europe/Paris:20260406T090000"))
        #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Paris"))
        #expect(event.timeZone?.identifier == "Europe/Paris" && !event.hasChanges)
    }

    @Test func `making a series all-day removes the time of day from its rule`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART:20260402T090000\nDURATION:PT1H\n"
                    + "RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0;COUNT=3"
            ]
        ])
        var event = try opened.events()[0]
        event.isAllDay = true
        try opened.store.save(&event, span: .allEvents)
        let text = try #require(opened.folder.text("home/a.ics"))
        #expect(text.contains("\r\nDTSTART;VALUE=DATE:20260402\r\n"))
        #expect(text.contains("\r\nRRULE:FREQ=DAILY;COUNT=3\r\n"))
    }

    @Test func `a rule for several times a day cannot become all-day, and the error explains why`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART:20260402T090000\nDURATION:PT1H\n"
                    + "RRULE:FREQ=DAILY;BYHOUR=9,15;COUNT=3"
            ]
        ])
        var event = try opened.events()[0]
        event.isAllDay = true
        let error = #expect(throws: StoreError.self) { try opened.store.save(&event, span: .allEvents) }
        #expect(error?.code == .invalidSpan)
        #expect("\(error as Any)".contains("several times a day"))
    }

    @Test func `all-day occurrences with a meaningless BYHOUR become timed at the requested hour`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260402\nRRULE:FREQ=DAILY;BYHOUR=9;COUNT=3"
            ]
        ])
        var event = try opened.events()[0]
        event.isAllDay = false
        event.startDate = try Date("2026-04-02T11:00:00Z", strategy: .iso8601)
        event.endDate = try Date("2026-04-02T12:00:00Z", strategy: .iso8601)
        try opened.store.save(&event, span: .allEvents)
        let text = try #require(opened.folder.text("home/a.ics"))
        #expect(text.contains("\r\nRRULE:FREQ=DAILY;COUNT=3\r\n"))
        #expect(try opened.events().count == 3)
    }

    @Test(arguments: [EventSpan.allEvents, .futureEvents])
    func `a time in the second pass of a repeated hour sets the series' time of day`(span: EventSpan)
        throws
    {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART;TZID=Europe/Berlin:20261024T090000\nDURATION:PT30M\n"
                    + "RRULE:FREQ=DAILY;COUNT=4"
            ]
        ])
        var event = try opened.events(days: 230)[1]
        event.startDate = try Date("2026-10-25T01:30:00Z", strategy: .iso8601)
        event.endDate = try Date("2026-10-25T02:00:00Z", strategy: .iso8601)
        try opened.store.save(&event, span: span)
        let first = span == .allEvents ? "10-24 02:30 A" : "10-24 09:00 A"
        #expect(
            try opened.lines(days: 230) == [first, "10-25 02:30 A", "10-26 02:30 A", "10-27 02:30 A"]
        )
        #expect(try opened.events(days: 230).allSatisfy { $0.timeZone?.identifier == "Europe/Berlin" })
        let lengths = try opened.events(days: 230).dropFirst().map { event in
            event.endDate?.timeIntervalSince(event.startDate ?? .distantPast)
        }
        #expect(lengths == [1800, 1800, 1800])
    }

    @Test func `a series that becomes floating keeps its local time, exclusions, overrides and end`() throws {
        let opened = try opened()
        var event = try opened.events()[2]
        event.timeZone = nil
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == before)
        #expect(try opened.events().filter { $0.title == "A" }.allSatisfy { $0.timeZone == nil })
        #expect(opened.folder.text("home/a.ics")?.contains("UNTIL=20260504T090000") == true)
    }

    @Test func `a series that becomes all-day keeps its days`() throws {
        let opened = try opened()
        var event = try opened.events()[0]
        event.isAllDay = true
        try opened.store.save(&event, span: .allEvents)
        let events = try opened.events()
        #expect(
            try OpenedStore.lines(events) == [
                "03-30 00:00 A", "04-14 11:00 Moved", "04-20 00:00 A", "04-27 00:00 A", "05-04 00:00 A",
            ]
        )
        #expect(opened.folder.text("home/a.ics")?.contains("UNTIL=20260504\r\n") == true)
    }

    @Test func `all following occurrences can move to a different time zone`() throws {
        let opened = try opened()
        var event = try opened.events()[2]
        event.timeZone = TimeZone(identifier: "America/New_York")
        try opened.store.save(&event, span: .futureEvents)
        #expect(try opened.lines() == before)
        let zones = try opened.events().map { $0.timeZone?.identifier }
        #expect(zones == ["Europe/Berlin", "Europe/Berlin"] + Array(repeating: "America/New_York", count: 3))
    }

    @Test func `a single occurrence can have a different time zone`() throws {
        let opened = try opened()
        var event = try opened.events()[3]
        event.timeZone = TimeZone(identifier: "Asia/Tokyo")
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == before)
        #expect(
            try opened.events().map { $0.timeZone?.identifier == "Asia/Tokyo" } == [
                false, false, false, true, false,
            ]
        )
    }
}
