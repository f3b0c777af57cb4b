import ICalendar
import SystemIO

/// What one reader of a store's changes has not yet taken: a few changes, however long it stays away.
final class ChangeBuffer: Sendable {
    private struct State {
        var changes: [StoreChange] = []
        var isEnded = false
        var waiting: CheckedContinuation<StoreChange?, Never>?
    }

    private let state = Lock(State())

    /// How many changes are kept apart; those of one origin that follow each other are one.
    private static let mostChanges = 8
    /// How many items and calendars are named in one.
    private static let mostNames = 100_000

    /// Keeps a change until it is asked for.
    func add(_ change: StoreChange) {
        let told = state.withLock { state -> (CheckedContinuation<StoreChange?, Never>, StoreChange)? in
            if state.isEnded { return nil }
            if let waiting = state.waiting {
                state.waiting = nil
                return (waiting, change)
            }
            Self.append(change, to: &state.changes)
            return nil
        }
        if let told { told.0.resume(returning: told.1) }
    }

    private static func append(_ change: StoreChange, to changes: inout [StoreChange]) {
        guard var last = changes.last, last.origin == change.origin || changes.count == mostChanges else {
            changes.append(change)
            return
        }
        changes.removeLast()
        last.join(change, atMost: mostNames)
        if !last.isEmpty { changes.append(last) }
    }

    /// The next change, as soon as there is one; nil when it was ended.
    ///
    /// A second one who waits ends the first one's waiting.
    func next() async -> StoreChange? {
        await withCheckedContinuation { continuation in
            let told = state.withLock { state -> (CheckedContinuation<StoreChange?, Never>, StoreChange?)? in
                if state.isEnded { return (continuation, nil) }
                if !state.changes.isEmpty { return (continuation, state.changes.removeFirst()) }
                defer { state.waiting = continuation }
                return state.waiting.map { ($0, nil) }
            }
            if let told { told.0.resume(returning: told.1) }
        }
    }

    /// Ends it: whoever waits is told so, now and from now on.
    func end() {
        let waiting = state.withLock { state in
            state.isEnded = true
            state.changes = []
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
