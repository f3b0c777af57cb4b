import ICSConsole
import ICalendar
import ICalendarStore
import SystemIO

/// A report on standard error of the problems in a store's files, as in `ics-expand`.
struct StoreRemarks {
    let store: EventStore
    var said: Set<Diagnostic> = []

    /// Prints `FILE:LINE: warning: MESSAGE` for the problems in some or all calendars.
    ///
    /// Returns whether a whole file, folder or calendar was skipped, so that results are incomplete.
    @discardableResult
    static func print(
        of store: EventStore,
        for type: EntityType = .event,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> Bool {
        var remarks = StoreRemarks(store: store)
        return try remarks.print(for: type, in: calendars)
    }

    /// Prints the skipped parts of some or all calendars.
    ///
    /// These are unreadable files and folders, files that are not calendars, and truncated parts.
    static func printLosses(
        of store: EventStore,
        for type: EntityType,
        in calendars: [EventCalendar]?
    ) throws(StoreError) {
        let losses = try store.diagnostics(for: type, in: calendars).filter { $0.code == .framing }
        Program.errors.print(losses)
        for diagnostic in losses { RecoveryRemarks.note(diagnostic) }
    }

    /// Prints the problems that have not been printed yet.
    @discardableResult
    mutating func print(for type: EntityType, in calendars: [EventCalendar]? = nil) throws(StoreError) -> Bool
    {
        let new = try store.diagnostics(for: type, in: calendars).filter { said.insert($0).inserted }
        Program.errors.print(new)
        for diagnostic in new { RecoveryRemarks.note(diagnostic) }
        return new.contains { $0.severity == .error && $0.line == nil }
    }
}

/// A report of data that could not be recovered from interrupted commits, printed once by the command that completes
/// them.
///
/// A command that writes may find interrupted commits only at its end, and later commands no longer see them.
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
        /// Prints lines, or throws an error that explains that the command itself succeeded.
        static func print(_ lines: [String]) throws {
            try saying { () throws(WriteError) in try ListOutput.print(lines) }
        }

        static func saying(_ print: () throws(WriteError) -> Void) throws {
            do throws(WriteError) {
                try print()
            } catch WriteError.closedPipe {
                throw WriteError.closedPipe
            } catch {
                throw CommandError("standard output: \(error); the changes were made")
            }
        }
    }
#endif
