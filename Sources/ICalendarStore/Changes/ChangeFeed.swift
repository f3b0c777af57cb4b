import ICalendar
import SystemIO

/// Something that is looked after in the background while anybody wants to be told of changes.
protocol LookedAfter: AnyObject, Sendable {
    /// Looks once, and says what to wait for.
    func lookInBackground() -> ChangePump.Wait
    /// The first one begins to read.
    func readingBegins()
}

/// Tells all who read a store's changes what changed.
final class ChangeFeed: Sendable {
    private let buffers = Lock<[ObjectIdentifier: ChangeBuffer]>([:])
    private let pump = ChangePump()

    /// Whether anybody reads.
    var isRead: Bool { buffers.withLock { !$0.isEmpty } }

    /// Tells a change to all who read.
    ///
    /// Changes are told in the order of these calls, so whoever calls holds a lock.
    func tell(_ change: StoreChange) {
        if change.isEmpty { return }
        for buffer in buffers.withLock({ Array($0.values) }) { buffer.add(change) }
    }

    /// Has somebody read from now on.
    func begin(_ buffer: ChangeBuffer, _ store: any LookedAfter, isWatched: Bool) {
        if !isRead { store.readingBegins() }
        buffers.withLock { buffers in
            buffers[ObjectIdentifier(buffer)] = buffer
            if isWatched { _ = pump.start(store, for: .readers) }
        }
    }

    /// Somebody reads no longer.
    func end(_ buffer: ChangeBuffer) {
        buffers.withLock { buffers in
            buffers[ObjectIdentifier(buffer)] = nil
            if buffers.isEmpty { pump.stop(for: .readers) }
        }
        buffer.end()
    }

    /// Has the store looked after although nobody reads changes, as only looking again and again tells what changed;
    /// false when it is already.
    func lookAfter(_ store: any LookedAfter) -> Bool { pump.start(store, for: .queries) }

    /// Ends everything.
    func end() {
        pump.stop(for: .readers)
        pump.stop(for: .queries)
    }
}
