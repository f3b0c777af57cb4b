package import ICalendar
package import SystemIO

package struct WrittenRows: Sendable {
    package fileprivate(set) var count = 0
    /// The diagnostics for the written events, without duplicates.
    package fileprivate(set) var diagnostics: [Diagnostic] = []
    package fileprivate(set) var failure: WriteError?

    init(count: Int = 0, diagnostics: [Diagnostic] = [], failure: WriteError? = nil) {
        self.count = count
        self.diagnostics = diagnostics
        self.failure = failure
    }
}

extension Occurrences {
    /// Writes at most `limit` occurrences in an output format.
    package func write(
        as format: OutputFormat,
        threads: Int,
        limit: Int,
        to descriptor: Descriptor
    ) -> WrittenRows {
        func rows<Layout: RowLayout>(_ layout: Layout) -> WrittenRows {
            RowWriter.write(self, as: layout, threads: threads, limit: limit, to: descriptor)
        }
        return switch format {
        case .text: rows(TextRows())
        case .json: rows(JSONRows(isArray: true))
        case .ndjson: rows(JSONRows(isArray: false))
        case .ics: rows(EventRows(.ics, of: self))
        case .jcal: rows(EventRows(.jcal, of: self))
        case .xcal: rows(EventRows(.xcal, of: self))
        // Free/busy times are not occurrences.
        case .freebusy: WrittenRows()
        case .csv: rows(CSVRows())
        case .html, .svg, .md, .month: PageOutput.write(self, as: format, limit: limit, to: descriptor)
        }
    }
}

/// Encodes slices of rows on several threads and writes them in order.
///
/// The thread that encodes the next slice also writes it, along with any slices that wait for it. This design frees
/// memory early and avoids a separate writer thread.
final class RowWriter<Layout: RowLayout>: Sendable {
    private let templates: RowEncoder<Layout>.Templates
    private let descriptor: Descriptor
    private let tools: Lock<(encoders: [RowEncoder<Layout>], blocks: [OutputBlock])> = Lock(([], []))
    private let queue: Monitor<WriteQueue>

    /// The number of unencoded slices per thread.
    ///
    /// This number keeps threads busy while more rows are collected.
    private static var slicesAhead: Int { 48 }
    /// The number of encoded slices per thread that may wait for an earlier slice.
    private static var blocksAhead: Int { 2 }

    private init(_ templates: RowEncoder<Layout>.Templates, to descriptor: Descriptor, ahead: Int) {
        self.templates = templates
        self.descriptor = descriptor
        queue = Monitor(WriteQueue(room: ahead))
    }

    /// Writes at most `limit` occurrences.
    ///
    /// The output is the same for any number of threads.
    static func write(
        _ occurrences: Occurrences,
        as layout: Layout,
        threads: Int,
        limit: Int,
        to descriptor: Descriptor
    ) -> WrittenRows {
        let sources = occurrences.sources(threads: threads)
        let zones = ZoneNumbers(display: occurrences.window.zone)
        let templates = RowEncoder.Templates(layout, of: sources, numbering: zones)
        let writer = RowWriter(templates, to: descriptor, ahead: blocksAhead * threads)
        var written = WrittenRows()
        do throws(WriteError) {
            try descriptor.write(Array(layout.opening.utf8))
            try occurrences.mapRows(
                of: sources,
                threads: threads,
                ahead: slicesAhead * threads,
                limit: limit,
                transform: { writer.write($0, number: $1) },
                consume: { (_: Void) throws(WriteError) in try writer.checkFailure() }
            )
            try writer.checkFailure()
            let isEmpty = writer.queue.change(wakes: false) { $0.count == 0 }
            try descriptor.write(Array(layout.closing(isEmpty: isEmpty).utf8))
        } catch {
            written.failure = error
        }
        (written.count, written.diagnostics) = writer.queue.change(wakes: false) { ($0.count, $0.told.all) }
        return written
    }

    private func checkFailure() throws(WriteError) {
        if let failure = queue.change(wakes: false, { $0.failure }) { throw failure }
    }

    private func write(_ rows: [OccurrenceRow], number: Int) {
        guard queue.change(wakes: false, { $0.failure == nil }) else { return }
        var encoded = encode(rows[...])
        let isNext = queue.wait { $0.add(encoded, at: number) }
        guard isNext else { return }
        while true {
            do throws(WriteError) {
                try put(&encoded)
            } catch {
                return queue.change { $0.fail(error) }
            }
            guard let following = queue.change({ [encoded] in $0.advance(behind: encoded) }) else { return }
            encoded = following
        }
    }

    /// Writes encoded rows, then the rows that did not fit into their block.
    ///
    /// The last block remains in `encoded`.
    private func put(_ encoded: inout EncodedRows) throws(WriteError) {
        while true {
            let isFirst = queue.change(wakes: false) { $0.count == 0 }
            try encoded.block.write(to: descriptor, from: isFirst ? templates.layout.separatorLength : 0)
            let block = encoded.block
            tools.withLock { $0.blocks.append(block) }
            if encoded.rest.isEmpty { return }
            queue.change(wakes: false) { [encoded] in $0.count(encoded) }
            encoded = encode(encoded.rest)
        }
    }

    private func encode(_ rows: ArraySlice<OccurrenceRow>) -> EncodedRows {
        var rest = rows
        var (encoder, block) = tools.withLock { tools in
            (tools.encoders.popLast() ?? RowEncoder(templates), tools.blocks.popLast() ?? OutputBlock())
        }
        let remarks = encoder.encode(&rest, into: block)
        tools.withLock { [encoder] in $0.encoders.append(encoder) }
        return EncodedRows(block: block, count: rows.count - rest.count, remarks: remarks, rest: rest)
    }
}

private struct EncodedRows: Sendable {
    let block: OutputBlock
    let count: Int
    let remarks: [EventRemarks]
    let rest: ArraySlice<OccurrenceRow>
}

private struct WriteQueue: Sendable {
    private(set) var count = 0
    private(set) var told = ToldRemarks()
    private(set) var failure: WriteError?
    /// The number of the slice being written or to be written next.
    private var next = 0
    private var waiting: [Int: EncodedRows] = [:]
    private let room: Int

    init(room: Int) {
        self.room = room
    }

    /// Adds an encoded slice.
    ///
    /// Returns true if the slice is next; the caller must then write it. Returns nil if there is no room yet.
    mutating func add(_ encoded: EncodedRows, at number: Int) -> Bool? {
        if failure != nil { return false }
        if number == next { return true }
        guard waiting.count < room else { return nil }
        waiting[number] = encoded
        return false
    }

    mutating func count(_ encoded: EncodedRows) {
        count += encoded.count
        for remarks in encoded.remarks { told.add(remarks) }
    }

    /// Counts the rows just written from a slice.
    ///
    /// Returns the next slice, if it is already waiting.
    mutating func advance(behind encoded: EncodedRows) -> EncodedRows? {
        count(encoded)
        next += 1
        return waiting.removeValue(forKey: next)
    }

    mutating func fail(_ error: WriteError) {
        failure = error
        waiting = [:]
    }
}

struct EventRemarks: Sendable {
    let event: ObjectIdentifier
    let kind: Int
    /// The diagnostics from decoding, which are the same for all kinds.
    let diagnostics: [Diagnostic]
    /// A remark about event details that rows of this kind do not include.
    let remark: Diagnostic?
}

/// The diagnostics for events in several files, without duplicates and with a limit per file.
struct ToldRemarks: Sendable {
    /// The kinds of rows already reported for each event; each kind is one bit.
    private var events: [ObjectIdentifier: Int] = [:]
    private var kept: [Diagnostic] = []
    private var counts: [String?: Int] = [:]
    private static let most = ReadingLimits.standard.diagnostics

    mutating func add(_ remarks: EventRemarks) {
        let known = events[remarks.event] ?? 0
        guard known & 1 << remarks.kind == 0 else { return }
        events[remarks.event] = known | 1 << remarks.kind
        if known == 0 {
            for diagnostic in remarks.diagnostics { add(diagnostic) }
            if let remark = remarks.remark { add(remark) }
        } else if let remark = remarks.remark, !kept.contains(remark) {
            add(remark)
        }
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        let count = counts[diagnostic.file, default: 0] + 1
        counts[diagnostic.file] = count
        if count <= Self.most { kept.append(diagnostic) }
    }

    var all: [Diagnostic] {
        let floods = counts.filter { $0.value > Self.most }.sorted { ($0.key ?? "") < ($1.key ?? "") }
        return kept
            + floods.map { file, count in
                Diagnostic(
                    .warning,
                    .limit,
                    file: file,
                    "limit reached: \(Self.most) diagnostics; \(count - Self.most) more not listed"
                )
            }
    }
}
