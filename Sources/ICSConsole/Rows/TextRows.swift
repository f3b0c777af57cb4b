import ICSViews
import ICalendar

/// The layout of `text`: one aligned line per occurrence, in the display zone.
///
///     2026-03-30 Mon  09:15-09:30    Stand-up
///     2026-04-03 Fri  all day        Good Friday                       Berlin
///
/// Times that occur twice because of a clock change include the offset, as in `02:30+02:00-02:15+01:00`.
struct TextRows: RowLayout {
    /// The widths of the times and the title.
    ///
    /// Longer times and titles shift the rest of the line to the right.
    private static let (timesWidth, titleWidth) = (13, 32)

    let opening = ""
    let separatorLength = 0

    func closing(isEmpty: Bool) -> String { "" }

    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts {
        var parts = RowParts()
        parts.bytes.append(contentsOf: "  ".utf8)
        let title = PrintableText.string((event.summary ?? "(no title)") + TextRows.marks(occurrence, event))
        parts.bytes.append(contentsOf: title.utf8)
        if let location = event.location {
            let missing = max(0, TextRows.titleWidth - TextWidth.columns(title))
            parts.bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing + 2))
            PrintableText.append(location, to: &parts.bytes)
        }
        parts.bytes.append(UInt8(ascii: "\n"))
        return parts
    }

    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout OutputBlock.Writer
    ) {
        let start = clock.civil(row.startKey, template.form)
        let end = clock.civil(max(row.startKey, row.endKey), template.form)
        let (firstDay, lastDay) = (ClockText.day(of: start), ClockText.day(of: end))
        clock.putDay(firstDay, to: &writer)
        TextRows.putBlanks(1, to: &writer)
        writer.put(ClockText.weekday(firstDay), length: 4)
        TextRows.putBlanks(1, to: &writer)
        let times = writer.length
        if template.form == .date {
            TextRows.put(days: lastDay - firstDay, to: &writer)
        } else {
            let seconds = (start - firstDay * 86_400, end - lastDay * 86_400)
            // Show seconds if either time has nonzero seconds.
            let length = start % 60 != 0 || end % 60 != 0 ? 8 : 5
            writer.put(ClockText.timeOfDay(seconds.0), length: length)
            clock.putOffset(ofRepeated: row.startKey, template.form, to: &writer)
            if row.endKey > row.startKey {
                writer.put(UInt64(UInt8(ascii: "-")), length: 1)
                writer.put(ClockText.timeOfDay(seconds.1), length: length)
                clock.putOffset(ofRepeated: row.endKey, template.form, to: &writer)
                if lastDay > firstDay { TextRows.put("+\(lastDay - firstDay)", to: &writer) }
            }
        }
        TextRows.putBlanks(TextRows.timesWidth - (writer.length - times), to: &writer)
        writer.put(template.bytes, from: 0, to: template.tail)
    }

    private static func put(days: Int, to writer: inout OutputBlock.Writer) {
        if days > 1 { put("\(days) days", to: &writer) } else { put("all day", to: &writer) }
    }

    private static func put(_ text: String, to writer: inout OutputBlock.Writer) {
        for byte in text.utf8 { writer.put(UInt64(byte), length: 1) }
    }

    private static func putBlanks(_ count: Int, to writer: inout OutputBlock.Writer) {
        var missing = count
        while missing > 0 {
            writer.put(0x2020_2020_2020_2020, length: min(8, missing))
            missing -= 8
        }
    }

    private static func marks(_ occurrence: Occurrence, _ event: Event) -> String {
        var marks: [String] = []
        if event.status == .cancelled { marks.append("cancelled") }
        if event.status == .tentative { marks.append("tentative") }
        if occurrence.isDetached { marks.append("changed") }
        return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    }
}
