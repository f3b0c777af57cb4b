import ICSPages
import ICalendar

/// The layout of `csv`: one row per occurrence (RFC 4180), in the display zone.
///
/// Times that occur twice because of a clock change include the offset, as in `2026-10-25 02:30+02:00`.
struct CSVRows: RowLayout {
    var opening: String { CSVRow.header }
    let separatorLength = 0

    func closing(isEmpty: Bool) -> String { "" }

    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts {
        var parts = RowParts()
        CSVRow.appendDetails(
            of: event,
            isAllDay: occurrence.isAllDay,
            calendar: occurrence.calendarName,
            uid: occurrence.uid,
            to: &parts.bytes
        )
        return parts
    }

    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout OutputBlock.Writer
    ) {
        Self.put(row.startKey, template.form, &clock, to: &writer)
        writer.put(UInt64(UInt8(ascii: ",")), length: 1)
        Self.put(max(row.startKey, row.endKey), template.form, &clock, to: &writer)
        writer.put(template.bytes, from: 0, to: template.tail)
    }

    /// Writes `2026-03-30 09:15`, or only the date for an all-day event.
    private static func put(
        _ key: Int,
        _ form: TimeForm,
        _ clock: inout ClockText,
        to writer: inout OutputBlock.Writer
    ) {
        let second = min(clock.civil(key, form), ClockText.lastSecond)
        let day = ClockText.day(of: second)
        clock.putDay(day, to: &writer)
        guard form != .date else { return }
        writer.put(UInt64(UInt8(ascii: " ")), length: 1)
        let secondOfDay = second &- day &* 86_400
        writer.put(ClockText.timeOfDay(secondOfDay), length: secondOfDay % 60 == 0 ? 5 : 8)
        clock.putOffset(ofRepeated: key, form, to: &writer)
    }
}
