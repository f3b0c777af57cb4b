import ICalendar

/// The layout of `json` and `ndjson`: objects with keys in a fixed order and no empty values.
struct JSONRows: RowLayout {
    /// Whether the objects are elements of a single array rather than separate lines.
    let isArray: Bool
    /// The JSON of the first key in each object, or nil for no extra key.
    var key: [UInt8]?
    /// Whether each row begins with the month of its start, packed into a word for ``MonthRows``.
    var isByMonth = false

    var opening: String { isArray ? "[" : "" }
    var separatorLength: Int { isArray ? 1 : 0 }

    func closing(isEmpty: Bool) -> String {
        guard isArray else { return "" }
        return isEmpty ? "]\n" : "\n]\n"
    }

    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts {
        var parts = RowParts()
        parts.bytes.reserveCapacity(1024)
        if isArray { parts.bytes.append(contentsOf: ",\n".utf8) }
        (parts.head, parts.middle) = JSONText.appendParts(occurrence, event, key: key, to: &parts.bytes)
        if !isArray { parts.bytes.append(UInt8(ascii: "\n")) }
        return parts
    }

    @inline(__always)
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout OutputBlock.Writer
    ) {
        if isByMonth { clock.putMonth(row.sortStart, to: &writer) }
        writer.put(template.bytes, from: 0, to: template.head)
        let start = writer.length
        clock.put(row.startKey, template.form, to: &writer)
        let length = writer.length &- start
        // `","end":"` as a number whose lowest byte is the first character.
        writer.put(0x3A22_646E_6522_2C22, length: 8)
        writer.put(0x22, length: 1)
        clock.put(row.endKey, template.form, to: &writer)
        writer.put(template.bytes, from: template.head, to: template.middle)
        if let form = template.originalForm {
            if row.originalKey == row.startKey, form == template.form {
                writer.putAgain(from: start, length: length)
            } else {
                clock.put(row.originalKey, form, to: &writer)
            }
        }
        writer.put(template.bytes, from: template.middle, to: template.tail)
    }
}
