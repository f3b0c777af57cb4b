import ICalendar

/// Occurrences as JSON objects whose keys always come in the same order; a key with nothing to say is left out.
///
/// What all instances of a series share is encoded once and kept: the bytes before and after the times.
struct JSONOccurrence {
    private var series: [ObjectIdentifier: JSONEvent] = [:]
    /// Kept encodings are dropped all at once when there are so many, so that memory stays bounded.
    private static let capacity = 20_000

    /// Appends the object of an occurrence.
    mutating func write(_ occurrence: Occurrence, to bytes: inout [UInt8]) {
        let event = event(of: occurrence)
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

    /// The encoding of the event, kept when further instances may come.
    private mutating func event(of occurrence: Occurrence) -> JSONEvent {
        guard occurrence.recurrenceID != nil else { return JSONEvent(occurrence) }
        if let known = series[occurrence.eventIdentity] { return known }
        if series.count >= JSONOccurrence.capacity { series.removeAll(keepingCapacity: true) }
        let event = JSONEvent(occurrence)
        series[occurrence.eventIdentity] = event
        return event
    }
}
