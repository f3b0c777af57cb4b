/// A person or other calendar user in an ATTENDEE or ORGANIZER property (RFC 5545 sections 3.8.4.1 and 3.8.4.3).
///
/// ```swift
/// func label(of user: some CalendarUser) -> String { user.name ?? user.email ?? user.uri }
/// ```
public protocol CalendarUser: PropertyView {}

extension CalendarUser {
    /// The name (CN, RFC 5545 section 3.2.2): `attendee.name // "Nora Lind"`.
    ///
    /// Nil if the parameter is absent or empty. The name is never derived from the address.
    public var name: String? {
        get { property.commonName }
        set { property.commonName = newValue }
    }

    /// The email address, such as `sam@client.example` for `ATTENDEE:MAILTO:sam@Client.Example`.
    ///
    /// The `mailto:` prefix and any `?query` are removed, percent-encoding is decoded, and the domain is converted to
    /// lowercase. For any other address, the result is the EMAIL parameter (RFC 7986 section 6.2), the address itself
    /// if it looks like an email address, or nil.
    public var email: String? {
        get { CalendarAddress(uri, emailParameter: property.emailParameter).email }
        set {
            guard newValue != email else { return }
            property.emailParameter = nil
            property.value = .calendarAddress(newValue.map(CalendarAddress.mailto) ?? "invalid:nomail")
        }
    }

    /// The address as written, such as `mailto:jane@example.com` or `urn:uuid:...`.
    public var uri: String {
        get { property.value.string ?? "" }
        set { if newValue != uri { property.value = .calendarAddress(newValue) } }
    }

    // MARK: - Server-based scheduling (RFC 6638 section 7)

    /// The agent that delivers scheduling messages (SCHEDULE-AGENT, RFC 6638 section 7.1), as in
    /// `SCHEDULE-AGENT=CLIENT`.
    ///
    /// The default is the server. An unknown value is treated as ``ScheduleAgent/none``.
    public var scheduleAgent: ScheduleAgent {
        get { property.word("SCHEDULE-AGENT", absent: .server, unknown: .none) }
        set { property[parameter: "SCHEDULE-AGENT"] = newValue.keyword }
    }

    /// The message that the server must resend (SCHEDULE-FORCE-SEND, RFC 6638 section 7.2), as in
    /// `SCHEDULE-FORCE-SEND=REQUEST`, or nil if it is absent or unknown.
    public var forcedMessage: ForcedMessage? {
        get { property.parameters["SCHEDULE-FORCE-SEND"].flatMap(ForcedMessage.init(keyword:)) }
        set { property[parameter: "SCHEDULE-FORCE-SEND"] = newValue?.keyword }
    }

    /// The status codes of the last delivery (SCHEDULE-STATUS, RFC 6638 section 7.3), such as `2.0` (RFC 5546 section
    /// 3.6).
    ///
    /// Multiple codes are written as one quoted value, as the RFC specifies.
    public var scheduleStatus: [String] {
        get {
            property.parameters.values("SCHEDULE-STATUS").flatMap { $0.split(separator: ",") }.map(
                \.trimmingBlanks
            )
        }
        set {
            property[parameter: "SCHEDULE-STATUS"] = newValue.isEmpty ? nil : newValue.joined(separator: ",")
        }
    }
}

/// The agent that delivers scheduling messages (SCHEDULE-AGENT, RFC 6638 section 7.1).
///
/// ```swift
/// attendee.scheduleAgent = .client
/// ```
public enum ScheduleAgent: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The calendar server (the default): `SCHEDULE-AGENT=SERVER`.
    case server
    /// The client program: `SCHEDULE-AGENT=CLIENT`.
    case client
    /// No delivery: `SCHEDULE-AGENT=NONE`, or any other value.
    case none
}

/// The scheduling message that the server must resend (SCHEDULE-FORCE-SEND, RFC 6638 section 7.2).
///
/// ```swift
/// attendee.forcedMessage = .request
/// ```
public enum ForcedMessage: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The invitation to an attendee: `SCHEDULE-FORCE-SEND=REQUEST`.
    case request
    /// The reply to the organizer: `SCHEDULE-FORCE-SEND=REPLY`.
    case reply
}

/// An organizer, normalized like ``Attendee`` (ORGANIZER, RFC 5545 section 3.8.4.3).
///
/// ```swift
/// print(event.organizer?.name ?? event.organizer?.email ?? "nobody")
/// ```
public struct Organizer: CalendarUser {
    /// The underlying property: `organizer.property.parameters["SCHEDULE-AGENT"]` (RFC 6638).
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let organizer = Organizer(property)
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates an organizer with an email address.
    ///
    /// ```swift
    /// event.organizer = Organizer(email: "jane@example.com", name: "Jane")
    /// ```
    public init(email: String, name: String? = nil) {
        property = Property("ORGANIZER", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
    }
}
