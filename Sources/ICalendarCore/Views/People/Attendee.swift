/// An attendee with a normalized name, email address, and status (ATTENDEE, RFC 5545 section 3.8.4.1).
///
/// ```swift
/// for attendee in event.attendees where attendee.status == .accepted {
///     print(attendee.name ?? attendee.email ?? attendee.uri)
/// }
/// ```
public struct Attendee: CalendarUser {
    /// The underlying property, including parameters added by other programs:
    /// `attendee.property.parameters["X-NUM-GUESTS"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let attendee = Attendee(event.component.all("ATTENDEE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates an attendee with an email address.
    ///
    /// ```swift
    /// event.attendees = [Attendee(email: "jane@example.com", name: "Jane")]
    /// ```
    public init(email: String, name: String? = nil, status: Status = .pending) {
        property = Property("ATTENDEE", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
        self.status = status
    }

    /// The participation status (PARTSTAT, RFC 5545 section 3.2.12): `attendee.status // .accepted`.
    ///
    /// The default is `.pending`.
    public var status: Status {
        get { property.word("PARTSTAT", absent: .pending, unknown: .unknown) }
        set { property.setWord("PARTSTAT", to: newValue, unknown: .unknown) }
    }

    /// The role (ROLE, RFC 5545 section 3.2.16): `attendee.role // .chair`.
    ///
    /// The default is `.required`.
    public var role: Role {
        get { property.word("ROLE", absent: .required, unknown: .unknown) }
        set { property.setWord("ROLE", to: newValue, unknown: .unknown) }
    }

    /// The type of calendar user (CUTYPE, RFC 5545 section 3.2.3), as in `CUTYPE=ROOM`: `attendee.type // .person`.
    ///
    /// The default is `.person`.
    public var type: UserType {
        get { property.word("CUTYPE", absent: .person, unknown: .unknown) }
        set { property.setWord("CUTYPE", to: newValue, unknown: .unknown) }
    }

    /// The participation status of an attendee (PARTSTAT, RFC 5545 section 3.2.12).
    ///
    /// ```swift
    /// attendee.status = .accepted         // PARTSTAT=ACCEPTED
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// No answer yet (the default): `PARTSTAT=NEEDS-ACTION`.
        case pending
        /// The attendee will come: `PARTSTAT=ACCEPTED`.
        case accepted
        /// The attendee will not come: `PARTSTAT=DECLINED`.
        case declined
        /// The attendee might come: `PARTSTAT=TENTATIVE`.
        case tentative
        /// The attendee has delegated the request to ``Attendee/delegates``: `PARTSTAT=DELEGATED`.
        case delegated
        /// The attendee has completed the to-do: `PARTSTAT=COMPLETED`.
        case completed
        /// The attendee is working on the to-do: `PARTSTAT=IN-PROCESS`.
        case inProcess
        /// Any other value, such as `PARTSTAT=X-LATE`; setting `.unknown` leaves the current value in place.
        case unknown

        package var keyword: String {
            switch self {
            case .pending: "NEEDS-ACTION"
            case .inProcess: "IN-PROCESS"
            case .unknown: ""
            default: rawValue.uppercased()
            }
        }
    }

    /// The role of an attendee (ROLE, RFC 5545 section 3.2.16).
    ///
    /// ```swift
    /// attendee.role = .optional           // ROLE=OPT-PARTICIPANT
    /// ```
    public enum Role: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A required participant (the default): `ROLE=REQ-PARTICIPANT`.
        case required
        /// An optional participant: `ROLE=OPT-PARTICIPANT`.
        case optional
        /// The chair of the meeting: `ROLE=CHAIR`.
        case chair
        /// A person who receives a copy for information only: `ROLE=NON-PARTICIPANT`.
        case nonParticipant
        /// Any other value, such as `ROLE=X-HOST`; setting `.unknown` leaves the current value in place.
        case unknown

        package var keyword: String {
            switch self {
            case .required: "REQ-PARTICIPANT"
            case .optional: "OPT-PARTICIPANT"
            case .chair: "CHAIR"
            case .nonParticipant: "NON-PARTICIPANT"
            case .unknown: ""
            }
        }
    }

    /// The type of a calendar user (CUTYPE, RFC 5545 section 3.2.3).
    ///
    /// ```swift
    /// attendee.type = .room               // CUTYPE=ROOM
    /// ```
    public enum UserType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// An individual (the default): `CUTYPE=INDIVIDUAL`.
        case person
        /// A room that can be booked: `CUTYPE=ROOM`.
        case room
        /// A resource that can be booked, such as a projector: `CUTYPE=RESOURCE`.
        case resource
        /// A group of people who share an address: `CUTYPE=GROUP`.
        case group
        /// Any other value, such as `CUTYPE=X-CAT`, as well as `CUTYPE=UNKNOWN`.
        case unknown

        package var keyword: String {
            switch self {
            case .person: "INDIVIDUAL"
            case .unknown: "UNKNOWN"
            default: rawValue.uppercased()
            }
        }
    }

    // MARK: - Less common parameters of ATTENDEE (RFC 5545 section 3.8.4.1)

    /// Whether a reply is requested (RSVP, RFC 5545 section 3.2.17), as in `RSVP=TRUE`; false by default.
    public var expectsReply: Bool {
        get { property.parameters["RSVP"]?.trimmingBlanks.uppercased() == "TRUE" }
        set { if newValue != expectsReply { property[parameter: "RSVP"] = newValue ? "TRUE" : nil } }
    }

    /// The addresses of the delegates, as written (DELEGATED-TO, RFC 5545 section 3.2.5):
    /// `DELEGATED-TO="mailto:sam@client.example"`.
    public var delegates: [String] {
        get { property.parameters.values("DELEGATED-TO") }
        set { property.setParameter("DELEGATED-TO", to: newValue) }
    }

    /// The addresses of the delegators, as written (DELEGATED-FROM, RFC 5545 section 3.2.4):
    /// `DELEGATED-FROM="mailto:nora@studio.example"`.
    public var delegators: [String] {
        get { property.parameters.values("DELEGATED-FROM") }
        set { property.setParameter("DELEGATED-FROM", to: newValue) }
    }

    /// The addresses of the groups through which the attendee was invited, as written (MEMBER, RFC 5545 section
    /// 3.2.11): `MEMBER="mailto:potters@studio.example"`.
    public var groups: [String] {
        get { property.parameters.values("MEMBER") }
        set { property.setParameter("MEMBER", to: newValue) }
    }
}

extension Property {
    /// Returns a parameter's keyword, `absent` if the parameter is missing or empty, or `unknown` for any other value.
    package func word<Word: Keyword>(_ name: String, absent: Word, unknown: Word) -> Word {
        guard let text = parameters[name]?.trimmingBlanks, !text.isEmpty else { return absent }
        return Word(keyword: text) ?? unknown
    }

    /// Writes the keyword of a parameter; `unknown` has no keyword and leaves the parameter unchanged.
    mutating func setWord<Word: Keyword & Equatable>(_ name: String, to word: Word, unknown: Word) {
        guard word != unknown else { return }
        self[parameter: name] = word.keyword
    }
}
