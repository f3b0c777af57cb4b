import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests series that stop recurring.
@Suite struct RecurrenceEndTests {
    private static let series =
        OpenedStore.lunch + "\nRRULE:FREQ=DAILY;COUNT=4\nRDATE:20260410T100000Z\nEXDATE:20260402T100000Z"

    @Test(arguments: [0, 1], EventSpan.allCases.filter { $0 != .thisEvent })
    func `removing all rules leaves a single event and keeps earlier occurrences`(
        place: Int,
        span: EventSpan
    )
        throws
    {
        let opened = try OpenedStore(["home/a.ics": [Self.series]])
        #expect(try opened.lines().count == 4)
        var event = try opened.events()[place]
        event.recurrenceRules = nil
        try opened.store.save(&event, span: span)
        let isCut = place == 1 && span == .futureEvents
        #expect(try opened.lines() == ["03-30 12:00 Lunch"] + (isCut ? ["03-31 12:00 Lunch"] : []))
        #expect(!event.hasRecurrenceRules && event.event.exceptionDates.isEmpty)
    }

    @Test func `removing the only rule ends a series, but removing one of two rules does not`() throws {
        let opened = try OpenedStore(["home/a.ics": [Self.series + "\nRRULE:FREQ=MONTHLY;COUNT=2"]])
        var event = try opened.events()[0]
        let rules = try #require(event.recurrenceRules)
        event.removeRecurrenceRule(rules[1])
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines().count == 4)
        event.removeRecurrenceRule(rules[0])
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == ["03-30 12:00 Lunch"])
    }

    @Test func `a series of added dates remains a series unless its rules are set`() throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch + "\nRDATE:20260410T100000Z"]])
        var event = try opened.events()[0]
        event.recurrenceRules = event.recurrenceRules
        #expect(!event.hasChanges)
        event.title = "Supper"
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == ["03-30 12:00 Supper", "04-10 12:00 Supper"])
    }
}
