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
    private var told: Set<ObjectIdentifier> = []

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
        let sources = occurrences.sources()
        let bench = RowBench(EventTexts(format, of: sources, in: occurrences.window.zone))
        try occurrences.mapRows(
            of: sources,
            threads: threads,
            limit: limit,
            transform: { bench.encode($0.ordered()[...]) },
            consume: { (encoded: EncodedRows) throws(WriteError) in
                var encoded = encoded
                while true {
                    try encoded.block.write(to: descriptor, from: count == 0 ? format.separatorLength : 0)
                    count += encoded.count
                    for remarks in encoded.remarks where told.insert(remarks.event).inserted {
                        diagnostics += remarks.diagnostics
                    }
                    bench.giveBack(encoded.block)
                    // What a full block had no room for comes as soon as that is written.
                    if encoded.rest.isEmpty { break }
                    encoded = bench.encode(encoded.rest)
                }
            }
        )
        try descriptor.write(Array(format.closing(isEmpty: count == 0).utf8))
    }
}

/// Rows as bytes, as many as a block has room for.
private struct EncodedRows: Sendable {
    /// The bytes.
    let block: OutputBlock
    /// How many rows there are.
    let count: Int
    /// What was found wrong with their events.
    let remarks: [EventRemarks]
    /// The rows that are still to be encoded.
    let rest: ArraySlice<OccurrenceRow>
}

/// What threads encode with: encoders that remember what they wrote last, and blocks that are used again.
private final class RowBench<Format: RowFormat>: Sendable {
    private let texts: EventTexts<Format>
    private let tools: Lock<(encoders: [RowEncoder<Format>], blocks: [OutputBlock])> = Lock(([], []))

    init(_ texts: EventTexts<Format>) {
        self.texts = texts
    }

    /// Encodes rows with tools that nobody uses.
    func encode(_ rows: ArraySlice<OccurrenceRow>) -> EncodedRows {
        var rest = rows
        var (encoder, block) = tools.withLock { tools in
            (tools.encoders.popLast() ?? RowEncoder(texts), tools.blocks.popLast() ?? OutputBlock())
        }
        let remarks = encoder.encode(&rest, into: block)
        tools.withLock { [encoder] in $0.encoders.append(encoder) }
        return EncodedRows(block: block, count: rows.count - rest.count, remarks: remarks, rest: rest)
    }

    /// Takes a block back that was written.
    func giveBack(_ block: OutputBlock) {
        tools.withLock { $0.blocks.append(block) }
    }
}
