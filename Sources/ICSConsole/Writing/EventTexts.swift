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
    private let templates: SlotTable<RowTemplate>
    private let shelves = Lock<[ByteShelf]>([])
    private let remarks = Lock<[Int: EventRemarks]>([:])
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
        templates = SlotTable(count: sources.segmentCount)
    }

    /// A shelf for one thread, kept as long as these texts.
    func newShelf() -> ByteShelf {
        let shelf = ByteShelf()
        shelves.withLock { $0.append(shelf) }
        return shelf
    }

    /// The template of a segment, one of whose rows is given; if it is made, it is kept on the shelf, or is good until the
    /// scratch is used again.
    @inline(__always)
    func template(
        ofSegment number: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf,
        or scratch: ByteShelf
    ) -> RowTemplate {
        templates[number] ?? newTemplate(ofSegment: number, row, &clock, on: shelf, or: scratch)
    }

    @inline(never)
    private func newTemplate(
        ofSegment number: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf,
        or scratch: ByteShelf
    ) -> RowTemplate {
        let (template, found, isKept) = make(row, &clock, on: shelf, or: scratch)
        if let found { remarks.withLock { $0[number] = found } }
        if isKept { templates.keep(template, at: number) }
        return template
    }

    /// What was found wrong with the event of a segment whose template says that there is something.
    func remarks(ofSegment number: Int) -> EventRemarks? {
        remarks.withLock { $0[number] }
    }

    /// The template of what stands for itself, good until the scratch is used again.
    func template(
        ofSingle row: OccurrenceRow,
        _ clock: inout ClockText,
        on scratch: ByteShelf
    ) -> (RowTemplate, EventRemarks?) {
        let (template, found, _) = make(row, &clock, on: nil, or: scratch)
        return (template, found)
    }

    private func make(
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf?,
        or scratch: ByteShelf
    ) -> (template: RowTemplate, found: EventRemarks?, isKept: Bool) {
        let occurrence = sources.occurrence(row)
        var (event, found) = occurrence.decodedEventBesideTimes()
        let parts = format.parts(of: occurrence, event)
        if let remark = parts.remark { found.append(remark) }
        let keeper = shelf.flatMap { hasRoom(for: parts.bytes.count) ? $0 : nil }
        let template = RowTemplate(
            bytes: keeper?.keep(parts.bytes) ?? scratch.keep(parts.bytes, alone: true),
            head: UInt32(truncatingIfNeeded: parts.head),
            middle: UInt32(truncatingIfNeeded: parts.middle),
            tail: UInt32(truncatingIfNeeded: parts.bytes.count),
            form: clock.form(of: occurrence.start),
            originalForm: occurrence.recurrenceID.map { clock.form(of: $0) },
            isDiagnosed: !found.isEmpty
        )
        let isKept = keeper != nil
        if found.isEmpty { return (template, nil, isKept) }
        return (template, EventRemarks(event: occurrence.eventIdentity, diagnostics: found), isKept)
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
