/// The changes of a store, one after the other: what ``EventStore/changes`` gives.
///
/// Any number of tasks may iterate over it, each at its own pace. Who is slow gets several changes as one, and misses
/// none. It ends when the task is cancelled.
///
/// ```swift
/// for await change in store.changes {
///     print(change.inserted.count, change.updated.count, change.deleted.count)
/// }
/// ```
public struct StoreChanges: AsyncSequence, Sendable {
    let feed: ChangeFeed
    /// Kept as long as somebody iterates.
    let store: any LookedAfter
    /// Whether other programs' changes are looked for.
    let isWatched: Bool

    /// Begins to gather changes: all that is changed from now on will be given.
    ///
    /// ```swift
    /// var changes = store.changes.makeAsyncIterator()
    /// let change = await changes.next()
    /// ```
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: Subscription(self))
    }

    /// One who reads; it ends with the iterator.
    final class Subscription: Sendable {
        let buffer = ChangeBuffer()
        private let changes: StoreChanges

        init(_ changes: StoreChanges) {
            self.changes = changes
            changes.feed.begin(buffer, changes.store, isWatched: changes.isWatched)
        }

        deinit { end() }

        func end() { changes.feed.end(buffer) }
    }

    /// What gives one change after the other.
    ///
    /// ```swift
    /// var changes = store.changes.makeAsyncIterator()
    /// while let change = await changes.next() { print(change.origin) }
    /// ```
    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// The next change, as soon as there is one; nil when the task was cancelled.
        ///
        /// ```swift
        /// var changes = store.changes.makeAsyncIterator()
        /// let change = await changes.next()
        /// ```
        public mutating func next() async -> StoreChange? {
            await next(isolation: nil)
        }

        /// The same for who iterates on an actor.
        ///
        /// ```swift
        /// var changes = store.changes.makeAsyncIterator()
        /// let change = await changes.next(isolation: MainActor.shared)
        /// ```
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> StoreChange? {
            let subscription = subscription
            return await withTaskCancellationHandler {
                await subscription.buffer.next()
            } onCancel: {
                subscription.end()
            }
        }
    }
}
