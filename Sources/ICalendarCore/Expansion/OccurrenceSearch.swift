/// A search for the occurrences in one window that decodes as little as possible.
///
/// A search skips components that cannot overlap the window and decodes the others on demand. Use a search if you need
/// the occurrences in one window but not the calendars themselves. The results are the same as those of
/// ``CalendarContents/occurrences(in:options:)`` but take a fraction of the time and memory.
///
/// ```swift
/// var search = OccurrenceSearch(in: window)
/// try search.read(contentsOf: "archive.ics")
/// for occurrence in search.occurrences() { print(occurrence) }
/// ```
public struct OccurrenceSearch: Sendable {
    /// The window to search; `search.window.isShortened` is true if the requested window was too wide.
    public let window: OccurrenceWindow
    package let options: ExpansionOptions
    /// The limits for reading and expansion.
    package var limits: ReadingLimits { options.limits }
    package let threads: Int
    package private(set) var statistics = SearchStatistics()
    package let progress: ReadingProgress?
    /// Whether occurrences will be enumerated rather than just counted.
    private let keepsContent: Bool
    private var files: [ScreenedFile] = []

    /// Creates an empty search.
    ///
    /// The ``ExpansionOptions/limits`` also apply to reading. Reading and decoding use at most `threads` threads (by
    /// default, one per processor); the results do not depend on the number of threads. After reading each part of a
    /// file, the search calls `progress` with the part's number of bytes, on any thread.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window, progress: { bytes in print("\(bytes) bytes more") })
    /// try search.read(contentsOf: "archive.ics")
    /// ```
    public init(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        threads: Int? = nil,
        progress: (@Sendable (_ bytes: Int) -> Void)? = nil
    ) {
        self.init(
            in: window,
            options: options,
            threads: threads,
            progress: progress,
            countsOnly: false
        )
    }

    /// Creates a search.
    ///
    /// If `countsOnly` is true, the search stores only event times.
    package init(
        in window: OccurrenceWindow,
        options: ExpansionOptions,
        threads: Int?,
        progress: ReadingProgress?,
        countsOnly: Bool
    ) {
        self.window = window
        self.options = options
        self.threads = max(1, threads ?? Workers.usualCount)
        self.progress = progress
        keepsContent = !countsOnly
    }

    /// Whether nothing has been read yet.
    package var isEmpty: Bool { files.isEmpty }

    /// Reads a file or a named pipe, and returns the problems found.
    ///
    /// Throws `.unreadable` if the file cannot be opened or read, and `.notACalendar` if it contains no calendar.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// for diagnostic in try search.read(contentsOf: "team.ics") { print(diagnostic) }
    /// ```
    @discardableResult
    public mutating func read(contentsOf path: String) throws(CalendarError) -> [Diagnostic] {
        try read(contentsOf: CalendarPath(path))
    }

    /// Reads a file or a named pipe whose name need not be UTF-8, like ``read(contentsOf:)-(String)``:
    /// `try search.read(contentsOf: CalendarPath("team.ics"))`.
    @discardableResult
    public mutating func read(contentsOf path: CalendarPath) throws(CalendarError) -> [Diagnostic] {
        try read(ByteSource(path: path, progress: progress))
    }

    /// Reads files and named pipes, and returns the diagnostics or the error for each one.
    ///
    /// Several threads share the small files. Neither the results nor the occurrences depend on the number of
    /// threads. Named pipes are opened one after another.
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

    /// The maximum number of small files to hand to a thread at a time.
    private static let largestShare = 16

    /// Reads bytes in memory, and returns the problems found.
    ///
    /// Throws `.notACalendar` if the bytes contain no calendar.
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

    /// Reads a source, and returns the problems found.
    package mutating func read(_ source: ByteSource) throws(CalendarError) -> [Diagnostic] {
        keep(try ScreenedFile(source, screen: screen, limits: limits, threads: threads))
    }

    /// Adds a file that has already been read from a source of a given size, and returns the problems found.
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

    /// Returns, in order, the occurrences of all events read so far.
    ///
    /// ```swift
    /// var search = OccurrenceSearch(in: window)
    /// try search.read(contentsOf: "team.ics")
    /// let first = search.occurrences().first { $0.status != .cancelled }
    /// ```
    public func occurrences() -> Occurrences {
        Occurrences(of: files, in: window, options: options, threads: threads)
    }
}

extension OccurrenceSearch {
    /// Reads the chunks of an asynchronous sequence, and returns the problems found.
    ///
    /// Keeps only events that may overlap the window. Memory use is limited to the kept events and two chunks. Reading
    /// runs on a separate thread. Canceling the task stops reading and leaves the search unchanged.
    ///
    /// ```swift
    /// let body = AsyncStream<[UInt8]> { stream in
    ///     stream.yield(Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8))
    ///     stream.finish()
    /// }
    /// var search = OccurrenceSearch(in: window)
    /// let diagnostics = try await search.read(chunks: body, name: "upload.ics")
    /// ```
    ///
    /// - Throws: The sequence's own error, `CancellationError`, or the errors of ``read(bytes:name:)``.
    @discardableResult
    public mutating func read<Chunks: AsyncSequence>(
        chunks: Chunks,
        name: String? = nil
    ) async throws -> [Diagnostic] where Chunks.Element: Collection<UInt8> {
        let before = self
        let (after, diagnostics) = try await BlockingWork.read(chunks, name: name) { source in
            var search = before
            let diagnostics = try search.read(source)
            return (search, diagnostics)
        }
        self = after
        return diagnostics
    }
}
