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
    /// The window whose occurrences are looked for; `search.window.isShortened` says whether it was too wide.
    public let window: OccurrenceWindow
    /// How the calendars are expanded, as given: `OccurrenceSearch(in: window, options: options)`.
    public let options: ExpansionOptions
    /// What reading puts up with, as given: `OccurrenceSearch(in: window, limits: limits)`.
    public let limits: ReadingLimits
    /// How many threads read and decode at most; what comes out does not depend on it.
    ///
    /// `OccurrenceSearch(in: window, threads: 1)` starts none.
    public let threads: Int
    /// What was read so far: `search.statistics.screenedOut` components could not touch the window.
    public private(set) var statistics = SearchStatistics()
    package let progress: ReadingProgress?
    /// Whether occurrences will be gone through, and not only counted.
    private let keepsContent: Bool
    private var files: [ScreenedFile] = []

    /// A search that has read nothing yet; `progress` is told how many bytes each read of a file gave.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window, progress: { bytes in print("\(bytes) bytes more") })
    /// try search.read(contentsOf: "archive.ics")
    /// ```
    public init(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limits: ReadingLimits = .init(),
        threads: Int? = nil,
        progress: ReadingProgress? = nil
    ) {
        self.init(
            in: window,
            options: options,
            limits: limits,
            threads: threads,
            progress: progress,
            countsOnly: false
        )
    }

    /// A search whose occurrences will perhaps only be counted; then nothing is kept of an event but when it happens.
    package init(
        in window: OccurrenceWindow,
        options: ExpansionOptions,
        limits: ReadingLimits = .init(),
        threads: Int?,
        progress: ReadingProgress?,
        countsOnly: Bool
    ) {
        self.window = window
        self.options = options
        self.limits = limits
        self.threads = max(1, threads ?? Workers.usualCount)
        self.progress = progress
        keepsContent = !countsOnly
    }

    /// Whether nothing was read yet: `OccurrenceSearch(in: window).isEmpty // true`.
    public var isEmpty: Bool { files.isEmpty }

    /// Reads a file or a named pipe, and gives what was found wrong with it.
    ///
    /// Throws `.unreadable` when it cannot be opened or read, and `.notACalendar` when it holds no calendar.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// for diagnostic in try search.read(contentsOf: "team.ics") { print(diagnostic) }
    /// ```
    @discardableResult
    public mutating func read(contentsOf path: String) throws(CalendarError) -> [Diagnostic] {
        try read(contentsOf: CalendarPath(path))
    }

    /// Reads a file or a named pipe whose name need not be UTF-8, as ``read(contentsOf:)-(String)`` does:
    /// `try search.read(contentsOf: CalendarPath("team.ics"))`.
    @discardableResult
    public mutating func read(contentsOf path: CalendarPath) throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(path: path, progress: progress))
    }

    /// Reads files and named pipes, small ones on several threads, and gives for each what was found wrong with it or
    /// why it gave nothing.
    ///
    /// Neither these nor the occurrences depend on how many threads work. Named pipes are opened one after the other.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// let paths = try CalendarFolder.files(in: "calendars").paths
    /// for case .failure(let error) in search.read(contentsOf: paths) { print(error) }
    /// ```
    public mutating func read(contentsOf paths: [CalendarPath]) -> [Result<[Diagnostic], CalendarError>] {
        var results: [Result<[Diagnostic], CalendarError>] = []
        results.reserveCapacity(paths.count)
        let (screen, limits, progress) = (screen, limits, progress)
        let share = max(1, min(paths.count / (4 * threads), Self.largestShare))
        var start = 0
        Workers.mapInOrder(
            threads: threads,
            next: {
                guard start < paths.count else { return nil }
                let end = min(start + share, paths.count)
                defer { start = end }
                return paths[start..<end]
            },
            transform: { (paths: ArraySlice<CalendarPath>) in
                paths.map { ($0, ScreenedFile.reading(ifSmall: $0, screen, limits, progress)) }
            },
            consume: { (batch: [(CalendarPath, Result<ScreenedFile, CalendarError>?)]) in
                for (path, result) in batch {
                    results.append(
                        Result { () throws(CalendarError) in
                            guard let result else { return try read(contentsOf: path) }
                            return keep(try result.get())
                        }
                    )
                }
            }
        )
        return results
    }

    /// How many small files are handed to a thread at a time at most.
    private static let largestShare = 16

    /// Reads standard input up to its end, and gives what was found wrong with it.
    ///
    /// Throws as ``read(contentsOf:)-(String)`` does.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// try search.readStandardInput()
    /// print(search.occurrences().count())
    /// ```
    @discardableResult
    public mutating func readStandardInput() throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(borrowing: 0, name: "<stdin>", progress: progress))
    }

    /// Reads bytes in memory, and gives what was found wrong with them.
    ///
    /// Throws `.notACalendar` when they hold no calendar.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
    /// try search.read(bytes: bytes, name: "upload.ics")
    /// ```
    @discardableResult
    public mutating func read(bytes: [UInt8], name: String? = nil) throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(bytes: bytes, name: name))
    }

    /// Reads a source, and gives what was found wrong with it.
    package mutating func read(_ source: ByteSource) throws(CalendarError) -> [Diagnostic] {
        keep(try ScreenedFile(source, screen: screen, limits: limits, threads: threads))
    }

    /// Keeps what was read of a source of so many bytes, and gives what was found wrong with it.
    package mutating func keep(_ file: CalendarFile, bytes: Int) -> [Diagnostic] {
        keep(ScreenedFile(file, bytes: bytes))
    }

    private mutating func keep(_ file: ScreenedFile) -> [Diagnostic] {
        files.append(file)
        statistics.add(file.tally)
        return file.diagnostics
    }

    private var screen: ComponentScreen {
        ComponentScreen(searched: window.seconds, keepsContent: keepsContent)
    }

    /// The occurrences of all that was read, in order.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// try search.read(contentsOf: "team.ics")
    /// let first = search.occurrences().first { $0.status != .cancelled }
    /// ```
    public func occurrences() -> Occurrences {
        var options = options
        let diagnostics = options.limits.diagnostics
        options.limits = limits
        options.limits.diagnostics = diagnostics
        return Occurrences(of: files, in: window, options: options, threads: threads)
    }
}
