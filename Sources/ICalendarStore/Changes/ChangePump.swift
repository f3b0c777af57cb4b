import ICalendar
import SystemIO

/// The thread that looks after a store, from when somebody needs it until nobody does.
final class ChangePump: Sendable {
    /// What to wait for before the next look.
    struct Wait: Sendable {
        /// What tells that there is something to look at; nil when nothing can.
        var watch: FolderWatch?
        /// When to look in any case.
        var pause: Duration?
    }

    /// Why there is a thread.
    enum Reason: Sendable, Hashable {
        /// Somebody reads the changes.
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

    /// Has a store looked after, which is not kept for that; false when it is already.
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

    /// Ends the thread when there is no other reason for it.
    func stop(for reason: Reason) {
        state.withLock { state in
            state.reasons.remove(reason)
            guard state.reasons.isEmpty else { return }
            state.wakening?.end()
            state.wakening = nil
        }
    }

    /// What the thread does, until its waiting is ended or the store is gone.
    private static func run(_ wakening: Wakening, _ look: () -> Wait?) {
        while let wait = look() {
            if wakening.wait(for: wait.watch?.descriptor, atMost: wait.pause) { return }
            if wait.watch != nil, wakening.wait(atMost: delay) { return }
        }
    }
}
