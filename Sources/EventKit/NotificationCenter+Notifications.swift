public import Foundation

extension NotificationCenter {
    /// Returns a sequence of the notifications with a given name that are posted after this call, as on Apple's
    /// systems.
    ///
    /// ```swift
    /// let task = Task {
    ///     for await _ in NotificationCenter.default.notifications(named: .EKEventStoreChanged) { print("ask again") }
    /// }
    /// task.cancel()
    /// ```
    ///
    /// - Parameters:
    ///   - name: The notification name.
    ///   - object: The object that posts the notifications, or nil for any object.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(self, name, object)
    }

    /// A sequence of notifications.
    ///
    /// A slow reader receives only the latest 64 notifications.
    ///
    /// ```swift
    /// let notifications = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
    /// ```
    public final class Notifications: AsyncSequence, Sendable {
        /// The type of the elements: `Notification`.
        ///
        /// ```swift
        /// let element: NotificationCenter.Notifications.Element = Notification(name: .EKEventStoreChanged)
        /// ```
        public typealias Element = Notification

        /// A notification that this module treats as Sendable, since only one reader at a time receives it and no
        /// reader changes it.
        fileprivate struct Posted: @unchecked Sendable {
            let notification: Notification
        }

        private let stream: AsyncStream<Posted>

        init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Posted.self,
                bufferingPolicy: .bufferingNewest(64)
            )
            self.stream = stream
            let observer = Observer(
                token: center.addObserver(forName: name, object: object, queue: nil) { notification in
                    continuation.yield(Posted(notification: notification))
                },
                center: center
            )
            continuation.onTermination = { _ in observer.end() }
        }

        /// Starts reading the notifications.
        ///
        /// ```swift
        /// let notifications = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
        /// var iterator = notifications.makeAsyncIterator()
        /// ```
        public func makeAsyncIterator() -> Iterator {
            Iterator(base: stream.makeAsyncIterator(), sequence: self)
        }

        /// An iterator over the notifications.
        ///
        /// ```swift
        /// var iterator = NotificationCenter.default.notifications(named: .EKEventStoreChanged).makeAsyncIterator()
        /// ```
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncStream<Posted>.Iterator
            fileprivate let sequence: Notifications

            /// Returns the next notification, or nil if the task was canceled.
            ///
            /// ```swift
            /// let notifications = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
            /// let task = Task {
            ///     var iterator = notifications.makeAsyncIterator()
            ///     _ = await iterator.next()
            /// }
            /// task.cancel()
            /// ```
            public mutating func next() async -> Notification? { await base.next()?.notification }

            /// Returns the next notification without leaving the caller's actor.
            ///
            /// ```swift
            /// let notifications = NotificationCenter.default.notifications(named: .EKEventStoreChanged)
            /// let task = Task { @MainActor in
            ///     for await notification in notifications { print(notification.name) }
            /// }
            /// task.cancel()
            /// ```
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(Never) -> Notification? {
                await base.next(isolation: actor)?.notification
            }
        }
    }

    /// An observer that is removed along with the sequence.
    // The token is immutable, and the notification center can remove it on any thread.
    private struct Observer: @unchecked Sendable {
        let token: any NSObjectProtocol
        let center: NotificationCenter

        func end() { center.removeObserver(token) }
    }
}
