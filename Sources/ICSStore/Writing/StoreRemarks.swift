import ICSConsole
import ICalendar
import ICalendarStore
import SystemIO

/// Reports problems in a store's files on standard error, as `ics-expand` does.
struct StoreRemarks {
    let store: EventStore
    var said: Set<Diagnostic> = []

    /// Prints `FILE:LINE: warning: MESSAGE` for each problem in the given calendars, or in all calendars.
    ///
    /// Returns whether results are incomplete because a whole file, folder, or calendar was skipped.
    @discardableResult
    static func print(
        of store: EventStore,
        for type: EntityType = .event,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> Bool {
        var remarks = StoreRemarks(store: store)
        return try remarks.print(for: type, in: calendars)
    }

    /// Prints the skipped parts of the given calendars, or of all calendars.
    ///
    /// Skipped parts are unreadable files and folders, files that are not calendars, and truncated content.
    static func printLosses(
        of store: EventStore,
        for type: EntityType,
        in calendars: [EventCalendar]?
    ) throws(StoreError) {
        let losses = try store.diagnostics(for: type, in: calendars).filter { $0.code == .framing }
        Program.errors.print(losses)
        for diagnostic in losses { RecoveryRemarks.note(diagnostic) }
    }

    /// Prints problems that have not been printed yet.
    @discardableResult
    mutating func print(for type: EntityType, in calendars: [EventCalendar]? = nil) throws(StoreError) -> Bool
    {
        let new = try store.diagnostics(for: type, in: calendars).filter { said.insert($0).inserted }
        Program.errors.print(new)
        for diagnostic in new { RecoveryRemarks.note(diagnostic) }
        return new.contains { $0.severity == .error && $0.line == nil }
    }
}

/// Reports data that could not be recovered from interrupted commits.
///
/// The command that completes these commits prints the report, and no other command repeats it.
///
/// A command that writes may find interrupted commits only at its end. Later commands no longer find these
/// commits.
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
        /// Prints lines.
        ///
        /// If printing fails, throws an error stating that the command itself succeeded.
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
