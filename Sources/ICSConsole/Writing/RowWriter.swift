import ICalendar

/// Encodes slices of rows on several threads, and writes them in their order.
///
/// Whichever thread has encoded the slice that comes next writes it, and those that were waiting for it: so memory is
/// used again soon, and no thread has to be there for writing alone.
final class RowWriter<Format: RowFormat>: Sendable {
    private let texts: EventTexts<Format>
    private let descriptor: Descriptor
    private let tools: Lock<(encoders: [RowEncoder<Format>], blocks: [OutputBlock])> = Lock(([], []))
    private let line: Monitor<WriteLine>

    /// A writer to a descriptor; no more than `ahead` encoded slices wait for others.
    init(_ texts: EventTexts<Format>, to descriptor: Descriptor, ahead: Int) {
        self.texts = texts
        self.descriptor = descriptor
        line = Monitor(WriteLine(room: ahead))
    }

    /// How many rows were written, and what was found wrong with their events, each once.
    var written: (count: Int, diagnostics: [Diagnostic]) {
        line.change(wakes: false) { ($0.count, $0.told.all) }
    }

    /// Throws why nothing more is written.
    func checkFailure() throws(WriteError) {
        if let failure = line.change(wakes: false, { $0.failure }) { throw failure }
    }

    /// Encodes a slice of rows, and has it written when those before it are.
    func write(_ rows: OccurrenceRows) {
        guard line.change(wakes: false, { $0.failure == nil }) else { return }
        var encoded = encode(rows.ordered()[...])
        let isNext = line.wait { $0.add(encoded, at: rows.number) }
        guard isNext else { return }
        while true {
            do throws(WriteError) {
                try put(&encoded)
            } catch {
                return line.change { $0.fail(error) }
            }
            guard let following = line.change({ [encoded] in $0.advance(behind: encoded) }) else { return }
            encoded = following
        }
    }

    /// Writes encoded rows, and those that a full block had no room for; then they are all that the block had room for.
    private func put(_ encoded: inout EncodedRows) throws(WriteError) {
        while true {
            let isFirst = line.change(wakes: false) { $0.count == 0 }
            try encoded.block.write(to: descriptor, from: isFirst ? texts.format.separatorLength : 0)
            let block = encoded.block
            tools.withLock { $0.blocks.append(block) }
            if encoded.rest.isEmpty { return }
            line.change(wakes: false) { [encoded] in $0.count(encoded) }
            encoded = encode(encoded.rest)
        }
    }

    /// Encodes rows with tools that nobody uses.
    private func encode(_ rows: ArraySlice<OccurrenceRow>) -> EncodedRows {
        var rest = rows
        var (encoder, block) = tools.withLock { tools in
            (tools.encoders.popLast() ?? RowEncoder(texts), tools.blocks.popLast() ?? OutputBlock())
        }
        let remarks = encoder.encode(&rest, into: block)
        tools.withLock { [encoder] in $0.encoders.append(encoder) }
        return EncodedRows(block: block, count: rows.count - rest.count, remarks: remarks, rest: rest)
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

/// What was written, and the encoded slices that wait for their turn.
private struct WriteLine: Sendable {
    /// How many rows were written.
    private(set) var count = 0
    /// What was found wrong with the events that were written.
    private(set) var told = ToldRemarks()
    /// Why nothing more is written.
    private(set) var failure: WriteError?
    /// The number of the slice that is written next, or is just being written.
    private var next = 0
    private var waiting: [Int: EncodedRows] = [:]
    private let room: Int

    /// A line with room for so many slices that wait.
    init(room: Int) {
        self.room = room
    }

    /// Takes an encoded slice: whether it is the next one, so that whoever brings it is to write it; nil when there is no
    /// room yet.
    mutating func add(_ encoded: EncodedRows, at number: Int) -> Bool? {
        if failure != nil { return false }
        if number == next { return true }
        guard waiting.count < room else { return nil }
        waiting[number] = encoded
        return false
    }

    /// Counts what was written.
    mutating func count(_ encoded: EncodedRows) {
        count += encoded.count
        for remarks in encoded.remarks { told.add(remarks) }
    }

    /// Counts what was written, the last of its slice; gives the next slice when that waits already.
    mutating func advance(behind encoded: EncodedRows) -> EncodedRows? {
        count(encoded)
        next += 1
        return waiting.removeValue(forKey: next)
    }

    /// Says that nothing more is written.
    mutating func fail(_ error: WriteError) {
        failure = error
        waiting = [:]
    }
}
