/// A value that contains calendars: a ``CalendarFile``, a ``CalendarObject``, or an array of files.
///
/// All three provide the same methods for finding occurrences, alarms, conflicts, free/busy times, and violations, and
/// for writing in any format.
///
/// ```swift
/// let files = try [CalendarFile(contentsOf: "team.ics"), CalendarFile(contentsOf: "holidays.ics")]
/// for occurrence in files.occurrences(in: window) { print(occurrence) }
/// ```
public protocol CalendarContents: Sendable {
    /// The contents as files, each with the name used in its diagnostics: `[file, file].calendarFiles.count // 2`.
    var calendarFiles: [CalendarFile] { get }
}

extension CalendarFile: CalendarContents {
    /// The file itself: `file.calendarFiles.count // 1`.
    public var calendarFiles: [CalendarFile] { [self] }
}

extension CalendarObject: CalendarContents {
    /// A nameless file that contains only this calendar: `calendar.calendarFiles.first?.name // nil`.
    public var calendarFiles: [CalendarFile] { [CalendarFile(calendars: [self])] }
}

extension [CalendarFile]: CalendarContents {
    /// The files themselves: `[file].calendarFiles.count // 1`.
    public var calendarFiles: [CalendarFile] { self }
}
