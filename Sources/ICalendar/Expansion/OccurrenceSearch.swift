/// Reads calendars for one window: what cannot touch it is passed over, the rest is decoded when somebody asks.
///
/// For a program that wants the occurrences of one window and not the calendars themselves. It gives the same
/// occurrences as ``CalendarFile/occurrences(in:options:)`` at a fraction of the time and memory.
///
/// ```swift
/// var search = OccurrenceSearch(in: window)
/// try search.read(contentsOf: "archive.ics")
/// for occurrence in search.occurrences() { print(occurrence) }
/// ```
public struct OccurrenceSearch: Sendable {
    /// The window.
    public let window: OccurrenceWindow
    /// How the calendars are expanded.
    public let options: ExpansionOptions
    /// What reading puts up with.
    public let limits: ReadingLimits
    /// How many threads read and decode at most; what comes out does not depend on it.
    public let threads: Int
    private var files: [ScreenedFile] = []

    /// A search that has read nothing yet.
    public init(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limits: ReadingLimits = .init(),
        threads: Int? = nil
    ) {
        self.window = window
        self.options = options
        self.limits = limits
        self.threads = max(1, threads ?? Workers.usualCount)
    }

    /// Whether nothing was read yet.
    public var isEmpty: Bool { files.isEmpty }

    /// Reads a file or a named pipe, and gives what was found wrong with it.
    ///
    /// Throws `.unreadable` when it cannot be opened or read, and `.notACalendar` when it holds no calendar.
    @discardableResult
    public mutating func read(contentsOf path: String) throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(path: path))
    }

    /// Reads standard input up to its end, and gives what was found wrong with it.
    ///
    /// Throws as ``read(contentsOf:)`` does.
    @discardableResult
    public mutating func readStandardInput() throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(borrowing: 0, name: "<stdin>"))
    }

    /// Reads bytes in memory, and gives what was found wrong with them.
    ///
    /// Throws `.notACalendar` when they hold no calendar.
    @discardableResult
    public mutating func read(bytes: [UInt8], name: String? = nil) throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(bytes: bytes, name: name))
    }

    private mutating func read(_ source: ByteSource) throws(CalendarError) -> [Diagnostic] {
        let range = window.searchedRange
        let screen = ComponentScreen(
            searched: range.lowerBound.secondsSince1970..<range.upperBound.secondsSince1970
        )
        let file = try ScreenedFile(source, screen: screen, limits: limits, threads: threads)
        files.append(file)
        return file.diagnostics
    }

    /// The occurrences of all that was read, in order.
    public func occurrences() -> Occurrences {
        Occurrences(of: files, in: window, options: options, threads: threads)
    }
}
