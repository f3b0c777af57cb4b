import Foundation
import Testing

@testable import EventKit

/// Tests of saving, removing, batches, and object states.
struct SavingTests {
    @Test func `an event without changes is not written`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let before = try studio.texts()
        let event = try #require(studio.events().first)
        #expect(!event.hasChanges)
        try studio.store.save(event, span: .thisEvent)
        _ = (event.alarms, event.recurrenceRules, event.structuredLocation, event.calendar)
        try studio.store.save(event, span: .futureEvents, commit: true)
        #expect(try studio.texts() == before)
    }

    @Test func `a new event needs a calendar, a start and an end`() throws {
        let store = try Studio().store
        let event = EKEvent(eventStore: store)
        #expect(code { try store.save(event, span: .thisEvent) } == .noCalendar)
        event.calendar = store.defaultCalendarForNewEvents
        #expect(code { try store.save(event, span: .thisEvent) } == .noStartDate)
        event.startDate = Studio.monday
        #expect(code { try store.save(event, span: .thisEvent) } == .noEndDate)
        event.endDate = Studio.monday.addingTimeInterval(-60)
        #expect(code { try store.save(event, span: .thisEvent) } == .datesInverted)
        event.endDate = Studio.monday
        #expect(code { try store.save(event, span: .thisEvent) } == nil)
    }

    @Test(arguments: [0, 86_400], [true, false])
    func `a new all-day event ends at its start or at the next midnight`(length: Double, isFirst: Bool) throws
    {
        // Studio.monday is midnight only in Berlin.
        let midnight = Calendar.current.startOfDay(for: Studio.monday)
        let studio = try Studio()
        let event = EKEvent(eventStore: studio.store)
        event.calendar = studio.store.defaultCalendarForNewEvents
        if isFirst { event.isAllDay = true }
        event.startDate = midnight
        #expect(event.endDate == nil)
        event.endDate = midnight.addingTimeInterval(length)
        if !isFirst { event.isAllDay = true }
        try studio.store.save(event, span: .thisEvent)
        #expect(event.isAllDay && event.startDate == midnight)
        #expect(event.endDate == Calendar.current.date(byAdding: .day, value: 1, to: midnight))
    }

    @Test func `a new event can end at its start`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Deadline")
        event.endDate = event.startDate
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().first?.endDate == Studio.monday)
        let other = EKEvent(eventStore: studio.store)
        other.startDate = Studio.monday
        other.endDate = Studio.monday
        #expect(other.endDate == Studio.monday)
        other.endDate = nil
        #expect(other.endDate == nil)
    }

    @Test(arguments: [3e11, 1e15, .infinity]) func `an event cannot start after the year 9999`(
        seconds: TimeInterval
    ) throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery", at: Date(timeIntervalSince1970: seconds))
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .startDateTooFarInFuture)
        event.startDate = Studio.monday
        event.endDate = Date(timeIntervalSince1970: seconds)
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .internalFailure)
        event.endDate = Date.distantFuture
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().first?.endDate == .distantFuture)
    }

    @Test func `a rule and a location remain part of their event after a save`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        let rule = EKRecurrenceRule(
            recurrenceWith: .daily,
            interval: 1,
            end: EKRecurrenceEnd(occurrenceCount: 3)
        )
        event.recurrenceRules = [rule]
        event.structuredLocation = EKStructuredLocation(title: "Town hall")
        let place = try #require(event.structuredLocation)
        place.radius = 70
        try studio.store.save(event, span: .futureEvents)
        #expect(
            event.recurrenceRules?.first === rule && event.structuredLocation === place && !event.hasChanges
        )
        rule.recurrenceEnd = EKRecurrenceEnd(end: Studio.monday.addingTimeInterval(86_400))
        place.title = "City hall"
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().map(\.location) == ["City hall", "City hall"])
    }

    @Test func `objects of another store throw objectBelongsToDifferentStore`() throws {
        let (studio, other) = (try Studio(["1/a.ics": Studio.lunch]), try Studio())
        let event = try #require(studio.events().first)
        event.title = "Dinner"
        #expect(code { try other.store.save(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
        #expect(code { try other.store.remove(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
        event.calendar = other.store.defaultCalendarForNewEvents
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
        let calendar = try #require(studio.store.calendars(for: .event).first)
        #expect(
            code { try other.store.removeCalendar(calendar, commit: true) } == .objectBelongsToDifferentStore
        )
    }

    @Test func `saving keeps concurrent changes by another program`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        try studio.write("1/a.ics", Studio.lunch + "\nLOCATION:Canteen")
        event.title = "Long lunch"
        try studio.store.save(event, span: .thisEvent)
        #expect(event.title == "Long lunch" && event.location == "Canteen")
    }

    @Test func `saving an event that was deleted elsewhere creates it again`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        try FileManager.default.removeItem(atPath: studio.folder + "/1/a.ics")
        event.title = "Dinner"
        try studio.store.save(event, span: .thisEvent)
        studio.store.refreshSourcesIfNecessary()
        #expect(studio.events().map(\.title) == ["Dinner"])
    }

    // MARK: - Spans

    @Test func `thisEvent changes one occurrence`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = studio.events()[1]
        event.title = "Short stand-up"
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().filter { $0.title == "Short stand-up" }.count == 1)
        #expect(studio.events().count == 5 && event.isDetached)
    }

    @Test func `futureEvents moves an occurrence and all later ones to a separate series`()
        throws
    {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = studio.events()[2]
        event.title = "Short stand-up"
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().filter { $0.title == "Short stand-up" }.count == 3)
        #expect(Set(studio.events().map(\.calendarItemExternalIdentifier)).count == 2)
    }

    @Test func `futureEvents on the first occurrence changes the whole series`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = try #require(studio.store.event(withIdentifier: "1:stand-up"))
        event.location = "Room 5"
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().filter { $0.location == "Room 5" }.count == 5)
        try studio.store.remove(event, span: .futureEvents)
        #expect(studio.events().isEmpty)
    }

    @Test func `removing one occurrence, or all later ones, keeps the others`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        try studio.store.remove(studio.events()[1], span: .thisEvent)
        #expect(studio.events().count == 4)
        try studio.store.remove(studio.events()[2], span: .futureEvents)
        #expect(studio.events().count == 2)
    }

    @Test func `removing rules from a later occurrence keeps the earlier ones`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = studio.events()[2]
        event.recurrenceRules = nil
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().count == 3)
    }

    @Test func `a removed event keeps only its identifiers`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        let identifier = event.eventIdentifier
        try studio.store.remove(event, span: .thisEvent)
        #expect(event.eventIdentifier == identifier && event.calendarItemExternalIdentifier == "lunch")
        #expect(event.title == "" && event.startDate == nil && event.calendar == nil)
        #expect(!event.refresh())
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .noCalendar)
    }

    @Test func `removing an event that was never saved does nothing`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Talk")
        try studio.store.remove(event, span: .thisEvent)
        #expect(event.title == "Talk")
    }

    // MARK: - Batches

    @Test func `commit writes the batch, and searches return only committed events`() throws {
        let studio = try Studio()
        try studio.store.save(studio.newEvent("One"), span: .thisEvent, commit: false)
        try studio.store.save(studio.newEvent("Two"), span: .thisEvent, commit: false)
        #expect(studio.events().isEmpty)
        try studio.store.commit()
        #expect(Set(studio.events().map(\.title)) == ["One", "Two"])
        try studio.store.commit()
    }

    @Test func `saving with commit: true writes the whole batch`() throws {
        let studio = try Studio()
        try studio.store.save(studio.newEvent("One"), span: .thisEvent, commit: false)
        try studio.store.save(studio.newEvent("Two"), span: .thisEvent, commit: true)
        #expect(studio.events().count == 2)
    }

    @Test func `after a failed commit, every commit fails until reset`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        event.title = "Dinner"
        try studio.store.save(event, span: .thisEvent, commit: false)
        // Another program makes the calendar unusable.
        try FileManager.default.removeItem(atPath: studio.folder + "/1")
        try Data().write(to: URL(filePath: studio.folder + "/1"))
        #expect(code { try studio.store.commit() } != nil)
        try FileManager.default.removeItem(atPath: studio.folder + "/1")
        try FileManager.default.createDirectory(
            atPath: studio.folder + "/1",
            withIntermediateDirectories: true
        )
        #expect(code { try studio.store.commit() } != nil)
        let other = EKEvent(eventStore: studio.store)
        (other.title, other.startDate, other.endDate) = ("Talk", Studio.monday, Studio.monday)
        other.calendar = studio.store.calendars(for: .event).first { $0.title == "Work" }
        #expect(code { try studio.store.save(other, span: .thisEvent, commit: true) } != nil)
        studio.store.reset()
        #expect(code { try studio.store.commit() } == nil)
        // Nothing remains of the batch.
        #expect(try studio.texts().isEmpty)
    }

    @Test func `a rejected save adds nothing to the batch, which can still be committed`() throws {
        let studio = try Studio()
        try studio.store.save(studio.newEvent("One"), span: .thisEvent, commit: false)
        let inverted = studio.newEvent("Two")
        inverted.endDate = inverted.startDate.addingTimeInterval(-60)
        #expect(code { try studio.store.save(inverted, span: .thisEvent, commit: false) } == .datesInverted)
        let homeless = EKReminder(eventStore: studio.store)
        #expect(code { try studio.store.save(homeless, commit: false) } == .noCalendar)
        try studio.store.save(studio.newEvent("Three"), span: .thisEvent, commit: false)
        try studio.store.commit()
        #expect(Set(studio.events().map(\.title)) == ["One", "Three"])
    }

    @Test func `reset discards the batch even if the folder is gone`() throws {
        let studio = try Studio()
        try studio.store.save(studio.newEvent("Talk"), span: .thisEvent, commit: false)
        try FileManager.default.moveItem(atPath: studio.folder, toPath: studio.folder + "-moved")
        studio.store.reset()
        try FileManager.default.moveItem(atPath: studio.folder + "-moved", toPath: studio.folder)
        try studio.store.commit()
        #expect(try studio.texts().isEmpty)
    }

    @Test func `a failed save keeps the object's changes`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        event.endDate = event.startDate.addingTimeInterval(-60)
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .datesInverted)
        #expect(event.hasChanges)
        event.rollback()
        #expect(!event.hasChanges && event.endDate > event.startDate)
        try studio.store.commit()
    }

    // MARK: - States of objects

    @Test func `reset discards the batch and invalidates all objects`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        let calendar = try #require(studio.store.defaultCalendarForNewEvents)
        try studio.store.save(studio.newEvent("Talk"), span: .thisEvent, commit: false)
        studio.store.reset()
        try studio.store.commit()
        #expect(studio.events().map(\.title) == ["Lunch"])
        event.title = "Dinner"
        #expect(!event.refresh() && !calendar.refresh())
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .objectBelongsToDifferentStore)
        calendar.title = "Other"
        #expect(
            code { try studio.store.saveCalendar(calendar, commit: true) } == .objectBelongsToDifferentStore
        )
    }

    @Test func `refreshing an event keeps its changes and updates everything else`() throws {
        let studio = try Studio(["1/a.ics": Studio.lunch])
        let event = try #require(studio.events().first)
        event.title = "Dinner"
        try studio.write("1/a.ics", Studio.lunch + "\nLOCATION:Canteen")
        studio.store.refreshSourcesIfNecessary()
        #expect(event.refresh())
        #expect(event.title == "Dinner" && event.location == "Canteen" && event.hasChanges)
        event.reset()
        #expect(event.title == "Lunch" && event.location == "Canteen" && !event.hasChanges)
        try FileManager.default.removeItem(atPath: studio.folder + "/1/a.ics")
        studio.store.refreshSourcesIfNecessary()
        #expect(!event.refresh())
    }

    @Test func `refresh returns false if the occurrence was removed from its series`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = studio.events()[1]
        try studio.store.remove(studio.events()[1], span: .thisEvent)
        #expect(!event.refresh() && studio.events()[0].refresh())
    }

    @Test func `changes to alarms and rules count as changes to the event`() throws {
        let studio = try Studio(["1/a.ics": Studio.standUp])
        let event = try #require(studio.events().first)
        event.recurrenceRules?.first?.recurrenceEnd = EKRecurrenceEnd(occurrenceCount: 2)
        #expect(event.hasChanges)
        event.rollback()
        #expect(!event.hasChanges)
        event.addAlarm(EKAlarm(relativeOffset: -600))
        try studio.store.save(event, span: .futureEvents)
        event.alarms?.first?.relativeOffset = -900
        #expect(event.hasChanges)
        try studio.store.save(event, span: .futureEvents)
        #expect(studio.events().last?.alarms?.first?.relativeOffset == -900)
    }

    @Test func `objects without a store have no changes`() {
        let object = EKObject()
        object.reset()
        #expect(!object.hasChanges && !object.isNew && object.refresh())
    }
}
