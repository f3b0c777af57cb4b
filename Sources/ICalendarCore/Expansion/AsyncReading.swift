extension CalendarFile {
    /// Reads the chunks of an asynchronous sequence, such as the body of an upload.
    ///
    /// Reading takes place on a thread of its own, never on one of Swift's cooperative pool, and holds at most two
    /// chunks that are not read yet. Canceling the task ends it.
    ///
    /// ```swift
    /// let body = AsyncStream<[UInt8]> { stream in
    ///     stream.yield(Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8))
    ///     stream.finish()
    /// }
    /// let file = try await CalendarFile(chunks: body, name: "upload.ics")
    /// ```
    ///
    /// - Throws: the sequence's own error, `CancellationError`, or the errors of
    ///   ``init(bytes:name:limits:threads:)``.
    public init<Chunks: AsyncSequence>(
        chunks: Chunks,
        name: String? = nil,
        limits: ReadingLimits = .init(),
        threads: Int? = nil
    ) async throws where Chunks.Element: Collection<UInt8> {
        self = try await BlockingWork.read(chunks, name: name) { source in
            try CalendarFile(source, limits, threads: threads)
        }
    }
}

extension OccurrenceSearch {
    /// Reads the chunks of an asynchronous sequence, keeps only what can fall into the window, and returns the problems
    /// found.
    ///
    /// Memory is bounded by what is kept and two chunks. Reading takes place on a thread of its own, and canceling the
    /// task ends it; the search is then as it was before.
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
    /// - Throws: the sequence's own error, `CancellationError`, or the errors of ``read(bytes:name:)``.
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
