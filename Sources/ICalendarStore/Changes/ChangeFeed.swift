import ICalendar
import SystemIO

/// Something that is looked after in the background while anybody wants to be told of changes.
protocol LookedAfter: AnyObject, Sendable {
    func lookInBackground() -> ChangePump.Wait
    func readingBegins()
}

final class ChangeFeed: Sendable {
    private let buffers = Lock<[ObjectIdentifier: ChangeBuffer]>([:])
    private let pump = ChangePump()

    var isRead: Bool { buffers.withLock { !$0.isEmpty } }

    /// Callers hold a lock, so that changes are told in the order in which they were made.
    func tell(_ change: StoreChange) {
        if change.isEmpty { return }
        for buffer in buffers.withLock({ Array($0.values) }) { buffer.add(change) }
    }

    func begin(_ buffer: ChangeBuffer, _ store: any LookedAfter, isWatched: Bool) {
        if !isRead { store.readingBegins() }
        buffers.withLock { buffers in
            buffers[ObjectIdentifier(buffer)] = buffer
            if isWatched { _ = pump.start(store, for: .readers) }
        }
    }

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

    func end() {
        pump.stop(for: .readers)
        pump.stop(for: .queries)
    }
}

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
    private static let mostNames = 100_000

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

    /// The next change; nil when it was ended, or by a second caller.
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

/// The thread that looks after a store, from when somebody needs it until nobody does.
final class ChangePump: Sendable {
    struct Wait: Sendable {
        var watch: FolderWatch?
        var pause: Duration?
    }

    enum Reason: Sendable, Hashable {
        case readers
        /// The system cannot tell what changed, and queries shall not have to look themselves.
        case queries
    }

    private struct State {
        var reasons: Set<Reason> = []
        var wakening: Wakening?
    }

    private let state = Lock(State())

    /// How long changes are gathered, so that a program that writes a hundred files causes one.
    static let delay: Duration = .milliseconds(40)

    func start(_ store: any LookedAfter, for reason: Reason) -> Bool {
        state.withLock { state in
            state.reasons.insert(reason)
            // Where there are no threads or descriptors left, the next one who asks tries again.
            guard state.wakening == nil else { return false }
            guard let wakening = Wakening() else { return true }
            let thread = WorkerThread { [weak store] in
                Self.run(wakening) { store?.lookInBackground() }
            }
            thread?.detach()
            if thread != nil { state.wakening = wakening }
            return true
        }
    }

    func stop(for reason: Reason) {
        state.withLock { state in
            state.reasons.remove(reason)
            guard state.reasons.isEmpty else { return }
            state.wakening?.end()
            state.wakening = nil
        }
    }

    private static func run(_ wakening: Wakening, _ look: () -> Wait?) {
        while let wait = look() {
            if wakening.wait(for: wait.watch?.descriptor, atMost: wait.pause) { return }
            if wait.watch != nil, wakening.wait(atMost: delay) { return }
        }
    }
}
