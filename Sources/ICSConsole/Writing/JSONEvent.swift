package import ICalendar

/// What the instances of one event share, as JSON: the keys before the times and those after them.
package enum JSONEvent {
    /// Appends the bytes from `{"uid":` up to the summary.
    package static func appendHead(_ occurrence: Occurrence, _ event: Event, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"uid":"#.utf8)
        JSONText.append(string: occurrence.uid, to: &bytes)
        append("summary", event.summary, to: &bytes)
    }

    /// Appends the bytes from `,"status":` up to the closing brace, with the calendar's name and its file where others are
    /// known than the occurrence has.
    package static func appendTail(
        _ occurrence: Occurrence,
        _ event: Event,
        calendar: String? = nil,
        file: String? = nil,
        to bytes: inout [UInt8]
    ) {
        append("status", event.status?.rawValue, to: &bytes)
        append("location", event.location, to: &bytes)
        append("description", event.eventDescription, to: &bytes)
        append("url", event.url, to: &bytes)
        JSONText.append(key: "categories", list: event.categories, to: &bytes) {
            JSONText.append(string: $0, to: &$1)
        }
        if let organizer = event.organizer { append(organizer, to: &bytes) }
        JSONText.append(key: "attendees", list: event.attendees, to: &bytes, append)
        append("calendar", calendar ?? occurrence.calendarName, to: &bytes)
        append("method", occurrence.method, to: &bytes)
        append("file", file ?? occurrence.file, to: &bytes)
        if let line = occurrence.line {
            JSONText.append(key: "line", to: &bytes)
            bytes.append(contentsOf: String(line).utf8)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// A key and a string, or nothing.
    private static func append(_ key: String, _ value: String?, to bytes: inout [UInt8]) {
        if let value { JSONText.append(key: key, string: value, to: &bytes) }
    }

    /// `{name, email}`; left out when neither is known.
    private static func append(_ organizer: Organizer, to bytes: inout [UInt8]) {
        let (name, email) = (organizer.name, organizer.email)
        guard name != nil || email != nil else { return }
        JSONText.append(key: "organizer", to: &bytes)
        JSONText.append(object: [("name", name), ("email", email)], to: &bytes)
    }

    /// `{name, email, status, role, type}`.
    private static func append(_ attendee: Attendee, to bytes: inout [UInt8]) {
        let fields: [(String, String?)] = [
            ("name", attendee.name), ("email", attendee.email), ("status", attendee.status.rawValue),
            ("role", attendee.role.rawValue), ("type", attendee.type.rawValue),
        ]
        JSONText.append(object: fields, to: &bytes)
    }
}
