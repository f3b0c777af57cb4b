import ICSConsole
import ICalendar
import ICalendarLibical
import SystemIO

/// JSON objects for conflicts, alarms and violations. Keys are in a fixed order, and empty values are omitted.
extension JSONText {
    /// Appends a conflict as `{"start": ..., "end": ..., "first": {...}, "second": {...}}`, with the times of the
    /// overlap.
    static func append(_ conflict: Conflict, in zone: Zone, to bytes: inout [UInt8]) {
        bytes += Array(#"{"start":"#.utf8)
        append(string: MomentText.rfc3339(conflict.overlap.lowerBound, in: zone), to: &bytes)
        append(
            key: "end",
            string: MomentText.rfc3339(conflict.overlap.upperBound, in: zone),
            to: &bytes
        )
        append(key: "first", to: &bytes)
        append(conflict.first, to: &bytes)
        append(key: "second", to: &bytes)
        append(conflict.second, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends an alarm.
    ///
    /// The keys are `time`, `action`, `description`, `repetition`, `acknowledged`, `snoozes`, and `event` or `todo`.
    static func append(_ time: AlarmTime, in zone: Zone, to bytes: inout [UInt8]) {
        bytes += Array(#"{"time":"#.utf8)
        append(string: MomentText.rfc3339(time.instant, in: zone), to: &bytes)
        if let action = time.alarm.component.text("ACTION")?.uppercased() {
            append(key: "action", string: action, to: &bytes)
        }
        if let text = time.alarm.descriptionText {
            append(key: "description", string: text, to: &bytes)
        }
        if time.repetition > 0 {
            append(key: "repetition", literal: time.repetition, to: &bytes)
        }
        if time.isAcknowledged { bytes += Array(#","acknowledged":true"#.utf8) }
        if let snoozed = time.snoozedAlarm { append(key: "snoozes", string: snoozed, to: &bytes) }
        append(key: time.isTodo ? "todo" : "event", to: &bytes)
        append(time.occurrence, end: time.end, hasTimes: !time.isOfTimelessTodo, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(
        _ occurrence: Occurrence,
        end: OccurrenceTime? = nil,
        hasTimes: Bool = true,
        to bytes: inout [UInt8]
    ) {
        let fields: [(key: String, value: String?)] = [
            ("uid", occurrence.uid), ("summary", occurrence.summary),
            ("start", hasTimes ? occurrence.start.description : nil),
            ("end", hasTimes ? (end ?? occurrence.end).description : nil),
            ("timeZone", hasTimes ? occurrence.start.timeZone : nil),
            ("recurrenceId", occurrence.recurrenceID?.description),
            ("calendar", occurrence.calendarName), ("file", occurrence.file),
        ]
        append(object: fields, to: &bytes) {
            if let line = occurrence.line { append(key: "line", literal: line, to: &$0) }
        }
    }

    /// Appends a violation: `{"severity": ..., "code": ..., "file": ..., "message": ..., "section": ..., "repair": ...,
    /// "line": 7}`.
    static func append(_ violation: Violation, to bytes: inout [UInt8]) {
        let fields: [(key: String, value: String?)] = [
            ("severity", violation.severity.rawValue), ("code", violation.code.description),
            ("message", violation.message), ("section", violation.section),
            ("component", violation.component), ("property", violation.property),
            ("repair", violation.repair), ("file", violation.file),
        ]
        append(object: fields, to: &bytes) {
            if let line = violation.line { append(key: "line", literal: line, to: &$0) }
        }
    }
}

#if Libical
    extension JSONText {
        static func append(_ difference: EngineDifference, to bytes: inout [UInt8]) {
            let fields: [(key: String, value: String?)] = [
                ("file", difference.file), ("component", difference.component),
                ("subject", difference.subject.name),
                ("native", difference.native), ("libical", difference.libical),
                ("cause", difference.cause?.name), ("section", difference.cause?.section),
            ]
            append(object: fields, to: &bytes) {
                if let line = difference.line { append(key: "line", literal: line, to: &$0) }
            }
        }
    }
#endif

extension ListOutput {
    /// Adds an entry for a component that was added, removed or changed between two files.
    ///
    /// The text form has `+`, `-` or `~`, the UID, the instance and the title, followed by the removed and the added
    /// lines. The object form is
    /// `{"change": "changed", "component": "VEVENT", "uid": ..., "recurrenceId": ..., "summary": ..., "parts": [...]}`.
    mutating func add(
        _ sign: String,
        _ change: String,
        _ component: Component,
        _ uid: String?,
        _ parts: [CalendarDifference.Part] = []
    ) throws(WriteError) {
        let original = component.first("RECURRENCE-ID")?.eventTimes.first.map { MomentText.written($0) }
        try add {
            var head = "\(sign) \(component.name)"
            if let name = component.name == "VTIMEZONE" ? component.text("TZID") : uid { head += " \(name)" }
            if let original { head += " (instance of \(original))" }
            if let summary = component.text("SUMMARY") { head += "  \(summary)" }
            return [head]
                + parts.flatMap { part in
                    part.linesBefore.map { "    - \($0)" } + part.linesAfter.map { "    + \($0)" }
                }
        } json: { bytes in
            let fields: [(key: String, value: String?)] = [
                ("change", change), ("component", component.name),
                ("uid", component.name == "VTIMEZONE" ? nil : uid), ("recurrenceId", original),
                ("summary", component.text("SUMMARY")), ("timeZone", component.text("TZID")),
            ]
            JSONText.append(object: fields, to: &bytes) { bytes in
                JSONText.append(key: "parts", list: parts, to: &bytes) { part, bytes in
                    JSONText.append(object: [("name", part.name)], to: &bytes) { bytes in
                        for (key, lines) in [("before", part.linesBefore), ("after", part.linesAfter)] {
                            JSONText.append(key: key, list: lines, to: &bytes) {
                                JSONText.append(string: $0, to: &$1)
                            }
                        }
                    }
                }
            }
        }
    }
}
