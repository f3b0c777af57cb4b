import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests editing all-day series with UNTIL, EXDATE and RECURRENCE-ID in UTC, as Exchange writes them.
@Suite struct AllDayTimesEditTests {
    /// Returns a five-day series from 1 April 2026.
    ///
    /// The second day is excluded, and the third is moved to 20 April.
    private func opened() throws -> OpenedStore {
        try OpenedStore([
            "home/a.ics": [
                """
                UID:a
                SUMMARY:A
                DTSTART;VALUE=DATE:20260401
                RRULE:FREQ=DAILY;UNTIL=20260404T220000Z
                EXDATE:20260401T220000Z
                """,
                "UID:a\nSUMMARY:B\nRECURRENCE-ID:20260402T220000Z\nDTSTART;VALUE=DATE:20260420",
            ]
        ])
    }

    private func days(_ opened: OpenedStore) throws -> [String] {
        try opened.lines().map { String($0.prefix(5) + $0.suffix(1)) }
    }

    @Test func `the store shows the intended days`() throws {
        #expect(try days(opened()) == ["04-01A", "04-04A", "04-05A", "04-20B"])
    }

    @Test func `moving all occurrences also moves UNTIL, EXDATE and the override`() throws {
        let opened = try opened()
        var event = try opened.events()[0]
        event.startDate = event.startDate?.addingTimeInterval(7 * 86_400)
        event.endDate = event.endDate?.addingTimeInterval(7 * 86_400)
        try opened.store.save(&event, span: .allEvents)
        #expect(try days(opened) == ["04-08A", "04-11A", "04-12A", "04-20B"])
        #expect(try OpenedStore.lines(OpenedStore.events(opened.again())) == opened.lines())
    }

    @Test func `an override with a UTC RECURRENCE-ID can be edited and removed alone`() throws {
        let opened = try opened()
        var event = try opened.events()[3]
        event.title = "C"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try days(opened) == ["04-01A", "04-04A", "04-05A", "04-20C"])
        try opened.store.remove(opened.events()[3], span: .thisEvent)
        #expect(try days(opened) == ["04-01A", "04-04A", "04-05A"])
    }

    @Test func `an override at a time of day belongs to its day`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260401\nRRULE:FREQ=DAILY;COUNT=3",
                "UID:a\nSUMMARY:B\nRECURRENCE-ID:20260401T220000Z\nDTSTART:20260402T100000Z\nDURATION:PT1H",
            ]
        ])
        #expect(try days(opened) == ["04-01A", "04-02B", "04-03A"])
        var event = try opened.events()[1]
        event.title = "C"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try days(opened) == ["04-01A", "04-02C", "04-03A"])
    }

    @Test func `after removing all following occurrences, one of the others can be removed`() throws {
        let opened = try opened()
        try opened.store.remove(opened.events()[1], span: .thisEvent)
        #expect(try days(opened) == ["04-01A", "04-05A", "04-20B"])
        try opened.store.remove(opened.events()[1], span: .futureEvents)
        #expect(try days(opened) == ["04-01A", "04-20B"])
    }

    @Test func `an all-day series that becomes timed keeps its last day`() throws {
        let opened = try opened()
        var event = try opened.events()[0]
        let start = event.startDate
        event.isAllDay = false
        event.startDate = start?.addingTimeInterval(9 * 3600)
        event.endDate = start?.addingTimeInterval(10 * 3600)
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == ["04-01 09:00 A", "04-04 09:00 A", "04-05 09:00 A", "04-20 00:00 B"])
    }
}
