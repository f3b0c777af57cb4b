import Foundation
import Testing

@testable import EventKit

struct NotificationTests {
    /// Returns whether a store posts a notification after a change.
    private func isPosted(by store: EKEventStore, after change: () throws -> Void) async throws -> Bool {
        let notifications = NotificationCenter.default.notifications(
            named: .EKEventStoreChanged,
            object: store
        )
        var iterator = notifications.makeAsyncIterator()
        try change()
        let notification = await iterator.next()
        return notification?.object as? EKEventStore === store
    }

    @Test(.timeLimit(.minutes(30))) func `a notification is posted for the store's own change`() async throws
    {
        let studio = try Studio()
        #expect(
            try await isPosted(by: studio.store) {
                try studio.store.save(studio.newEvent("Talk"), span: .thisEvent)
            }
        )
        #expect(
            try await isPosted(by: studio.store) {
                try studio.store.remove(studio.events()[0], span: .thisEvent)
            }
        )
    }

    @Test(.timeLimit(.minutes(30))) func `a notification is posted for a change by another program or store`()
        async throws
    {
        let studio = try Studio()
        #expect(try await isPosted(by: studio.store) { try studio.write("1/a.ics", Studio.lunch) })
        let other = EKEventStore(configuration: studio.store.link.configuration)
        let posted = try await isPosted(by: studio.store) {
            let event = try #require(other.event(withIdentifier: "1:lunch"))
            event.title = "Dinner"
            try other.save(event, span: .thisEvent)
        }
        #expect(posted)
        #expect(studio.events().map(\.title) == ["Dinner"])
    }

    // The main thread of a process with an asynchronous main function, such as this one, exits.
    @Test(.timeLimit(.minutes(30))) func `an observer on the main queue is called`() async throws {
        let studio = try Studio()
        let (calls, continuation) = AsyncStream<Bool>.makeStream()
        let token = NotificationCenter.default.addObserver(
            forName: .EKEventStoreChanged,
            object: studio.store,
            queue: .main
        ) { _ in continuation.yield(MainActor.assumeIsolated { true }) }
        defer { NotificationCenter.default.removeObserver(token) }
        try studio.store.save(studio.newEvent("Talk"), span: .thisEvent)
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == true)
    }

    @Test(.timeLimit(.minutes(30))) func `a notification is posted when access is granted`() async throws {
        let studio = try Studio(access: .notDetermined)
        let notifications = NotificationCenter.default.notifications(
            named: .EKEventStoreChanged,
            object: studio.store
        )
        var iterator = notifications.makeAsyncIterator()
        #expect(try await studio.store.requestFullAccessToEvents())
        #expect(await iterator.next()?.name == .EKEventStoreChanged)
    }

    @Test(.timeLimit(.minutes(30))) @MainActor func `the typed message is posted on the main actor`()
        async throws
    {
        let studio = try Studio()
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        let token = NotificationCenter.default.addObserver(of: studio.store, for: .changed) { _ in
            // The compiler knows that this closure runs on the main actor.
            MainActor.assertIsolated()
            continuation.yield(true)
        }
        try studio.store.save(studio.newEvent("Talk"), span: .thisEvent)
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == true)
        NotificationCenter.default.removeObserver(token)
        let message = EKEventStore.EventStoreChanged()
        #expect(EKEventStore.EventStoreChanged.makeNotification(message).name == .EKEventStoreChanged)
        #expect(EKEventStore.EventStoreChanged.makeMessage(Notification(name: .EKEventStoreChanged)) != nil)
        #expect(EKEventStore.EventStoreChanged.makeMessage(Notification(name: .init("other"))) == nil)
    }

    @Test(.timeLimit(.minutes(30))) func `a notification sequence ends when its task is canceled`() async {
        let name = Notification.Name("NotificationTests")
        let notifications = NotificationCenter.default.notifications(named: name)
        let task = Task {
            var count = 0
            for await _ in notifications { count += 1 }
            return count
        }
        NotificationCenter.default.post(name: name, object: nil)
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func `a store can be released while it watches its folder`() throws {
        weak var store: EKEventStore?
        try autoreleased {
            let studio = try Studio()
            store = studio.store
            #expect(store != nil)
        }
        for _ in 1...500 where store != nil { usleep(10_000) }
        #expect(store == nil)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}
