package import ICalendar

/// `json` and `ndjson`: objects whose keys always come in the same order; a key with nothing to say is left out.
struct JSONRows: RowLayout {
    /// Whether the objects are elements of one array, else each is a line of its own.
    let isArray: Bool

    var opening: String { isArray ? "[" : "" }
    var separatorLength: Int { isArray ? 1 : 0 }

    func closing(isEmpty: Bool) -> String {
        guard isArray else { return "" }
        return isEmpty ? "]\n" : "\n]\n"
    }

    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts {
        var parts = RowParts()
        parts.bytes.reserveCapacity(1024)
        if isArray { parts.bytes.append(contentsOf: ",\n".utf8) }
        JSONEvent.appendHead(occurrence, event, to: &parts.bytes)
        parts.bytes.append(contentsOf: #","start":""#.utf8)
        parts.head = parts.bytes.count
        parts.bytes.append(UInt8(ascii: "\""))
        if let zone = occurrence.start.timeZone {
            JSONText.append(key: "timeZone", string: zone, to: &parts.bytes)
        }
        if occurrence.isAllDay { parts.bytes.append(contentsOf: #","allDay":true"#.utf8) }
        if occurrence.recurrenceID == nil {
            parts.middle = parts.bytes.count
        } else {
            parts.bytes.append(contentsOf: #","recurrenceId":""#.utf8)
            parts.middle = parts.bytes.count
            parts.bytes.append(UInt8(ascii: "\""))
        }
        if occurrence.isDetached { parts.bytes.append(contentsOf: #","isDetached":true"#.utf8) }
        JSONEvent.appendTail(occurrence, event, to: &parts.bytes)
        if !isArray { parts.bytes.append(UInt8(ascii: "\n")) }
        return parts
    }

    @inline(__always)
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout ByteWriter
    ) {
        writer.reserve(Int(template.tail) &+ ClockText.longestTimes)
        writer.put(template.bytes, from: 0, to: template.head)
        let start = writer.length
        clock.put(row.startKey, template.form, to: &writer)
        let length = writer.length &- start
        // `","end":"`, the first byte at the lowest place.
        writer.put(0x3A22_646E_6522_2C22, length: 8)
        writer.put(0x22, length: 1)
        clock.put(row.endKey, template.form, to: &writer)
        writer.put(template.bytes, from: template.head, to: template.middle)
        if let form = template.originalForm {
            if row.originalKey == row.startKey, form == template.form {
                writer.putAgain(from: start, length: length)
            } else {
                clock.put(row.originalKey, form, to: &writer)
            }
        }
        writer.put(template.bytes, from: template.middle, to: template.tail)
    }
}

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
