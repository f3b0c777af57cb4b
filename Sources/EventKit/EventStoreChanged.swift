public import Foundation
import ICalendarStore
import SystemIO

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The notification posted when any program changes the calendars, or when access to them changes.
    ///
    /// The notification is posted on the main actor; its object is the event store.
    ///
    /// `NSNotification.Name.EKEventStoreChanged.rawValue // "EKEventStoreChangedNotification"`
    public static let EKEventStoreChanged = NSNotification.Name("EKEventStoreChangedNotification")
}

extension EKEventStore {
    /// The message sent when the calendars change.
    ///
    /// The message's subject is the event store.
    ///
    /// ```swift
    /// let token = NotificationCenter.default.addObserver(of: eventStore, for: .changed) { _ in print("ask again") }
    /// ```
    public struct EventStoreChanged: NotificationCenter.MainActorMessage, Sendable {
        /// The subject type: `EKEventStore.EventStoreChanged.Subject.self == EKEventStore.self // true`.
        ///
        /// ```swift
        /// let subject: EKEventStore.EventStoreChanged.Subject = eventStore
        /// ```
        public typealias Subject = EKEventStore

        /// The notification's name: `EKEventStore.EventStoreChanged.name == .EKEventStoreChanged // true`.
        public static var name: Notification.Name { .EKEventStoreChanged }

        /// Creates a message.
        ///
        /// ```swift
        /// let message = EKEventStore.EventStoreChanged()
        /// ```
        public init() {}

        /// Converts a notification to a message, or returns nil if it has a different name.
        ///
        /// ```swift
        /// let message = await MainActor.run {
        ///     EKEventStore.EventStoreChanged.makeMessage(Notification(name: .EKEventStoreChanged))
        /// }
        /// ```
        @MainActor
        public static func makeMessage(_ notification: Notification) -> EKEventStore.EventStoreChanged? {
            notification.name == name ? EKEventStore.EventStoreChanged() : nil
        }

        /// Converts a message to a notification.
        ///
        /// ```swift
        /// let name = await MainActor.run {
        ///     EKEventStore.EventStoreChanged.makeNotification(EKEventStore.EventStoreChanged()).name
        /// }
        /// name == .EKEventStoreChanged  // true
        /// ```
        @MainActor
        public static func makeNotification(_ message: EKEventStore.EventStoreChanged) -> Notification {
            Notification(name: name)
        }
    }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> {
    /// The change message's identifier: `center.addObserver(of: eventStore, for: .changed)`.
    public static var changed: NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> {
        NotificationCenter.BaseMessageIdentifier()
    }
}

/// An object that posts a notification for every change to a store, as long as the event store exists.
final class ChangePosting: Sendable {
    private let task = Lock<Task<Void, Never>?>(nil)

    deinit { task.withLock { $0?.cancel() } }

    func start(for eventStore: EKEventStore) {
        // Start collecting here so that no later change is missed.
        guard let iterator = eventStore.link.store?.changes.makeAsyncIterator() else { return }
        let posting = Task.detached { [weak eventStore] in
            var changes = iterator
            while await changes.next() != nil {
                guard let eventStore else { return }
                await Self.post(from: eventStore)
            }
        }
        task.withLock { $0 = posting }
    }
    private static func post(from eventStore: EKEventStore) async {
        await withCheckedContinuation { continuation in
            // Posting elsewhere on the main actor could deadlock: after the main thread exits, as it does in an
            // asynchronous program, an observer on the main queue would wait for itself.
            OperationQueue.main.addOperation {
                NotificationCenter.default.post(name: .EKEventStoreChanged, object: eventStore)
                continuation.resume()
            }
        }
        // On Linux, Foundation does not bridge messages to notifications.
        await MainActor.run {
            NotificationCenter.default.post(EKEventStore.EventStoreChanged(), subject: eventStore)
        }
    }
}
