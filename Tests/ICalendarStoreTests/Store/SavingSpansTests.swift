import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests saving with spans: the written file, and the value afterward.
@Suite struct SavingSpansTests {
    private func opened() throws -> OpenedStore {
        try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
    }

    @Test func `saving only this event adds an override, and the value becomes that occurrence`() throws {
        let opened = try opened()
        var event = try opened.events()[1]
        let (identifier, original) = (event.occurrenceIdentifier, event.occurrenceDate)
        event.startDate = event.startDate?.addingTimeInterval(86_400)
        event.endDate = event.endDate?.addingTimeInterval(86_400)
        try opened.store.save(&event, span: .thisEvent)
        #expect(
            event.isDetached && event.occurrenceIdentifier == identifier && event.occurrenceDate == original
        )
        #expect(try OpenedStore.lines([event]) == ["04-07 09:00 Stand-up"])
        #expect(try opened.store.event(withOccurrenceIdentifier: event.id) == event)
        #expect(try opened.events().count == 5)
    }

    @Test func `saving future events starts a new series, and the value becomes its first occurrence`() throws
    {
        let opened = try opened()
        var event = try opened.events()[2]
        event.startDate = event.startDate?.addingTimeInterval(3600)
        event.endDate = event.endDate?.addingTimeInterval(3600)
        try opened.store.save(&event, span: .futureEvents)
        #expect(
            try opened.lines() == [
                "03-30 09:00 Stand-up", "04-06 09:00 Stand-up", "04-13 10:00 Stand-up",
                "04-20 10:00 Stand-up",
                "04-27 10:00 Stand-up",
            ]
        )
        #expect(event.calendarItemExternalIdentifier != "stand-up" && !event.hasChanges && !event.isDetached)
        #expect(try opened.store.event(withIdentifier: try #require(event.eventIdentifier)) == event)
        #expect(event.recurrenceRules?.first?.count == 3)
        // The value now belongs to the new series, so saving it again changes that series.
        event.title = "Retro"
        try opened.store.save(&event, span: .futureEvents)
        #expect(try opened.events().map(\.title) == ["Stand-up", "Stand-up", "Retro", "Retro", "Retro"])
        #expect(opened.folder.everything.keys.filter { $0.hasSuffix(".ics") }.count == 2)
    }

    @Test func `saving from the first occurrence onward changes the whole series and keeps its identifier`()
        throws
    {
        let opened = try opened()
        var event = try #require(try opened.store.event(withIdentifier: "home:stand-up"))
        event.title = "Retro"
        try opened.store.save(&event, span: .futureEvents)
        #expect(event.eventIdentifier == "home:stand-up")
        #expect(try opened.events().map(\.title) == Array(repeating: "Retro", count: 5))
    }

    @Test func `removing the rule from a whole series leaves one event at the time of the occurrence`() throws
    {
        let opened = try opened()
        var event = try opened.events()[0]
        event.recurrenceRules = nil
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines() == ["03-30 09:00 Stand-up"])
        #expect(event.occurrenceIdentifier == event.eventIdentifier && !event.hasRecurrenceRules)
    }

    @Test func `adding a rule to a single event makes it a series`() throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var event = try opened.event("Lunch")
        event.recurrenceRules = [.daily().count(3)]
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == ["03-30 12:00 Lunch", "03-31 12:00 Lunch", "04-01 12:00 Lunch"])
        #expect(event.occurrenceIdentifier == "home:lunch/RID=20260330T100000Z")
    }

    @Test func `saving all events moves them with the occurrence, and the value remains that occurrence`()
        throws
    {
        let opened = try opened()
        var event = try opened.events()[2]
        event.startDate = event.startDate?.addingTimeInterval(-1800)
        event.endDate = event.endDate?.addingTimeInterval(-1800)
        try opened.store.save(&event, span: .allEvents)
        #expect(try opened.lines().allSatisfy { $0.contains("08:30") })
        #expect(try OpenedStore.lines([event]) == ["04-13 08:30 Stand-up"])
        #expect(event.occurrenceIdentifier == "home:stand-up/RID=20260413T063000Z")
    }

    @Test(arguments: EventSpan.allCases)
    func `removing affects the occurrences in the span`(span: EventSpan) throws {
        let opened = try opened()
        try opened.store.remove(opened.events()[3], span: span)
        #expect(try opened.events().count == [4, 3, 0][span.rawValue])
        #expect((opened.folder.text("home/stand-up.ics") == nil) == (span == .allEvents))
    }

    @Test func `removing the first and all following occurrences deletes the file`() throws {
        let opened = try opened()
        try opened.store.remove(opened.events()[0], span: .futureEvents)
        #expect(opened.folder.everything.keys.filter { $0.hasSuffix(".ics") } == [])
    }

    @Test func `an occurrence found by identifier in a new store can be edited alone`() throws {
        let opened = try opened()
        let identifier = try #require(try opened.events()[4].occurrenceIdentifier)
        let store = try opened.again()
        let event = try #require(try store.event(withOccurrenceIdentifier: identifier))
        try store.remove(event, span: .thisEvent)
        #expect(try OpenedStore.events(store).count == 4)
        #expect(try store.event(withOccurrenceIdentifier: identifier) == nil)
    }
}
