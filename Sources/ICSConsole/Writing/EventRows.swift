import ICalendar

/// `ics`, `jcal` and `xcal`: occurrences as events by themselves in one calendar (RFC 4791 section 9.6.5).
///
/// A UID that means several things is kept by the first of them alone, see ``ICalendar/Occurrences/standaloneEvents``.
struct EventRows: RowFormat {
    private let form: EventForm
    private let identifiers: StandaloneIdentifiers
    /// What stands between start and end, and after each of the two, for times and for dates.
    private let times: Marks
    private let dates: Marks

    private struct Marks: BitwiseCopyable {
        let between: ShortText
        let afterStart: ShortText
        let afterEnd: ShortText

        init(_ form: EventForm, isDate: Bool) {
            let close = form.close("dtstart", isDate: isDate)
            afterStart = ShortText(close)
            between = ShortText(close + form.open("dtend", isDate: isDate))
            afterEnd = ShortText(form.close("dtend", isDate: isDate))
        }
    }

    /// Rows of a form for these occurrences.
    init(_ form: EventForm, of occurrences: Occurrences) {
        self.form = form
        identifiers = StandaloneIdentifiers(of: occurrences)
        times = Marks(form, isDate: false)
        dates = Marks(form, isDate: true)
    }

    var opening: String { form.opening() }
    var separatorLength: Int { form.separator.utf8.count }

    func closing(isEmpty: Bool) -> String {
        isEmpty ? String(decoding: form.nothing, as: UTF8.self) + form.closing : form.closing
    }

    /// Rows with and without length.
    ///
    /// An event without length has no end that an alarm could count from, and an RDATE with a PERIOD can have a length
    /// in a series without one.
    static let kinds = 2

    @inline(__always)
    func kind(of row: OccurrenceRow) -> Int { row.endKey > row.startKey ? 1 : 0 }

    func parts(of occurrence: Occurrence, _ event: Event) -> RowParts {
        var parts = RowParts()
        parts.bytes += Array((form.separator + form.beginning).utf8)
        parts.bytes += Array(form.open("dtstart", isDate: occurrence.isAllDay, isFirst: true).utf8)
        parts.head = parts.bytes.count
        if let original = occurrence.recurrenceID {
            var isDate = false
            if case .date = original { isDate = true }
            parts.bytes += Array(form.open("recurrence-id", isDate: isDate).utf8)
            parts.middle = parts.bytes.count
            parts.bytes += Array(form.close("recurrence-id", isDate: isDate).utf8)
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
        to writer: inout ByteWriter
    ) {
        let marks = template.form == .date ? dates : times
        writer.reserve(Int(template.tail) &+ ClockText.longestTimes &+ EventRows.longestMarks)
        writer.put(template.bytes, from: 0, to: template.head)
        form.put(row.startKey, template.form, &clock, to: &writer)
        // The standard wants an end to be later than its start.
        if row.endKey > row.startKey {
            marks.between.put(to: &writer)
            form.put(row.endKey, template.form, &clock, to: &writer)
            marks.afterEnd.put(to: &writer)
        } else {
            marks.afterStart.put(to: &writer)
        }
        writer.put(template.bytes, from: template.head, to: template.middle)
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

    /// The maximum number of bytes of a trigger.
    private static let longestTrigger = 40
    /// As many bytes as two marks can have.
    private static let longestMarks = 96
}
