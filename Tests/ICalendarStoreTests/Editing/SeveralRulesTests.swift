import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that ambiguous edits are rejected, both to series with several rules and to rules that cannot move as a whole.
@Suite struct SeveralRulesTests {
    /// Mondays and the first of each month at eight.
    ///
    /// The two rules coincide on some days.
    private func opened(_ rules: String) throws -> OpenedStore {
        try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:A\nDTSTART:20260330T060000Z\nDTEND:20260330T070000Z\n\(rules)"
            ]
        ])
    }

    private let two = "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1"

    @Test func `splitting rules that count from different days is rejected and writes nothing`() throws {
        let opened = try opened(two)
        let before = opened.folder.everything
        var event = try opened.events()[1]
        event.title = "B"
        let error = refusal { try opened.store.save(&event, span: .futureEvents) }
        #expect(error?.code == .invalidSpan && error?.subject == "B")
        #expect(opened.folder.everything == before)
    }

    @Test func `one occurrence or all occurrences can be changed`() throws {
        let opened = try opened(two)
        var event = try opened.events()[1]
        event.title = "B"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.events().prefix(3).map(\.title) == ["A", "B", "A"])
        event.location = "Roof"
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.events().allSatisfy { $0.location == "Roof" })
        #expect(try opened.events().prefix(3).map(\.title) == ["A", "B", "A"])
    }

    @Test func `this and all following occurrences can be removed regardless of the rules`() throws {
        let opened = try opened(two)
        let all = try opened.lines()
        try opened.store.remove(opened.events()[3], span: .futureEvents)
        #expect(try opened.lines() == Array(all.prefix(3)))
    }

    /// Rules that have no unique equivalent on a different day.
    @Test(arguments: [
        "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "RRULE:FREQ=YEARLY;BYYEARDAY=89",
        "RRULE:FREQ=YEARLY;BYWEEKNO=14;BYDAY=MO", "RRULE:FREQ=MONTHLY;BYMONTHDAY=30,15",
        "RRULE:FREQ=DAILY;INTERVAL=2;BYDAY=MO,WE",
    ])
    func `all occurrences can be moved to another hour, but not to another day`(
        rule: String
    )
        throws
    {
        let opened = try opened(rule)
        let before = opened.folder.everything
        var event = try opened.events()[0]
        event.startDate = event.startDate?.addingTimeInterval(86_400)
        event.endDate = event.endDate?.addingTimeInterval(86_400)
        #expect(refusal { try opened.store.save(&event, span: .allEvents) }?.code == .invalidSpan)
        #expect(opened.folder.everything == before)
        event.rollback()
        event.startDate = event.startDate?.addingTimeInterval(3600)
        event.endDate = event.endDate?.addingTimeInterval(3600)
        let days = try opened.lines().map { $0.prefix(5) }
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines().map { $0.prefix(5) } == days)
    }

    @Test func `a minute specified by the rule cannot be moved for all occurrences`() throws {
        let opened = try opened("RRULE:FREQ=HOURLY;BYMINUTE=0;COUNT=5")
        var event = try opened.events()[1]
        event.startDate = event.startDate?.addingTimeInterval(600)
        event.endDate = event.endDate?.addingTimeInterval(600)
        #expect(refusal { try opened.store.save(&event, span: .allEvents) }?.code == .invalidSpan)
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines().count == 5)
    }
}
