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
        let (rest, remark) = occurrence.standaloneBesideTimes(event, uid: identifiers.uid(of: occurrence))
        parts.bytes += form.rest(of: rest)
        parts.remark = remark
        return parts
    }

    @inline(__always)
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
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
        writer.put(template.bytes, from: template.middle, to: template.tail)
    }

    /// As many bytes as two marks can have.
    private static let longestMarks = 96
}
