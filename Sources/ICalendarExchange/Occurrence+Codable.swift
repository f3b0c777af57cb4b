public import ICalendarCore

extension Occurrence {
    /// The occurrence as a JSON object, exactly as `ics-expand --format ndjson` prints it.
    ///
    /// The keys are in a fixed order, and empty values are omitted. See <doc:What-ics-expand-prints> and the JSON
    /// Schema in `Corpus/schema/ics-expand.schema.json`.
    ///
    /// ```swift
    /// for occurrence in file.occurrences(in: window) { print(occurrence.json) }
    /// ```
    public var json: String {
        var bytes: [UInt8] = []
        JSONText.append(self, event, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Occurrence: Identifiable {
    /// A string that identifies the occurrence among the results of a search for occurrences.
    ///
    /// The identifier contains the UID and, for an instance of a series, the original start. It changes only if the
    /// UID, the original start, the file, or the event's position in the file changes. Use identifiers as keys, as in
    /// `titles[occurrence.id]`.
    public var id: String {
        var id = uid
        if let recurrenceID { id += " \(recurrenceID)" }
        if let file { id += " \(file)" }
        if let line { id += " \(line)" }
        return id
    }
}

extension Occurrence: Hashable {
    /// Returns whether two occurrences have the same ``json``, which means the same times, text, people and position in
    /// a file.
    ///
    /// ```swift
    /// let same = file.occurrences(in: window).first { $0 == occurrence }
    /// ```
    public static func == (left: Occurrence, right: Occurrence) -> Bool {
        // Properties that are quick to compare come first, since most unequal occurrences differ in one of them.
        left.uid == right.uid && left.line == right.line && left.json == right.json
    }

    /// Hashes the ``id`` and the start, as required for `Set(file.occurrences(in: window))`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(start.description)
    }
}

extension Occurrence: Codable {
    private enum Key: String, CodingKey {
        case uid, summary, start, end, timeZone, allDay, recurrenceId, isDetached, status, location,
            description, url
        case categories, organizer, attendees, calendar, method, file, line
    }

    /// Encodes the keys and values of ``json``.
    ///
    /// ```swift
    /// let encoder = JSONEncoder()
    /// let data = try encoder.encode(Array(file.occurrences(in: window)))
    /// ```
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        let event = event
        try fields.encode(uid, forKey: .uid)
        try fields.encodeIfPresent(event.summary, forKey: .summary)
        try fields.encode(start.description, forKey: .start)
        try fields.encode(end.description, forKey: .end)
        try fields.encodeIfPresent(start.timeZone, forKey: .timeZone)
        if isAllDay { try fields.encode(true, forKey: .allDay) }
        try fields.encodeIfPresent(recurrenceID?.description, forKey: .recurrenceId)
        if isDetached { try fields.encode(true, forKey: .isDetached) }
        try fields.encodeIfPresent(event.status?.rawValue, forKey: .status)
        try fields.encodeIfPresent(event.location, forKey: .location)
        try fields.encodeIfPresent(event.descriptionText, forKey: .description)
        try fields.encodeIfPresent(event.url, forKey: .url)
        if !event.categories.isEmpty { try fields.encode(event.categories, forKey: .categories) }
        if let organizer = event.organizer, organizer.name != nil || organizer.email != nil {
            try fields.encode(organizer, forKey: .organizer)
        }
        if !event.attendees.isEmpty { try fields.encode(event.attendees, forKey: .attendees) }
        try fields.encodeIfPresent(calendarName, forKey: .calendar)
        try fields.encodeIfPresent(method, forKey: .method)
        try fields.encodeIfPresent(file, forKey: .file)
        try fields.encodeIfPresent(line, forKey: .line)
    }

    /// Decodes an occurrence from its encoded form or from the output of `ics-expand`.
    ///
    /// Its ``event`` has only the properties in the JSON. The JSON does not contain the window's zone, so ``startDate``
    /// and ``endDate`` interpret dates and floating times in the system's zone. If `timeZone` is not in the time zone
    /// database, the decoded zone uses the offsets of the times.
    ///
    /// ```swift
    /// let occurrences = try JSONDecoder().decode([Occurrence].self, from: data)
    /// ```
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try fields.decodeIfPresent(String.self, forKey: key) }
        let name = try text(.timeZone)
        let times = try [Key.start, .end, .recurrenceId].compactMap(text)
        let zone = name.map { OccurrenceTime.zone(named: $0, of: times) }
        func time(_ key: Key) throws -> OccurrenceTime? {
            guard let text = try text(key) else { return nil }
            do throws(CalendarError) {
                return try OccurrenceTime(text, in: text.utf8.count == 10 ? nil : zone)
            } catch {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: fields,
                    debugDescription: error.detail
                )
            }
        }
        guard let start = try time(.start), let end = try time(.end) else {
            let missing: Key = fields.contains(.start) ? .end : .start
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "required")
            throw DecodingError.keyNotFound(missing, context)
        }
        let line = try fields.decodeIfPresent(Int.self, forKey: .line)
        var event = Event(Component(name: "VEVENT", properties: [], components: [], line: line))
        event.uid = try fields.decode(String.self, forKey: .uid)
        event.start = start.eventTime(named: name)
        event.summary = try text(.summary)
        event.location = try text(.location)
        event.descriptionText = try text(.description)
        event.url = try text(.url)
        event.status = try text(.status).flatMap(Event.Status.init(rawValue:))
        event.categories = try fields.decodeIfPresent([String].self, forKey: .categories) ?? []
        event.organizer = try fields.decodeIfPresent(Organizer.self, forKey: .organizer)
        event.attendees = try fields.decodeIfPresent([Attendee].self, forKey: .attendees) ?? []
        self.init(
            event,
            start: start,
            end: end,
            recurrenceID: try time(.recurrenceId),
            isDetached: try fields.decodeIfPresent(Bool.self, forKey: .isDetached) ?? false,
            calendarName: try text(.calendar),
            method: try text(.method),
            file: try text(.file),
            in: (try? .system()) ?? .utc
        )
    }
}

extension OccurrenceTime {
    /// Returns the zone with the given name if it matches the times' offsets, or otherwise a zone derived from the
    /// offsets.
    fileprivate static func zone(named name: String, of times: [String]) -> Zone {
        if let zone = try? Zone.read(name).zone,
            times.allSatisfy({ $0.utf8.count == 10 || (try? OccurrenceTime($0, in: zone))?.description == $0 }
            )
        {
            return zone.identifier == name ? zone : Zone(identifier: name, table: zone.table)
        }
        var offsets: [Int: Int] = [:]
        for text in times {
            guard case .instant(let instant, _)? = try? OccurrenceTime(text, in: nil) else { continue }
            offsets[instant.secondsSince1970] = OccurrenceTime.offset(of: text).seconds ?? 0
        }
        return Zone(identifier: name, offsets: offsets)
    }

    fileprivate func eventTime(named name: String?) -> EventTime {
        switch self {
        case .date(let date): .date(date)
        case .floating(let time): .floating(time)
        case .instant(let instant, let zone):
            EventTime(zone.civil(at: instant), timeZoneID: name ?? zone.identifier)
        }
    }
}
