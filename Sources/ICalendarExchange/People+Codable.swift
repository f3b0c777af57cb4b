public import ICalendarCore

private enum UserKey: String, CodingKey {
    case name, email, status, role, type
}

extension Attendee: Codable {
    /// Decodes an object with the optional keys `name`, `email`, `status`, `role` and `type`.
    ///
    /// ```swift
    /// let guests = try JSONDecoder().decode([Attendee].self, from: data)
    /// ```
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: UserKey.self)
        self.init(property: try Property("ATTENDEE", user: fields))
        if let status = try fields.decodeIfPresent(Status.self, forKey: .status) {
            self.status = status
            if status == .unknown { property[parameter: "PARTSTAT"] = "X-UNKNOWN" }
        }
        if let role = try fields.decodeIfPresent(Role.self, forKey: .role) {
            self.role = role
            if role == .unknown { property[parameter: "ROLE"] = "X-UNKNOWN" }
        }
        if let type = try fields.decodeIfPresent(UserType.self, forKey: .type) {
            self.type = type
            if type == .unknown { property[parameter: "CUTYPE"] = "UNKNOWN" }
        }
    }

    private init(property: Property) { self.init(property) }

    /// Encodes the keys `name`, `email`, `status`, `role` and `type`, as `ics-expand` prints them.
    ///
    /// ```swift
    /// let data = try JSONEncoder().encode(event.attendees)
    /// ```
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: UserKey.self)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(email, forKey: .email)
        try fields.encode(status, forKey: .status)
        try fields.encode(role, forKey: .role)
        try fields.encode(type, forKey: .type)
    }
}

extension Organizer: Codable {
    /// Decodes an object with the optional keys `name` and `email`.
    public init(from decoder: any Decoder) throws {
        self.init(try Property("ORGANIZER", user: decoder.container(keyedBy: UserKey.self)))
    }

    /// Encodes the keys `name` and `email`, as `ics-expand` prints them.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: UserKey.self)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(email, forKey: .email)
    }
}

extension Property {
    fileprivate init(_ name: String, user fields: KeyedDecodingContainer<UserKey>) throws {
        let email = try fields.decodeIfPresent(String.self, forKey: .email)
        // An empty address would make the property invalid.
        self.init(name, .calendarAddress(email.map(CalendarAddress.mailto) ?? "invalid:unknown"))
        self[parameter: "CN"] = try fields.decodeIfPresent(String.self, forKey: .name)
    }
}
