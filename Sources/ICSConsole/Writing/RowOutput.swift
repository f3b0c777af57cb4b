package import ICalendar

/// Writes occurrences as rows, encoded on several threads; the bytes do not depend on how many there are.
package struct RowOutput {
    /// How many threads work.
    let threads: Int
    /// How many occurrences are written at most.
    let limit: Int
    /// How many were written.
    package private(set) var count = 0
    /// What was found wrong with the events that were written, each once.
    package private(set) var diagnostics: [Diagnostic] = []

    /// An output of no more than `limit` occurrences.
    package init(threads: Int, limit: Int) {
        self.threads = threads
        self.limit = limit
    }

    /// Writes the occurrences to a descriptor in a format.
    mutating func write(
        _ occurrences: Occurrences,
        as format: some RowFormat,
        to descriptor: Descriptor
    ) throws(WriteError) {
        try descriptor.write(Array(format.opening.utf8))
        let sources = occurrences.sources(threads: threads)
        let texts = EventTexts(format, of: sources, in: occurrences.window.zone)
        let writer = RowWriter(texts, to: descriptor, ahead: Self.blocksAhead * threads)
        defer { (count, diagnostics) = writer.written }
        try occurrences.mapRows(
            of: sources,
            threads: threads,
            ahead: Self.slicesAhead * threads,
            limit: limit,
            transform: { writer.write($0) },
            consume: { (_: Void) throws(WriteError) in try writer.checkFailure() }
        )
        try writer.checkFailure()
        try descriptor.write(Array(format.closing(isEmpty: writer.written.count == 0).utf8))
    }

    /// Slices that wait to be encoded, for each thread: enough to be busy with while the next stretch is gathered.
    private static let slicesAhead = 48
    /// Encoded slices that wait for an earlier one to be written, for each thread.
    private static let blocksAhead = 2
}
