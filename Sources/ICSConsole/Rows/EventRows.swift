import ICalendar

/// The layout of `ics`, `jcal`, and `xcal`: occurrences as standalone events in one calendar (RFC 4791 section 9.6.5).
///
/// If several items share a UID, only the first keeps it. See ``ICalendar/Occurrences/standaloneEvents``.
struct EventRows: RowLayout {
    private let form: EventForm
    private let identifiers: StandaloneIdentifiers

    init(_ form: EventForm, of occurrences: Occurrences) {
        self.form = form
        identifiers = StandaloneIdentifiers(of: occurrences)
    }

    var opening: String { form.opening() }
    var separatorLength: Int { form.separator.utf8.count }

    func closing(isEmpty: Bool) -> String {
        isEmpty ? String(decoding: form.nothing, as: UTF8.self) + form.closing : form.closing
    }

    /// The number of row kinds: rows with a duration and rows without.
    ///
    /// In a row without a duration, an alarm cannot be relative to the end. Even a series without a duration can have
    /// instances with one, from an RDATE with a PERIOD.
    static let kinds = 2

    /// Rows without a duration have no end, since RFC 5545 requires the end to be later than the start.
    @inline(__always)
    func kind(of row: OccurrenceRow) -> Int { row.endKey > row.startKey ? 1 : 0 }

    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts {
        var parts = RowParts()
        let isDate = occurrence.isAllDay
        func add(_ text: String) { parts.bytes += Array(text.utf8) }
        add(form.separator + form.beginning + form.open("dtstart", isDate: isDate, isFirst: true))
        parts.head = parts.bytes.count
        if kind == 1 { add(form.close("dtstart", isDate: isDate) + form.open("dtend", isDate: isDate)) }
        parts.between = parts.bytes.count
        add(form.close(kind == 1 ? "dtend" : "dtstart", isDate: isDate))
        if let original = occurrence.recurrenceID {
            var isDate = false
            if case .date = original { isDate = true }
            add(form.open("recurrence-id", isDate: isDate))
            parts.middle = parts.bytes.count
            add(form.close("recurrence-id", isDate: isDate))
        } else {
            parts.middle = parts.bytes.count
        }
        let uid = identifiers.uid(of: occurrence)
        let (rest, triggers, remark) = occurrence.standaloneBesideTimes(event, uid: uid)
        var (bytes, patches) = form.rest(of: rest, triggers)
        for place in patches.indices {
            patches[place].start += parts.bytes.count
            patches[place].end += parts.bytes.count
        }
        parts.bytes += bytes
        parts.patches = patches
        parts.remark = remark
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
        writer.put(template.bytes, from: 0, to: template.head)
        form.put(row.startKey, template.form, &clock, to: &writer)
        if template.between > template.head {
            writer.put(template.bytes, from: template.head, to: template.between)
            form.put(row.endKey, template.form, &clock, to: &writer)
        }
        writer.put(template.bytes, from: template.between, to: template.middle)
        if let original = template.originalForm { form.put(row.originalKey, original, &clock, to: &writer) }
        var place = template.middle
        if template.isPatched {
            writer.reserve(Int(template.tail) &+ patches.count &* EventRows.longestTrigger)
            var text: [UInt8] = []
            for patch in patches {
                writer.put(template.bytes, from: place, to: UInt32(truncatingIfNeeded: patch.start))
                text.removeAll(keepingCapacity: true)
                patch.trigger.append(fromStart: row.startKey, end: row.endKey, to: &text)
                for byte in text { writer.put(UInt64(byte), length: 1) }
                place = UInt32(truncatingIfNeeded: patch.end)
            }
        }
        writer.put(template.bytes, from: place, to: template.tail)
    }

    private static let longestTrigger = 40
}
