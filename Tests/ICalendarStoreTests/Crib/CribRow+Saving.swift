import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

extension CribRow {
    private static func lunch() throws -> OpenedStore {
        try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
    }

    /// Rows about saving, removing, batches, and refreshing.
    static let saving: [CribRow] = [
        .same("Saving refreshes what was not changed") {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            try opened.folder.write(
                "home/lunch.ics",
                OpenedStore.calendar([OpenedStore.lunch + "\nPRIORITY:3"])
            )
            event.title = "A"
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.event.priority == 3)
        },
        .differs(
            "An item deleted elsewhere is recreated as new",
            "The item is recreated with its UID and with the whole series as it was last read"
        ) {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            try opened.store.remove(event, span: .thisEvent)
            event.title = "A"
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.calendarItemExternalIdentifier == "lunch")
        },
        .same("Saving an event without changes does nothing, and is no error") {
            let opened = try lunch()
            let before = opened.folder.everything
            var event = try opened.event("Lunch")
            try opened.store.save(&event, span: .thisEvent)
            #expect(opened.folder.everything == before)
        },
        .differs(
            "Saving or removing an event from another store raises an exception",
            "Saving or removing the event throws `objectBelongsToDifferentStore`"
        ) {
            var event = try lunch().event("Lunch")
            event.title = "A"
            let error = refusal { try lunch().store.save(&event, span: .thisEvent) }
            #expect(error?.code == .objectBelongsToDifferentStore)
        },
        .differs(
            "After removal, all data of the object except eventIdentifier is cleared",
            "The removed event keeps its data; saving it after a change recreates it in the store"
        ) {
            let opened = try lunch()
            let event = try opened.event("Lunch")
            try opened.store.remove(event, span: .thisEvent)
            #expect(event.title == "Lunch" && event.eventIdentifier == "home:lunch")
        },
        .same("Removing an event that was never saved does nothing, and is no error") {
            let opened = try lunch()
            try opened.store.remove(opened.newEvent("A"), span: .thisEvent)
            #expect(try opened.events().count == 1)
        },
        .same("commit() succeeds with nothing pending") { try lunch().store.commit() },
        .same("A save with commit: true that fails is rolled back by itself") {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            event.endDate = event.startDate?.addingTimeInterval(-1)
            #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .datesInverted)
            #expect(!opened.store.hasPendingChanges)
        },
        .differs(
            "After a failed commit of a batch, every later commit fails until reset()",
            "Nothing is written, and the error names the item; fix it or discard it with `discardPendingChanges(withIdentifier:)`, then commit again"
        ),
        .differs(
            "Saving with commit: true writes all pending changes",
            "Saving writes the event and all pending changes to the event's file; changes to other files are written by `commit()`"
        ),
        .differs(
            "After reset(), every object of the store is invalid",
            "Events are values and can still be read and saved"
        ) {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            try opened.store.reset()
            event.title = "A"
            try opened.store.save(&event, span: .thisEvent)
            #expect(try opened.event("A") == event)
        },
        .same(
            "isNew is true until saved, hasChanges while anything is changed, rollback() takes changes back"
        ) {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            #expect(!event.isNew && !event.hasChanges)
            event.alarms = [.display("A", .atStart)]
            #expect(event.hasChanges)
            event.rollback()
            #expect(!event.hasChanges && event.alarms == nil)
            #expect(try opened.newEvent("B").isNew)
        },
        .differs(
            "EKObject.reset() discards changes and reloads",
            "Use `rollback()`, then `store.refresh(&event)`"
        ),
        .same("refresh() is false for what is deleted, and else refreshes only what was not changed") {
            let opened = try lunch()
            var event = try opened.event("Lunch")
            event.title = "A"
            #expect(try opened.store.refresh(&event) && event.title == "A")
            try opened.store.remove(event, span: .allEvents)
            #expect(try !opened.store.refresh(&event))
        },
        .differs(
            "noEndDate is thrown for an event without an end",
            "An event without an end is valid: it has zero length or lasts one day"
        ) {
            let opened = try lunch()
            var event = try opened.newEvent("A")
            event.endDate = nil
            try opened.store.save(&event, span: .thisEvent)
            #expect(event.startDate == event.endDate)
        },
        .same("noStartDate, datesInverted and noCalendar are thrown where EventKit does") {
            let opened = try lunch()
            var event = CalendarEvent(Event(), calendar: try opened.calendar("home"))
            #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .noStartDate)
            let empty = try StoreFolder()
            let store = try OpenedStore.open(empty)
            event.startDate = OpenedStore.monday.date
            event.calendar = nil
            #expect(refusal { try store.save(&event, span: .thisEvent) }?.code == .noCalendar)
        },
        .differs(
            "invitesCannotBeMoved is thrown if an invitation is moved to another calendar",
            "The error is thrown if the invitation is moved to a different account and `EventStore.Options.userAddresses` contains an attendee"
        ),
    ]
}
