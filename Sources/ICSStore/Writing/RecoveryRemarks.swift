import ICSConsole
import ICalendar
import ICalendarStore

/// Says of commits that were interrupted what could not be done, once, whichever command finishes them.
///
/// One that writes may come upon them only at its end, and no other command is told of them then.
enum RecoveryRemarks {
    private struct State {
        var store: EventStore?
        var said: Set<Diagnostic> = []
    }

    private static let state = Lock(State())

    /// Notes the store that is asked.
    static func follow(_ store: EventStore) { state.withLock { $0.store = store } }

    /// Notes what was said already.
    static func note(_ diagnostic: Diagnostic) { _ = state.withLock { $0.said.insert(diagnostic) } }

    /// Says what was not said yet.
    static func print() {
        let new = state.withLock { state in
            (state.store?.recoveryRemarks ?? []).filter { state.said.insert($0).inserted }
        }
        Program.errors.print(new)
    }
}
