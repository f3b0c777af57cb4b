import ICSConsole
import ICalendar
import ICalendarStore

/// Says what a store cannot use of its files, on standard error, as ics-expand does of its inputs.
struct StoreRemarks {
    private let store: EventStore
    private var said: Set<Diagnostic> = []

    /// The remarks about a store.
    init(of store: EventStore) {
        self.store = store
    }

    /// Says it of some calendars, or of all: `FILE:LINE: warning: MESSAGE`; gives whether a file, a folder or a calendar
    /// was left out as a whole, so that an answer lacks what is in it.
    @discardableResult
    static func print(
        of store: EventStore,
        for type: EntityType = .event,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> Bool {
        var remarks = StoreRemarks(of: store)
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
