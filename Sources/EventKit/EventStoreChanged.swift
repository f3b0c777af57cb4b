public import Foundation
import ICalendarStore
import SystemIO

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The notification that the calendars have changed, by this program or another one, or the access to them.
    ///
    /// It is posted on the main actor, with the event store as its object.
    ///
    /// `NSNotification.Name.EKEventStoreChanged.rawValue // "EKEventStoreChangedNotification"`
    public static let EKEventStoreChanged = NSNotification.Name("EKEventStoreChangedNotification")
}

extension EKEventStore {
    /// The message that the calendars have changed, with the event store as its subject.
    ///
    /// ```swift
    /// let token = NotificationCenter.default.addObserver(of: eventStore, for: .changed) { _ in print("ask again") }
    /// ```
    public struct EventStoreChanged: NotificationCenter.MainActorMessage, Sendable {
        /// The type of the subject: `EKEventStore.EventStoreChanged.Subject.self == EKEventStore.self // true`.
        ///
        /// ```swift
        /// let subject: EKEventStore.EventStoreChanged.Subject = eventStore
        /// ```
        public typealias Subject = EKEventStore

        /// The name of the notification: `EKEventStore.EventStoreChanged.name == .EKEventStoreChanged // true`.
        public static var name: Notification.Name { .EKEventStoreChanged }

        /// Creates a message.
        ///
        /// ```swift
        /// let message = EKEventStore.EventStoreChanged()
        /// ```
        public init() {}

        /// Converts a notification to a message, or returns nil for one with another name.
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
    /// The identifier of the message about changes: `center.addObserver(of: eventStore, for: .changed)`.
    public static var changed: NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged> {
        NotificationCenter.BaseMessageIdentifier()
    }
}

/// Posts a notification for each change of a store, as long as the event store exists.
final class ChangePosting: Sendable {
    private let task = Lock<Task<Void, Never>?>(nil)

    deinit { task.withLock { $0?.cancel() } }

    func start(for eventStore: EKEventStore) {
        // Collecting starts here, so that no change from now on is missed.
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
            // Elsewhere on the main actor, an observer on the main queue would wait for itself if the main thread has
            // ended, as in an asynchronous program.
            OperationQueue.main.addOperation {
                NotificationCenter.default.post(name: .EKEventStoreChanged, object: eventStore)
                continuation.resume()
            }
        }
        // On Linux, Foundation keeps messages apart from notifications.
        await MainActor.run {
            NotificationCenter.default.post(EKEventStore.EventStoreChanged(), subject: eventStore)
        }
    }
}
