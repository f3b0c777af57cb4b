package import ICalendar

/// `--diff`: what differs, in lines like those of diff, or as objects.
package enum DifferenceLines {
    /// `+`, `-` or `~`, the UID, the instance, and the title; then the lines that went and those that came.
    package static func text(
        _ sign: String,
        _ component: Component,
        _ uid: String?,
        _ parts: [CalendarDifference.Part]
    )
        -> [String]
    {
        var head = "\(sign) \(component.name)"
        if let name = component.name == "VTIMEZONE" ? component.text("TZID") : uid { head += " \(name)" }
        if let original = component.first("RECURRENCE-ID")?.eventTimes.first {
            head += " (instance of \(MomentText.written(original)))"
        }
        if let summary = component.text("SUMMARY") { head += "  \(summary)" }
        return [head]
            + parts.flatMap { part in
                part.linesBefore.map { "    - \($0)" } + part.linesAfter.map { "    + \($0)" }
            }
    }

    /// `{"change": "changed", "component": "VEVENT", "uid": ..., "recurrenceId": ..., "summary": ..., "parts": [...]}`.
    package static func append(
        _ change: String,
        _ component: Component,
        _ uid: String?,
        _ parts: [CalendarDifference.Part],
        to bytes: inout [UInt8]
    ) {
        let fields: [(key: String, value: String?)] = [
            ("change", change), ("component", component.name),
            ("uid", component.name == "VTIMEZONE" ? nil : uid),
            (
                "recurrenceId",
                component.first("RECURRENCE-ID")?.eventTimes.first.map { MomentText.written($0) }
            ),
            ("summary", component.text("SUMMARY")), ("timeZone", component.text("TZID")),
        ]
        JSONText.append(object: fields, to: &bytes)
        guard !parts.isEmpty else { return }
        bytes.removeLast()
        JSONText.append(key: "parts", to: &bytes)
        bytes.append(UInt8(ascii: "["))
        for (place, part) in parts.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Array(#"{"name":"#.utf8)
            JSONText.append(string: part.name, to: &bytes)
            append(part.linesBefore, as: "before", to: &bytes)
            append(part.linesAfter, as: "after", to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes += Array("]}".utf8)
    }

    private static func append(_ lines: [String], as key: String, to bytes: inout [UInt8]) {
        guard !lines.isEmpty else { return }
        JSONText.append(key: key, to: &bytes)
        bytes.append(UInt8(ascii: "["))
        for (place, line) in lines.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(string: line, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
