import ICalendar

/// Occurrences as JSON objects whose keys always come in the same order; a key with nothing to say is left out.
///
/// What all instances of a series share is encoded once and kept: the bytes before and after the times.
struct JSONOccurrence {
    private var events = OncePerEvent { JSONEvent($0, $1) }

    /// What was found wrong with the events.
    var diagnostics: [Diagnostic] { events.diagnostics }

    /// Appends the object of an occurrence.
    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8]) {
        let event = events.product(for: occurrence)
        bytes.append(contentsOf: event.head)
        JSONText.append(key: "start", plain: occurrence.start.description, to: &bytes)
        JSONText.append(key: "end", plain: occurrence.end.description, to: &bytes)
        if let zone = occurrence.start.timeZone {
            JSONText.append(key: "timeZone", string: zone, to: &bytes)
        }
        if occurrence.isAllDay { bytes.append(contentsOf: #","allDay":true"#.utf8) }
        if let original = occurrence.recurrenceID {
            JSONText.append(key: "recurrenceId", plain: original.description, to: &bytes)
        }
        if occurrence.isDetached { bytes.append(contentsOf: #","isDetached":true"#.utf8) }
        bytes.append(contentsOf: event.tail)
    }
}
