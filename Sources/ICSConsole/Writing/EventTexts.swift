import ICalendar

/// What the rows of each event share, encoded once for all threads; the event is decoded for it and forgotten.
///
/// What an event that happens once says is not kept, nor what is long beyond ``mostLong``: a calendar's name of 800 KB is
/// in each of its events, and writing it costs more than encoding it again.
final class EventTexts<Format: RowFormat>: Sendable {
    /// How rows are made.
    let format: Format
    /// The numbers of the zones in templates.
    let zones: ZoneNumbers
    private let sources: OccurrenceSources
    /// The templates of all kinds of rows of each segment.
    private let templates: SlotTable<RowTemplate>
    private let shelves = Lock<[ByteShelf]>([])
    private let remarks = Lock<[Int: EventRemarks]>([:])
    private let patches = Lock<[Int: [RowPatch]]>([:])
    /// How many bytes of long templates are kept.
    private let longBytes = Lock(0)

    /// A template of more bytes is long.
    private static var short: Int { 4096 }
    /// How many bytes of long templates are kept at most.
    private static var mostLong: Int { 24 << 20 }

    /// Texts of the events of these sources; `zone` is the display zone.
    init(_ format: Format, of sources: OccurrenceSources, in zone: Zone) {
        self.format = format
        self.sources = sources
        zones = ZoneNumbers(display: zone)
        templates = SlotTable(count: sources.segmentCount * Format.kinds)
    }

    /// A shelf for one thread, kept as long as these texts.
    func newShelf() -> ByteShelf {
        let shelf = ByteShelf()
        shelves.withLock { $0.append(shelf) }
        return shelf
    }

    /// The number of the template of a row of a segment.
    @inline(__always)
    func slot(ofSegment number: Int, _ row: OccurrenceRow) -> Int {
        Format.kinds == 1 ? number : number &* Format.kinds &+ format.kind(of: row)
    }

    /// The template of a slot, one of whose rows is given; if it is made, it is kept on the shelf, or is good until the
    /// scratch is used again.
    @inline(__always)
    func template(
        ofSlot slot: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf,
        or scratch: ByteShelf
    ) -> RowTemplate {
        templates[slot] ?? newTemplate(ofSlot: slot, row, &clock, on: shelf, or: scratch)
    }

    @inline(never)
    private func newTemplate(
        ofSlot slot: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf,
        or scratch: ByteShelf
    ) -> RowTemplate {
        let made = make(row, &clock, on: shelf, or: scratch)
        if let found = made.found { remarks.withLock { $0[slot] = found } }
        if made.template.isPatched { patches.withLock { $0[slot] = made.patches } }
        if made.isKept { templates.keep(made.template, at: slot) }
        return made.template
    }

    /// What was found wrong with the event of a slot whose template says that there is something.
    func remarks(ofSlot slot: Int) -> EventRemarks? {
        remarks.withLock { $0[slot] }
    }

    /// The patches of a slot whose template says that there are some.
    func patches(ofSlot slot: Int) -> [RowPatch] {
        patches.withLock { $0[slot] ?? [] }
    }

    /// The template of what stands for itself, good until the scratch is used again.
    func template(
        ofSingle row: OccurrenceRow,
        _ clock: inout ClockText,
        on scratch: ByteShelf
    ) -> (template: RowTemplate, patches: [RowPatch], found: EventRemarks?) {
        let made = make(row, &clock, on: nil, or: scratch)
        return (made.template, made.patches, made.found)
    }

    /// A template that was just made.
    private struct MadeTemplate {
        let template: RowTemplate
        let patches: [RowPatch]
        let found: EventRemarks?
        let isKept: Bool
    }

    private func make(
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf?,
        or scratch: ByteShelf
    ) -> MadeTemplate {
        let occurrence = sources.occurrence(row)
        let (event, found) = occurrence.decodedEventBesideTimes()
        let parts = format.parts(of: occurrence, event)
        let isDiagnosed = !found.isEmpty || parts.remark != nil
        let keeper = shelf.flatMap { hasRoom(for: parts.bytes.count) ? $0 : nil }
        let template = RowTemplate(
            bytes: keeper?.keep(parts.bytes) ?? scratch.keep(parts.bytes, alone: true),
            head: UInt32(truncatingIfNeeded: parts.head),
            middle: UInt32(truncatingIfNeeded: parts.middle),
            tail: UInt32(truncatingIfNeeded: parts.bytes.count),
            form: clock.form(of: occurrence.start),
            originalForm: occurrence.recurrenceID.map { clock.form(of: $0) },
            isDiagnosed: isDiagnosed,
            isPatched: !parts.patches.isEmpty
        )
        let remarks = EventRemarks(
            event: occurrence.eventIdentity,
            kind: row.segment == nil ? 0 : format.kind(of: row),
            diagnostics: found,
            remark: parts.remark
        )
        return MadeTemplate(
            template: template,
            patches: parts.patches,
            found: isDiagnosed ? remarks : nil,
            isKept: keeper != nil
        )
    }

    /// Whether so many bytes may be kept, which are counted then.
    private func hasRoom(for count: Int) -> Bool {
        guard count > Self.short else { return true }
        return longBytes.withLock { bytes in
            guard bytes + count <= Self.mostLong else { return false }
            bytes += count
            return true
        }
    }
}
