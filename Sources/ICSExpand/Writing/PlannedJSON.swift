import ICSConsole
import ICalendar

/// Objects for conflicts, alarms and differences; keys come in a fixed order, and one with nothing to say is left out.
enum PlannedJSON {
    /// `{"start": ..., "end": ..., "first": {...}, "second": {...}}`; the times are those that both take.
    static func append(_ conflict: Conflict, in zone: Zone, to bytes: inout [UInt8]) {
        bytes += Array(#"{"start":"#.utf8)
        JSONText.append(string: MomentText.rfc3339(conflict.overlap.lowerBound, in: zone), to: &bytes)
        JSONText.append(
            key: "end",
            string: MomentText.rfc3339(conflict.overlap.upperBound, in: zone),
            to: &bytes
        )
        JSONText.append(key: "first", to: &bytes)
        append(conflict.first, to: &bytes)
        JSONText.append(key: "second", to: &bytes)
        append(conflict.second, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// `{"time": ..., "action": ..., "description": ..., "repetition": ..., "acknowledged": true, "snoozes": ..., "event": {...}}`.
    static func append(_ time: AlarmTime, in zone: Zone, to bytes: inout [UInt8]) {
        bytes += Array(#"{"time":"#.utf8)
        JSONText.append(string: MomentText.rfc3339(time.instant, in: zone), to: &bytes)
        if let action = time.alarm.component.text("ACTION")?.uppercased() {
            JSONText.append(key: "action", string: action, to: &bytes)
        }
        if let text = time.alarm.alarmDescription {
            JSONText.append(key: "description", string: text, to: &bytes)
        }
        if time.repetition > 0 {
            JSONText.append(key: "repetition", to: &bytes)
            bytes += Array("\(time.repetition)".utf8)
        }
        if time.isAcknowledged { bytes += Array(#","acknowledged":true"#.utf8) }
        if let snoozed = time.snoozedAlarm { JSONText.append(key: "snoozes", string: snoozed, to: &bytes) }
        JSONText.append(key: time.isTodo ? "todo" : "event", to: &bytes)
        append(time.occurrence, hasTimes: !time.isOfTimelessTodo, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends the members that identify an occurrence, without times for a to-do that has none.
    private static func append(_ occurrence: Occurrence, hasTimes: Bool = true, to bytes: inout [UInt8]) {
        var fields: [(key: String, value: String?)] = [
            ("uid", occurrence.uid), ("summary", occurrence.summary),
            ("start", hasTimes ? occurrence.start.description : nil),
            ("end", hasTimes ? occurrence.end.description : nil),
            ("timeZone", hasTimes ? occurrence.start.timeZone : nil),
            ("recurrenceId", occurrence.recurrenceID?.description),
            ("calendar", occurrence.calendarName), ("file", occurrence.file),
        ]
        fields.removeAll { $0.value == nil }
        JSONText.append(object: fields, to: &bytes)
        guard let line = occurrence.line else { return }
        bytes.removeLast()
        JSONText.append(key: "line", to: &bytes)
        bytes += Array("\(line)}".utf8)
    }
}
