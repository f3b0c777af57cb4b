import ICalendar

/// What the instances of one event share, as JSON: the keys before the times and those after them.
struct JSONEvent {
    /// The bytes from `{"uid":` up to the summary.
    private(set) var head: [UInt8] = []
    /// The bytes from `,"status":` up to the closing brace.
    private(set) var tail: [UInt8] = []

    /// Encodes the event of an occurrence.
    init(_ occurrence: Occurrence, _ event: Event) {
        head.append(contentsOf: #"{"uid":"#.utf8)
        JSONText.append(string: occurrence.uid, to: &head)
        append("summary", event.summary, to: \.head)
        append("status", event.status?.rawValue)
        append("location", event.location)
        append("description", event.eventDescription)
        append("url", event.url)
        appendList("categories", event.categories) { JSONText.append(string: $0, to: &$1) }
        appendOrganizer(event.organizer)
        appendList("attendees", event.attendees, JSONEvent.append)
        append("calendar", occurrence.calendarName)
        append("file", occurrence.file)
        if let line = occurrence.line {
            JSONText.append(key: "line", to: &tail)
            tail.append(contentsOf: String(line).utf8)
        }
        tail.append(UInt8(ascii: "}"))
    }

    /// A key and a string, or nothing.
    private mutating func append(
        _ key: String,
        _ value: String?,
        to part: WritableKeyPath<JSONEvent, [UInt8]> = \.tail
    ) {
        if let value { JSONText.append(key: key, string: value, to: &self[keyPath: part]) }
    }

    /// A key and an array, or nothing when it would be empty.
    private mutating func appendList<Element>(
        _ key: String,
        _ elements: [Element],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        guard !elements.isEmpty else { return }
        JSONText.append(key: key, to: &tail)
        for (index, element) in elements.enumerated() {
            tail.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            write(element, &tail)
        }
        tail.append(UInt8(ascii: "]"))
    }

    /// `{name, email}`; left out when neither is known.
    private mutating func appendOrganizer(_ organizer: Organizer?) {
        guard let organizer else { return }
        let fields = JSONText.object([("name", organizer.name), ("email", organizer.email)])
        guard fields.count > 2 else { return }
        JSONText.append(key: "organizer", to: &tail)
        tail.append(contentsOf: fields)
    }

    /// `{name, email, status, role, type}`.
    private static func append(_ attendee: Attendee, to bytes: inout [UInt8]) {
        let fields: [(String, String?)] = [
            ("name", attendee.name), ("email", attendee.email), ("status", attendee.status.rawValue),
            ("role", attendee.role.rawValue), ("type", attendee.type.rawValue),
        ]
        bytes.append(contentsOf: JSONText.object(fields))
    }
}
