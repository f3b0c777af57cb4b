import ICalendar
import SystemIO

/// A row format.
///
/// The bytes shared by an event's rows are encoded once. Only the times are written for each row.
protocol RowLayout: Sendable {
    var opening: String { get }
    func closing(isEmpty: Bool) -> String
    /// The number of bytes to omit from the first row, which needs no separator from an earlier row.
    var separatorLength: Int { get }
    /// The number of kinds of rows per event. Each kind has its own template.
    static var kinds: Int { get }
    /// Returns the kind of a row, starting from 0.
    func kind(of row: OccurrenceRow) -> Int
    /// Returns the parts shared by an event's rows of one kind. `occurrence` may be any occurrence of that kind.
    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts
    /// Writes a row. The writer must have room for the template and ``ClockText/longestTimes``. The clock's zone 0 must
    /// be the display zone.
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout OutputBlock.Writer
    )
}

extension RowLayout {
    static var kinds: Int { 1 }

    @inline(__always)
    func kind(of row: OccurrenceRow) -> Int { 0 }
}

/// The bytes shared by an event's rows.
///
/// The bytes have four parts: before the start, between start and end, before the original start, and after it.
struct RowParts {
    var bytes: [UInt8] = []
    /// The ends of the first three parts.
    var head = 0
    var between = 0
    var middle = 0
    /// The positions after the original start that vary between rows.
    var patches: [RowPatch] = []
    var remark: Diagnostic?
}

struct RowPatch: Sendable {
    var start: Int
    var end: Int
    let trigger: StandaloneTrigger
}

/// Encoded ``RowParts`` and the forms of their times.
struct RowTemplate: BitwiseCopyable, Sendable {
    let bytes: KeptBytes
    let head: UInt32
    let between: UInt32
    let middle: UInt32
    let tail: UInt32
    let form: TimeForm
    let originalForm: TimeForm?
    let isDiagnosed: Bool
    let isPatched: Bool
}

/// How to interpret a key in an ``OccurrenceRow``.
enum TimeForm: BitwiseCopyable, Sendable, Hashable {
    /// Local seconds, of which only the day matters.
    case date
    /// Local seconds without a zone.
    case floating
    /// Seconds since 1970 in the zone with this number (see ``ZoneNumbers``).
    case zoned(Int32)
}

struct RowEncoder<Layout: RowLayout>: Sendable {
    private let templates: Templates
    private(set) var clock: ClockText
    /// The shared bytes of recurring events.
    private let shelf: ByteShelf
    /// The bytes of the current event, if they are not cached.
    private let scratch = ByteShelf()
    private var diagnosed: Set<Int> = []
    private var patches: [Int: [RowPatch]] = [:]

    init(_ templates: Templates, clock: ClockText? = nil) {
        self.templates = templates
        self.clock = clock ?? ClockText(templates.zones)
        shelf = templates.newShelf()
    }

    /// The size in bytes at which a block counts as full.
    ///
    /// A single row may take megabytes.
    static var fullBlock: Int { 2 << 20 }

    /// Encodes rows into a block until it is full, removing them from `rows`.
    ///
    /// Returns, in order, the remarks about the rows' events. If `isAppending` is true, earlier bytes in the block
    /// remain.
    mutating func encode(
        _ rows: inout ArraySlice<OccurrenceRow>,
        into block: OutputBlock,
        isAppending: Bool = false
    ) -> [EventRemarks] {
        var writer = OutputBlock.Writer(block, isAppending: isAppending)
        var found: [EventRemarks] = []
        diagnosed.removeAll(keepingCapacity: true)
        let templates = templates
        var next = rows.startIndex
        while next < rows.endIndex, writer.length < Self.fullBlock {
            let row = rows[next]
            next += 1
            if let segment = row.segment {
                let slot = templates.slot(ofSegment: segment, row)
                let template = templates[slot] ?? newTemplate(ofSlot: slot, row)
                let patches = template.isPatched ? patches(ofSlot: slot) : []
                writer.reserve(Int(template.tail) &+ ClockText.longestTimes)
                templates.layout.write(row, template, patches, &clock, to: &writer)
                guard template.isDiagnosed, diagnosed.insert(slot).inserted else { continue }
                if let remarks = templates.extras(ofSlot: slot).remarks { found.append(remarks) }
            } else {
                let (template, extras, _) = make(row, on: nil)
                writer.reserve(Int(template.tail) &+ ClockText.longestTimes)
                templates.layout.write(row, template, extras.patches, &clock, to: &writer)
                if let remarks = extras.remarks { found.append(remarks) }
            }
        }
        writer.finish()
        rows = rows[next...]
        return found
    }

    /// Encodes a slot's template and makes it available to all threads.
    @inline(never)
    private mutating func newTemplate(ofSlot slot: Int, _ row: OccurrenceRow) -> RowTemplate {
        let (template, extras, isKept) = make(row, on: shelf)
        templates.keep(template, extras, at: slot, isKept: isKept)
        return template
    }

    /// Encodes the template for a row.
    ///
    /// A template that does not fit on the shelf is valid only until the next call.
    private mutating func make(
        _ row: OccurrenceRow,
        on shelf: ByteShelf?
    ) -> (template: RowTemplate, extras: RowExtras, isKept: Bool) {
        let (occurrence, layout) = (templates.sources.occurrence(row), templates.layout)
        let (event, found) = occurrence.decodedEventBesideTimes()
        let parts = layout.parts(of: occurrence, event, kind: layout.kind(of: row))
        let isDiagnosed = !found.isEmpty || parts.remark != nil
        let keeper = shelf.flatMap { templates.hasRoom(for: parts.bytes.count) ? $0 : nil }
        let template = RowTemplate(
            bytes: keeper?.keep(parts.bytes) ?? scratch.keep(parts.bytes, alone: true),
            head: UInt32(truncatingIfNeeded: parts.head),
            between: UInt32(truncatingIfNeeded: parts.between),
            middle: UInt32(truncatingIfNeeded: parts.middle),
            tail: UInt32(truncatingIfNeeded: parts.bytes.count),
            form: clock.form(of: occurrence.start),
            originalForm: occurrence.recurrenceID.map { clock.form(of: $0) },
            isDiagnosed: isDiagnosed,
            isPatched: !parts.patches.isEmpty
        )
        var extras = RowExtras(patches: parts.patches)
        if isDiagnosed {
            extras.remarks = EventRemarks(
                event: occurrence.eventIdentity,
                kind: row.segment == nil ? 0 : layout.kind(of: row),
                diagnostics: found,
                remark: parts.remark
            )
        }
        return (template, extras, keeper != nil)
    }

    private mutating func patches(ofSlot slot: Int) -> [RowPatch] {
        if let known = patches[slot] { return known }
        let found = templates.extras(ofSlot: slot).patches
        patches[slot] = found
        return found
    }
}

/// Data that few templates need: the places that vary between rows, and remarks.
struct RowExtras: Sendable {
    var patches: [RowPatch] = []
    var remarks: EventRemarks?
}

extension RowEncoder {
    /// A cache of the bytes shared by the rows of each event, encoded once for all threads.
    ///
    /// Decoded events and the bytes of nonrecurring events are not cached. Long templates are cached up to a total of
    /// ``mostLong``. For example, an 800 KB calendar name appears in every event, and writing it takes longer than
    /// encoding it again.
    final class Templates: Sendable {
        let layout: Layout
        let zones: ZoneNumbers
        let sources: OccurrenceSources
        private let templates: SlotTable<RowTemplate>
        private let shelves = Lock<[ByteShelf]>([])
        private let extras = Lock<[Int: RowExtras]>([:])
        private let longBytes = Lock(0)

        /// The maximum size of a short template in bytes.
        private static var short: Int { 4096 }
        /// The maximum total size of cached long templates in bytes.
        private static var mostLong: Int { 24 << 20 }

        /// Creates templates for the events in the given sources.
        ///
        /// Zone 0 is the display zone.
        init(_ layout: Layout, of sources: OccurrenceSources, numbering zones: ZoneNumbers) {
            self.layout = layout
            self.sources = sources
            self.zones = zones
            templates = SlotTable(count: sources.segmentCount * Layout.kinds)
        }

        /// Returns a shelf for one thread.
        ///
        /// The shelf exists as long as these templates.
        func newShelf() -> ByteShelf {
            let shelf = ByteShelf()
            shelves.withLock { $0.append(shelf) }
            return shelf
        }

        @inline(__always)
        func slot(ofSegment number: Int, _ row: OccurrenceRow) -> Int {
            Layout.kinds == 1 ? number : number &* Layout.kinds &+ layout.kind(of: row)
        }

        /// The template for a slot, once encoded.
        @inline(__always)
        subscript(slot: Int) -> RowTemplate? { templates[slot] }

        /// Adds a template and its extra data.
        ///
        /// Unless `isKept` is true, only the extra data is stored.
        func keep(_ template: RowTemplate, _ extra: RowExtras, at slot: Int, isKept: Bool) {
            if template.isDiagnosed || template.isPatched { extras.withLock { $0[slot] = extra } }
            if isKept { templates.keep(template, at: slot) }
        }

        func extras(ofSlot slot: Int) -> RowExtras {
            extras.withLock { $0[slot] ?? RowExtras() }
        }

        /// Reserves room for a template's bytes.
        ///
        /// Returns whether there was enough room.
        func hasRoom(for count: Int) -> Bool {
            guard count > Self.short else { return true }
            return longBytes.withLock { bytes in
                guard bytes + count <= Self.mostLong else { return false }
                bytes += count
                return true
            }
        }
    }
}
