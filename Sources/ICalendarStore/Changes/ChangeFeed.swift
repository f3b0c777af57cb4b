import SystemIO

/// An object that stays up to date in the background while its changes are being read.
protocol LookedAfter: AnyObject, Sendable {
    func lookInBackground() -> ChangePump.Wait
    func readingBegins()
}

final class ChangeFeed: Sendable {
    private let buffers = Lock<[ObjectIdentifier: ChangeBuffer]>([:])
    private let pump = ChangePump()

    var isRead: Bool { buffers.withLock { !$0.isEmpty } }

    /// Reports a change to all readers.
    ///
    /// Callers must hold a lock so that changes are reported in order.
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

    /// Starts polling the store in the background, even without readers, if the system cannot report changes.
    ///
    /// Returns false if the store is already being polled.
    func lookAfter(_ store: any LookedAfter) -> Bool { pump.start(store, for: .queries) }

    func end() {
        pump.stop(for: .readers)
        pump.stop(for: .queries)
    }
}

/// A buffer of changes that a reader has not received yet.
///
/// The buffer stays small even if the reader is slow.
final class ChangeBuffer: Sendable {
    private struct State {
        var changes: [StoreChange] = []
        var isEnded = false
        var waiting: CheckedContinuation<StoreChange?, Never>?
    }

    private let state = Lock(State())

    /// The maximum number of buffered changes.
    ///
    /// Consecutive changes with the same origin are merged.
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

    /// Returns the next change, or nil if the buffer is closed or another call replaces this one.
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

/// A background thread that keeps a store up to date for as long as anyone needs it.
final class ChangePump: Sendable {
    struct Wait: Sendable {
        var watch: FolderWatch?
        var pause: Duration?
    }

    enum Reason: Sendable, Hashable {
        case readers
        /// Queries should not have to check for changes that the system cannot report.
        case queries
    }

    private struct State {
        var reasons: Set<Reason> = []
        var wakening: Wakening?
    }

    private let state = Lock(State())

    /// The time to collect changes before reporting them.
    ///
    /// With this delay, writing a hundred files in a row causes only one change.
    static let delay: Duration = .milliseconds(40)

    func start(_ store: any LookedAfter, for reason: Reason) -> Bool {
        state.withLock { state in
            state.reasons.insert(reason)
            // If no threads or descriptors are available, the next caller tries again.
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
