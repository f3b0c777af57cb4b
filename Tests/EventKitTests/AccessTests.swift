import Foundation
import ICalendarStore
import Testing

@testable import EventKit

/// Tests of access as on Apple's systems: empty results instead of errors, and one virtual calendar for write-only
/// access.
struct AccessTests {
    private func empty(_ studio: Studio) async {
        let store = studio.store
        #expect(store.calendars(for: .event).isEmpty && store.sources.isEmpty)
        #expect(store.defaultCalendarForNewEvents == nil && store.defaultCalendarForNewReminders() == nil)
        #expect(studio.events().isEmpty)
        #expect(await studio.reminders() == [])
        #expect(store.event(withIdentifier: "1:lunch") == nil)
        #expect(store.calendarItem(withIdentifier: "1:lunch") == nil)
        #expect(store.calendarItems(withExternalIdentifier: "lunch").isEmpty)
    }

    @Test func `without access, every result is empty`() async throws {
        let files = ["1/lunch.ics": Studio.lunch, "1/plants.ics": Studio.plants]
        await empty(try Studio(access: .denied, files))
        await empty(try Studio(access: .notDetermined, files))
    }

    @Test func `without access, saving and removing throw eventStoreNotAuthorized`() throws {
        let store = try Studio(access: .denied).store
        let event = EKEvent(eventStore: store)
        (event.title, event.startDate, event.endDate) = ("Lunch", Studio.monday, Studio.monday)
        #expect(code { try store.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
        let reminder = EKReminder(eventStore: store)
        reminder.title = "Cook"
        #expect(code { try store.save(reminder, commit: true) } == .eventStoreNotAuthorized)
    }

    @Test func `after access is revoked, objects can be neither saved nor removed`() async throws {
        let studio = try Studio(["1/a.ics": Studio.lunch, "1/b.ics": Studio.plants])
        var configuration = studio.store.link.configuration
        configuration.access = .init { _ in .granted }
        configuration.applicationName = "revoked"
        let store = EKEventStore(configuration: configuration)
        #expect(try await store.requestFullAccessToEvents())
        let event = try #require(store.event(withIdentifier: "1:lunch"))
        let calendar = try #require(store.calendars(for: .event).first)
        try EventStore.forgetAccessDecisions(
            directory: studio.folder,
            stateDirectory: configuration.stateDirectory
        )
        event.title = "Dinner"
        #expect(code { try store.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
        #expect(code { try store.remove(event, span: .thisEvent) } == .eventStoreNotAuthorized)
        calendar.title = "Private"
        #expect(code { try store.saveCalendar(calendar, commit: true) } == .eventStoreNotAuthorized)
        #expect(code { try store.removeCalendar(calendar, commit: true) } == .eventStoreNotAuthorized)
    }

    @Test(arguments: [
        (EKAuthorizationStatus.fullAccess, EKAuthorizationStatus.fullAccess), (.denied, .denied),
        (.writeOnly, .denied), (.notDetermined, .notDetermined), (.restricted, .restricted),
    ])
    func `a test can choose the authorization status`(
        events: EKAuthorizationStatus,
        reminders: EKAuthorizationStatus
    )
        async throws
    {
        try await EKEventStore.withTemporary(access: events) {
            #expect(EKEventStore.authorizationStatus(for: .event) == events)
            #expect(EKEventStore.authorizationStatus(for: .reminder) == reminders)
        }
    }

    @Test func `access is requested once, and the decision applies to other stores`() async throws {
        try await EKEventStore.withTemporary(access: .notDetermined) {
            let store = EKEventStore()
            #expect(EKEventStore.authorizationStatus(for: .event) == .notDetermined)
            var answers = [try await store.requestWriteOnlyAccessToEvents()]
            #expect(EKEventStore.authorizationStatus(for: .event) == .writeOnly)
            answers.append(try await store.requestFullAccessToEvents())
            answers.append(try await EKEventStore().requestFullAccessToReminders())
            #expect(answers == [true, true, true])
            #expect(EKEventStore.authorizationStatus(for: .event) == .authorized)
            #expect(EKEventStore.authorizationStatus(for: .reminder) == .fullAccess)
        }
    }

    @Test func `a denied request returns false without an error`() async throws {
        let store = try Studio(access: .denied).store
        #expect(try await store.requestFullAccessToEvents() == false)
        #expect(try await store.requestWriteOnlyAccessToEvents() == false)
        #expect(try await store.requestFullAccessToReminders() == false)
    }

    @Test func `handlers get the same results as async methods`() async throws {
        let store = try Studio(access: .writeOnly).store
        let answers = await [
            withCheckedContinuation { next in
                store.requestFullAccessToEvents { next.resume(returning: ($0, $1 == nil)) }
            },
            withCheckedContinuation { next in
                store.requestWriteOnlyAccessToEvents { next.resume(returning: ($0, $1 == nil)) }
            },
            withCheckedContinuation { next in
                store.requestFullAccessToReminders { next.resume(returning: ($0, $1 == nil)) }
            },
            withCheckedContinuation { next in
                store.requestAccess(to: .event) { next.resume(returning: ($0, $1 == nil)) }
            },
        ]
        #expect(answers.map(\.0) == [false, true, false, false])
        #expect(answers.map(\.1) == [true, true, true, false])
    }

    @Test func `after access is granted, the store has its data without a reset`() async throws {
        try await EKEventStore.withTemporary(access: .notDetermined) {
            let store = EKEventStore()
            let event = EKEvent(eventStore: store)
            #expect(store.calendars(for: .event).isEmpty && store.sources.isEmpty)
            #expect(try await store.requestFullAccessToEvents())
            #expect(!store.calendars(for: .event).isEmpty && !store.sources.isEmpty)
            (event.startDate, event.endDate) = (Studio.monday, Studio.monday)
            event.calendar = store.defaultCalendarForNewEvents
            try store.save(event, span: .thisEvent)
            #expect(store.event(withIdentifier: event.eventIdentifier) == event)
        }
    }

    @Test func `the old requestAccess throws without prompting`() async throws {
        try await EKEventStore.withTemporary(access: .notDetermined) {
            await #expect(throws: EKError.self) { try await EKEventStore().requestAccess(to: .event) }
            #expect(EKEventStore.authorizationStatus(for: .event) == .notDetermined)
        }
    }

    @Test func `the old requestAccess returns true with full access, and throws with write-only access`()
        async throws
    {
        #expect(try await Studio().store.requestAccess(to: .reminder))
        let store = try Studio(access: .writeOnly).store
        await #expect(throws: EKError.self) { try await store.requestAccess(to: .event) }
    }

    @Test func `write-only access shows one virtual calendar but saves in a real one`() async throws {
        let studio = try Studio(access: .writeOnly, ["1/lunch.ics": Studio.lunch])
        let store = studio.store
        #expect(store.sources.count == 1 && store.delegateSources.isEmpty)
        #expect(store.calendars(for: .event) == [store.defaultCalendarForNewEvents])
        #expect(store.calendars(for: .event).first?.title != "Home")
        try store.save(studio.newEvent("Pottery"), span: .thisEvent)
        #expect(try studio.texts().contains { $0.contains("SUMMARY:Pottery") })
        #expect(studio.events().isEmpty)
    }

    @Test func `with write-only access, a saved event cannot be read, changed or removed`()
        throws
    {
        let studio = try Studio(access: .writeOnly)
        let event = studio.newEvent("Pottery")
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.store.event(withIdentifier: event.eventIdentifier) == nil)
        event.title = "Glazing"
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
        #expect(code { try studio.store.remove(event, span: .thisEvent) } == .eventStoreNotAuthorized)
        #expect(!event.refresh())
    }

    @Test func `the first read with write-only access requests full access once`() async throws {
        let studio = try Studio(["1/lunch.ics": Studio.lunch])
        var configuration = studio.store.link.configuration
        let asked = Shared(0)
        configuration.access = .init { request in
            asked.value += 1
            return request.kind == .writeOnlyAccessToEvents ? .granted : .refused
        }
        configuration.applicationName = "writer"
        let store = EKEventStore(configuration: configuration)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        for _ in 1...3 {
            let end = Studio.monday.addingTimeInterval(86_400)
            let predicate = store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
            #expect(store.events(matching: predicate).isEmpty)
        }
        #expect(asked.value == 2)
    }

    @Test(.timeLimit(.minutes(30))) func `a notification is posted if a read grants access`() async throws {
        let studio = try Studio(["1/lunch.ics": Studio.lunch])
        var configuration = studio.store.link.configuration
        configuration.access = .init { _ in .granted }
        configuration.applicationName = "upgraded"
        let store = EKEventStore(configuration: configuration)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        var iterator = NotificationCenter.default.notifications(named: .EKEventStoreChanged, object: store)
            .makeAsyncIterator()
        let end = Studio.monday.addingTimeInterval(86_400)
        let predicate = store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        #expect(store.events(matching: predicate).map(\.title) == ["Lunch"])
        #expect(await iterator.next()?.name == .EKEventStoreChanged)
        #expect(store.calendars(for: .event).map(\.title) == ["Home", "Work"])
    }

    @Test func `a store whose folder is missing is restricted and reports the reason`() async throws {
        let store = EKEventStore(configuration: .init(directory: "/nowhere/calendars"))
        #expect(store.calendars(for: .event).isEmpty)
        #expect(store.event(withIdentifier: "1:lunch") == nil)
        store.reset()
        store.refreshSourcesIfNecessary()
        #expect(code { try store.commit() } == .internalFailure)
        await #expect(throws: EKError.self) { try await store.requestFullAccessToEvents() }
    }
}
