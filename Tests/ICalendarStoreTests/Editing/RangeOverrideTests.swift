import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests series with an override for one occurrence and all following ones (RANGE=THISANDFUTURE).
@Suite struct RangeOverrideTests {
    /// Returns a nine-day series at eight.
    ///
    /// From the fourth day, it is at half past nine and titled `Late`.
    private func opened() throws -> OpenedStore {
        try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:Early\nDTSTART:20260330T060000Z\nDTEND:20260330T070000Z\nRRULE:FREQ=DAILY;COUNT=7",
                """
                UID:a
                RECURRENCE-ID;RANGE=THISANDFUTURE:20260402T060000Z
                SUMMARY:Late
                DTSTART:20260402T073000Z
                DTEND:20260402T083000Z
                """,
            ]
        ])
    }

    private let days = ["03-30", "03-31", "04-01", "04-02", "04-03", "04-04", "04-05"]

    private func lines(_ early: Range<Int>, late: Range<Int>) -> [String] {
        early.map { "\(days[$0]) 08:00 Early" } + late.map { "\(days[$0]) 09:30 Late" }
    }

    @Test func `the override defines the following occurrences`() throws {
        #expect(try opened().lines() == lines(0..<3, late: 3..<7))
    }

    @Test func `one of the following occurrences can be changed alone`() throws {
        let opened = try opened()
        var event = try opened.events()[5]
        event.title = "Once"
        try opened.store.save(&event, span: .thisEvent)
        var wanted = lines(0..<3, late: 3..<7)
        wanted[5] = "04-04 09:30 Once"
        #expect(try opened.lines() == wanted)
        #expect(try OpenedStore.lines([event]) == ["04-04 09:30 Once"])
    }

    @Test func `the override's own occurrence can be changed alone, and the others remain late`() throws {
        let opened = try opened()
        var event = try opened.events()[3]
        event.title = "Once"
        try opened.store.save(&event, span: .thisEvent)
        var wanted = lines(0..<3, late: 3..<7)
        wanted[3] = "04-02 09:30 Once"
        #expect(try opened.lines() == wanted)
    }

    @Test func `splitting keeps the following occurrences unchanged`() throws {
        let opened = try opened()
        var event = try opened.events()[5]
        event.notes = "New"
        try opened.store.save(&event, span: .futureEvents)
        #expect(try opened.lines() == lines(0..<3, late: 3..<7))
        #expect(try opened.events().map(\.hasNotes) == [false, false, false, false, false, true, true])
        #expect(event.recurrenceRules?.first?.count == 2)
    }

    @Test func `removing the override's own occurrence or a following one keeps all others`() throws {
        for index in [3, 4, 6] {
            let opened = try opened()
            try opened.store.remove(opened.events()[index], span: .thisEvent)
            var wanted = lines(0..<3, late: 3..<7)
            wanted.remove(at: index)
            #expect(try opened.lines() == wanted)
        }
    }

    @Test func `removing all occurrences from the middle onward keeps earlier occurrences`() throws {
        let opened = try opened()
        try opened.store.remove(opened.events()[5], span: .futureEvents)
        #expect(try opened.lines() == lines(0..<3, late: 3..<5))
    }

    @Test func `moving the first occurrence moves all occurrences, including the late ones`() throws {
        let opened = try opened()
        var event = try opened.events()[0]
        event.startDate = event.startDate?.addingTimeInterval(86_400)
        event.endDate = event.endDate?.addingTimeInterval(86_400)
        try opened.store.save(&event, span: .allEvents)
        let events = try opened.events()
        #expect(events.count == 7)
        #expect(events.map(\.title) == ["Early", "Early", "Early", "Late", "Late", "Late", "Late"])
        #expect(try OpenedStore.lines(events).first == "03-31 08:00 Early")
    }
}
