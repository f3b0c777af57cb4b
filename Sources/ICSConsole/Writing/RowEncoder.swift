import ICalendar

/// Turns rows into bytes, on one thread.
struct RowEncoder<Format: RowFormat>: Sendable {
    private let texts: EventTexts<Format>
    private var clock: ClockText
    /// What was said by events that happen again.
    private let shelf: ByteShelf
    /// What the event says that is just being written, and is not kept.
    private let scratch = ByteShelf()
    /// The slots with remarks that were met among the rows.
    private var diagnosed: Set<Int> = []
    /// The patches of slots that were met.
    private var patches: [Int: [RowPatch]] = [:]

    /// An encoder of rows with these texts.
    init(_ texts: EventTexts<Format>) {
        self.texts = texts
        clock = ClockText(texts.zones)
        shelf = texts.newShelf()
    }

    /// A block that has as many bytes takes no more rows, as one event can say megabytes again and again.
    static var fullBlock: Int { 2 << 20 }

    /// Encodes rows into a block until it is full, and takes them off; gives what was found wrong with their events, in
    /// order.
    mutating func encode(_ rows: inout ArraySlice<OccurrenceRow>, into block: OutputBlock) -> [EventRemarks] {
        var writer = ByteWriter(block)
        var found: [EventRemarks] = []
        diagnosed.removeAll(keepingCapacity: true)
        let texts = texts
        var next = rows.startIndex
        while next < rows.endIndex, writer.length < Self.fullBlock {
            let row = rows[next]
            next += 1
            if let segment = row.segment {
                let slot = texts.slot(ofSegment: segment, row)
                let template = texts.template(ofSlot: slot, row, &clock, on: shelf, or: scratch)
                let patches = template.isPatched ? patches(ofSlot: slot) : []
                texts.format.write(row, template, patches, &clock, to: &writer)
                guard template.isDiagnosed, diagnosed.insert(slot).inserted else { continue }
                if let remarks = texts.remarks(ofSlot: slot) { found.append(remarks) }
            } else {
                let (template, patches, remarks) = texts.template(ofSingle: row, &clock, on: scratch)
                texts.format.write(row, template, patches, &clock, to: &writer)
                if let remarks { found.append(remarks) }
            }
        }
        writer.finish()
        rows = rows[next...]
        return found
    }

    private mutating func patches(ofSlot slot: Int) -> [RowPatch] {
        if let known = patches[slot] { return known }
        let found = texts.patches(ofSlot: slot)
        patches[slot] = found
        return found
    }
}
