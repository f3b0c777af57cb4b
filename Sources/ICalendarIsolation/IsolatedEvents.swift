public import ICalendarCore

/// The events in a calendar that an ``IsolatedReader`` read in a worker process.
///
/// ```swift
/// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
/// let found = try reader.events(of: "stranger.ics", in: window)
/// print(found.events.count, "occurrences,", found.remarks.count, "remarks")
/// ```
public struct IsolatedEvents: Sendable {
    /// The occurrences as standalone events, in chronological order: `found.events.first?.start`.
    ///
    /// Each time is a UTC time, a date or a floating time. None of the events recurs.
    public let events: [Event]
    /// Up to one megabyte of messages about skipped, repaired or guessed values, such as
    /// `stranger.ics:7: warning: ...`.
    public let remarks: [String]

    /// Creates the result from a worker's answer, ignoring properties that would make an event recur.
    init(_ file: CalendarFile, remarks: [String]) {
        let rules: Set<String> = ["RRULE", "RDATE", "EXRULE", "EXDATE"]
        events = file.calendars.flatMap(\.events).map { event in
            guard event.component.properties.contains(where: { rules.contains($0.name) }) else {
                return event
            }
            var event = event
            event.component.properties.removeAll { rules.contains($0.name) }
            return event
        }
        self.remarks = remarks + file.diagnostics.map(\.description)
    }

    /// Returns a worker's remarks about its standard input, adding the input's name and removing control characters.
    static func remarks(in bytes: [UInt8], name: String?) -> [String] {
        let input = "<stdin>:"
        return bytes.split(separator: UInt8(ascii: "\n")).map { line in
            let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.filter {
                $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
            }
            let text = String(String.UnicodeScalarView(scalars))
            guard text.hasPrefix(input) else { return text }
            return (name.map { $0 + ":" } ?? "") + text.dropFirst(input.count)
        }
    }
}
