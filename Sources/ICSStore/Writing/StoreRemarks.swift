import ICSConsole
import ICalendar
import ICalendarStore
import SystemIO

/// Says what a store cannot use of its files, on standard error, as ics-expand does of its inputs.
struct StoreRemarks {
    let store: EventStore
    var said: Set<Diagnostic> = []

    /// Says it of some calendars, or of all: `FILE:LINE: warning: MESSAGE`; gives whether a file, a folder or a calendar
    /// was left out as a whole, so that an answer lacks what is in it.
    @discardableResult
    static func print(
        of store: EventStore,
        for type: EntityType = .event,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> Bool {
        var remarks = StoreRemarks(store: store)
        return try remarks.print(for: type, in: calendars)
    }

    /// Says what was left out of some calendars, or of all: files and folders that cannot be read or are no calendars,
    /// and what was cut off.
    static func printLosses(
        of store: EventStore,
        for type: EntityType,
        in calendars: [EventCalendar]?
    ) throws(StoreError) {
        let losses = try store.diagnostics(for: type, in: calendars).filter { $0.code == .framing }
        Program.errors.print(losses)
        for diagnostic in losses { RecoveryRemarks.note(diagnostic) }
    }

    /// The same, less what was said before.
    @discardableResult
    mutating func print(for type: EntityType, in calendars: [EventCalendar]? = nil) throws(StoreError) -> Bool
    {
        let new = try store.diagnostics(for: type, in: calendars).filter { said.insert($0).inserted }
        Program.errors.print(new)
        for diagnostic in new { RecoveryRemarks.note(diagnostic) }
        return new.contains { $0.severity == .error && $0.line == nil }
    }
}

/// Says of commits that were interrupted what could not be done, once, whichever command finishes them.
///
/// One that writes may come upon them only at its end, and no other command is told of them then.
enum RecoveryRemarks {
    private struct State {
        var store: EventStore?
        var said: Set<Diagnostic> = []
    }

    private static let state = Lock(State())

    static func follow(_ store: EventStore) { state.withLock { $0.store = store } }

    static func note(_ diagnostic: Diagnostic) { _ = state.withLock { $0.said.insert(diagnostic) } }

    static func print() {
        let new = state.withLock { state in
            (state.store?.recoveryRemarks ?? []).filter { state.said.insert($0).inserted }
        }
        Program.errors.print(new)
    }
}

#if CommandLine
    enum DoneOutput {
        /// Prints lines; who cannot be told them shall know that it is done all the same.
        static func print(_ lines: [String]) throws {
            try saying { () throws(WriteError) in try ListOutput.print(lines) }
        }

        static func saying(_ print: () throws(WriteError) -> Void) throws {
            do throws(WriteError) {
                try print()
            } catch WriteError.closedPipe {
                throw WriteError.closedPipe
            } catch {
                throw CommandError("standard output: \(error); what was asked for is done all the same")
            }
        }
    }
#endif
