import ICalendar

/// What the rows of each event share, encoded once for all threads; the event is decoded for it and forgotten.
///
/// What an event that happens once says is not kept.
final class EventTexts<Format: RowFormat>: Sendable {
    /// How rows are made.
    let format: Format
    /// The numbers of the zones in templates.
    let zones: ZoneNumbers
    private let sources: OccurrenceSources
    private let templates: SlotTable<RowTemplate>
    private let shelves = Lock<[ByteShelf]>([])
    private let remarks = Lock<[Int: EventRemarks]>([:])

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

    /// The template of a segment, one of whose rows is given; if it is made, it is kept on the shelf.
    @inline(__always)
    func template(
        ofSegment number: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf
    ) -> RowTemplate {
        templates[number] ?? newTemplate(ofSegment: number, row, &clock, on: shelf)
    }

    @inline(never)
    private func newTemplate(
        ofSegment number: Int,
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf
    ) -> RowTemplate {
        let (template, found) = make(row, &clock, on: shelf, alone: false)
        if let found { remarks.withLock { $0[number] = found } }
        templates.keep(template, at: number)
        return template
    }

    /// What was found wrong with the event of a segment whose template says that there is something.
    func remarks(ofSegment number: Int) -> EventRemarks? {
        remarks.withLock { $0[number] }
    }

    /// The template of what stands for itself, good until the shelf is used again.
    func template(
        ofSingle row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf
    ) -> (RowTemplate, EventRemarks?) {
        make(row, &clock, on: shelf, alone: true)
    }

    private func make(
        _ row: OccurrenceRow,
        _ clock: inout ClockText,
        on shelf: ByteShelf,
        alone: Bool
    ) -> (template: RowTemplate, found: EventRemarks?) {
        let occurrence = sources.occurrence(row)
        var (event, found) = occurrence.decodedEventBesideTimes()
        let parts = format.parts(of: occurrence, event)
        if let remark = parts.remark { found.append(remark) }
        let template = RowTemplate(
            bytes: shelf.keep(parts.bytes, alone: alone),
            head: UInt32(truncatingIfNeeded: parts.head),
            middle: UInt32(truncatingIfNeeded: parts.middle),
            tail: UInt32(truncatingIfNeeded: parts.bytes.count),
            form: clock.form(of: occurrence.start),
            originalForm: occurrence.recurrenceID.map { clock.form(of: $0) },
            isDiagnosed: !found.isEmpty
        )
        if found.isEmpty { return (template, nil) }
        return (template, EventRemarks(event: occurrence.eventIdentity, diagnostics: found))
    }
}

/// What was found wrong with an event while it was decoded.
struct EventRemarks: Sendable {
    /// The event.
    let event: ObjectIdentifier
    /// What was found.
    let diagnostics: [Diagnostic]
}
