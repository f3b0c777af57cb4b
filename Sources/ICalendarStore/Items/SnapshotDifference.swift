import ICalendar

/// What one state of a store has that another one has not: files that came, changed or went, and calendars likewise.
///
/// Only what a reader can notice counts: a file that was touched without another content is no difference.
struct SnapshotDifference: Sendable {
    /// What became of a file.
    struct File: Sendable {
        /// The calendar that it is in, or was.
        let calendarIdentifier: String
        /// Where it stands, or stood.
        let place: FilePlace
        /// What it was; nil for a file that came.
        let before: StoredFile?
        /// What it is; nil for a file that went.
        let after: StoredFile?

        /// The UIDs that it had, each once, in the order of the file.
        var uidsBefore: [String] { before?.uids ?? [] }
        /// The UIDs that it has, each once, in the order of the file.
        var uidsAfter: [String] { after?.uids ?? [] }
    }

    /// What became of a calendar.
    enum Calendar: Sendable, Hashable {
        /// One that was not there; its files are among ``SnapshotDifference/files`` too.
        case inserted(EventCalendar)
        /// One whose title, colour or permissions differ.
        case updated(from: EventCalendar, to: EventCalendar)
        /// One whose folder got another name, so that all identifiers changed; its files are deleted and inserted.
        case renamed(from: EventCalendar, to: EventCalendar)
        /// One that is gone; its files are among ``SnapshotDifference/files`` too.
        case deleted(EventCalendar)
    }

    /// The calendars that differ, in the order of their paths.
    var calendars: [Calendar] = []
    /// The files that differ, in the order of their calendars' paths and their names.
    var files: [File] = []

    /// Whether nothing differs.
    var isEmpty: Bool { calendars.isEmpty && files.isEmpty }
}
