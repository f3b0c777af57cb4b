package import ICalendarCore

extension JSONText {
    /// Appends an object for an occurrence, with keys in a fixed order and without empty values.
    ///
    /// `calendar` and `file`, if not nil, replace the names in the occurrence.
    package static func append(
        _ occurrence: Occurrence,
        _ event: Event,
        calendar: String? = nil,
        file: String? = nil,
        to bytes: inout [UInt8]
    ) {
        var parts: [UInt8] = []
        let (head, middle) = appendParts(occurrence, event, calendar: calendar, file: file, to: &parts)
        bytes += parts[..<head]
        bytes += Array("\(occurrence.start)\",\"end\":\"\(occurrence.end)".utf8)
        bytes += parts[head..<middle]
        if let original = occurrence.recurrenceID { bytes += Array(original.description.utf8) }
        bytes += parts[middle...]
    }

    /// Appends the parts of the object that all instances of an event share.
    ///
    /// Returns the positions for the times and the original start of an instance. `key`, if not nil, is a first member
    /// as JSON.
    package static func appendParts(
        _ occurrence: Occurrence,
        _ event: Event,
        key: [UInt8]? = nil,
        calendar: String? = nil,
        file: String? = nil,
        to bytes: inout [UInt8]
    ) -> (head: Int, middle: Int) {
        bytes.append(UInt8(ascii: "{"))
        if let key {
            bytes.append(contentsOf: #""key":"#.utf8)
            bytes += key
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(contentsOf: #""uid":"#.utf8)
        append(string: occurrence.uid, to: &bytes)
        append("summary", event.summary, to: &bytes)
        bytes.append(contentsOf: #","start":""#.utf8)
        let head = bytes.count
        bytes.append(UInt8(ascii: "\""))
        append("timeZone", occurrence.start.timeZone, to: &bytes)
        if occurrence.isAllDay { bytes.append(contentsOf: #","allDay":true"#.utf8) }
        var middle = bytes.count
        if occurrence.recurrenceID != nil {
            bytes.append(contentsOf: #","recurrenceId":""#.utf8)
            middle = bytes.count
            bytes.append(UInt8(ascii: "\""))
        }
        if occurrence.isDetached { bytes.append(contentsOf: #","isDetached":true"#.utf8) }
        append("status", event.status?.rawValue, to: &bytes)
        append("location", event.location, to: &bytes)
        append("description", event.descriptionText, to: &bytes)
        append("url", event.url, to: &bytes)
        append(key: "categories", list: event.categories, to: &bytes) { append(string: $0, to: &$1) }
        if let organizer = event.organizer { append(organizer, to: &bytes) }
        append(key: "attendees", list: event.attendees, to: &bytes) { append($0, to: &$1) }
        append("calendar", calendar ?? occurrence.calendarName, to: &bytes)
        append("method", occurrence.method, to: &bytes)
        append("file", file ?? occurrence.file, to: &bytes)
        if let line = occurrence.line { append(key: "line", literal: line, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        return (head, middle)
    }

    private static func append(_ key: String, _ value: String?, to bytes: inout [UInt8]) {
        if let value { append(key: key, string: value, to: &bytes) }
    }

    /// Appends `{name, email}`, or nothing if both are unknown.
    private static func append(_ organizer: Organizer, to bytes: inout [UInt8]) {
        let (name, email) = (organizer.name, organizer.email)
        guard name != nil || email != nil else { return }
        append(key: "organizer", to: &bytes)
        append(object: [("name", name), ("email", email)], to: &bytes)
    }

    /// Appends `{name, email, status, role, type}`.
    private static func append(_ attendee: Attendee, to bytes: inout [UInt8]) {
        let fields: [(String, String?)] = [
            ("name", attendee.name), ("email", attendee.email), ("status", attendee.status.rawValue),
            ("role", attendee.role.rawValue), ("type", attendee.type.rawValue),
        ]
        append(object: fields, to: &bytes)
    }
}
