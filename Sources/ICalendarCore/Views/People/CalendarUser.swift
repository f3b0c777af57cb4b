/// What ATTENDEE and ORGANIZER share (RFC 5545 sections 3.8.4.1 and 3.8.4.3): who it is, and where to reach them.
///
/// ```swift
/// func label(of user: some CalendarUser) -> String { user.name ?? user.email ?? user.uri }
/// ```
public protocol CalendarUser: PropertyView {}

extension CalendarUser {
    /// CN (3.2.2), nil when it is absent or empty, never made up: `attendee.name // "Nora Lind"`.
    public var name: String? {
        get { property.commonName }
        set { property.commonName = newValue }
    }

    /// The mail address: `mailto:` and `?query` cut, percent-encoding undone, the domain in small letters, so that of
    /// `ATTENDEE:MAILTO:sam@Client.Example` it is `sam@client.example`.
    ///
    /// Where the address is of another kind it is the EMAIL parameter (RFC 7986 section 6.2), or nil.
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

    /// SENT-BY (3.2.18): who acts for them, an address as written: `SENT-BY="mailto:desk@studio.example"`.
    public var sentBy: String? {
        get { property.sentBy }
        set { property.sentBy = newValue }
    }

    /// DIR (3.2.6): a URI of a directory entry, as in `DIR="ldap://example.com/cn=nora"`.
    public var directoryEntry: String? {
        get { property.directoryEntry }
        set { property.directoryEntry = newValue }
    }

    /// LANGUAGE (3.2.10) of the name, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }

    // MARK: - What servers that deliver invitations say and are told (RFC 6638 section 7)

    /// SCHEDULE-AGENT (RFC 6638 section 7.1), as in `SCHEDULE-AGENT=CLIENT`: absent means the server; an unknown word
    /// means nobody here.
    public var scheduleAgent: ScheduleAgent {
        get { property.word("SCHEDULE-AGENT", absent: .server, unknown: .none) }
        set { property[parameter: "SCHEDULE-AGENT"] = newValue.keyword }
    }

    /// SCHEDULE-FORCE-SEND (RFC 6638 section 7.2), as in `SCHEDULE-FORCE-SEND=REQUEST`; nil when it is absent or
    /// another word.
    public var forcedMessage: ForcedMessage? {
        get { property.parameters["SCHEDULE-FORCE-SEND"].flatMap(ForcedMessage.init(keyword:)) }
        set { property[parameter: "SCHEDULE-FORCE-SEND"] = newValue?.keyword }
    }

    /// SCHEDULE-STATUS (RFC 6638 section 7.3): how the last delivery went, codes of RFC 5546 section 3.6 such as
    /// `2.0`.
    ///
    /// Several codes stand in one quoted value, as the RFC writes them.
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

/// SCHEDULE-AGENT (RFC 6638 section 7.1): who delivers what is to be delivered.
///
/// ```swift
/// attendee.scheduleAgent = .client
/// ```
public enum ScheduleAgent: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The calendar server delivers: `SCHEDULE-AGENT=SERVER`, or nothing said.
    case server
    /// The program delivers by itself: `SCHEDULE-AGENT=CLIENT`.
    case client
    /// Nobody delivers: `SCHEDULE-AGENT=NONE`, or any other word.
    case none
}

/// SCHEDULE-FORCE-SEND (RFC 6638 section 7.2): what the server is to deliver again.
///
/// ```swift
/// attendee.forcedMessage = .request
/// ```
public enum ForcedMessage: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The invitation, to an attendee: `SCHEDULE-FORCE-SEND=REQUEST`.
    case request
    /// The answer, to the organizer: `SCHEDULE-FORCE-SEND=REPLY`.
    case reply
}

/// An ORGANIZER property (RFC 5545 section 3.8.4.3), normalised as ``Attendee`` is.
///
/// ```swift
/// print(event.organizer?.name ?? event.organizer?.email ?? "nobody")
/// ```
public struct Organizer: CalendarUser {
    /// The property that is read and written: `organizer.property.parameters["SCHEDULE-AGENT"]` (RFC 6638).
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let organizer = Organizer(property)
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Somebody by mail address.
    ///
    /// ```swift
    /// event.organizer = Organizer(email: "jane@example.com", name: "Jane")
    /// ```
    public init(email: String, name: String? = nil) {
        property = Property("ORGANIZER", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
    }
}
