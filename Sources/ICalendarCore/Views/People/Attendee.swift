/// An ATTENDEE property (RFC 5545 section 3.8.4.1), normalised to what people ask: who, where, and coming or not.
///
/// ```swift
/// for attendee in event.attendees where attendee.status == .accepted {
///     print(attendee.name ?? attendee.email ?? attendee.uri)
/// }
/// ```
public struct Attendee: CalendarUser {
    /// The property that is read and written: `attendee.property.parameters["X-NUM-GUESTS"]` is what some programs
    /// add.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let attendee = Attendee(event.component.all("ATTENDEE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Somebody by mail address.
    ///
    /// ```swift
    /// event.attendees = [Attendee(email: "jane@example.com", name: "Jane")]
    /// ```
    public init(email: String, name: String? = nil, status: Status = .pending) {
        property = Property("ATTENDEE", .calendarAddress(CalendarAddress.mailto(email)))
        self.name = name
        self.status = status
    }

    /// PARTSTAT (3.2.12): `attendee.status // .accepted`; absent means `.pending`.
    public var status: Status {
        get { property.word("PARTSTAT", absent: .pending, unknown: .unknown) }
        set { property.setWord("PARTSTAT", to: newValue, unknown: .unknown) }
    }

    /// ROLE (3.2.16): `attendee.role // .chair`; absent means `.required`.
    public var role: Role {
        get { property.word("ROLE", absent: .required, unknown: .unknown) }
        set { property.setWord("ROLE", to: newValue, unknown: .unknown) }
    }

    /// CUTYPE (3.2.3), as in `CUTYPE=ROOM`: `attendee.type // .person`, which is also what absent means.
    public var type: Kind {
        get { property.word("CUTYPE", absent: .person, unknown: .unknown) }
        set { property.setWord("CUTYPE", to: newValue, unknown: .unknown) }
    }

    /// Name, mail address and status together: `let (name, email, status) = attendee.tuple`.
    public var tuple: (name: String?, email: String?, status: Status) {
        (name, email, status)
    }

    /// PARTSTAT (RFC 5545 section 3.2.12).
    ///
    /// ```swift
    /// attendee.status = .accepted         // PARTSTAT=ACCEPTED
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// `PARTSTAT=NEEDS-ACTION`, or nothing said.
        case pending
        /// Coming: `PARTSTAT=ACCEPTED`.
        case accepted
        /// Not coming: `PARTSTAT=DECLINED`.
        case declined
        /// Perhaps coming: `PARTSTAT=TENTATIVE`.
        case tentative
        /// Somebody else comes instead, of whom ``Attendee/delegates`` knows: `PARTSTAT=DELEGATED`.
        case delegated
        /// Has done the to-do: `PARTSTAT=COMPLETED`.
        case completed
        /// Is at work on the to-do: `PARTSTAT=IN-PROCESS`.
        case inProcess
        /// Any other word, such as `PARTSTAT=X-LATE`; setting it leaves the word that stands there.
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

    /// ROLE (RFC 5545 section 3.2.16).
    ///
    /// ```swift
    /// attendee.role = .optional           // ROLE=OPT-PARTICIPANT
    /// ```
    public enum Role: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// `ROLE=REQ-PARTICIPANT`, or nothing said.
        case required
        /// Needed by nobody: `ROLE=OPT-PARTICIPANT`.
        case optional
        /// Leads the meeting: `ROLE=CHAIR`.
        case chair
        /// Is told of it only: `ROLE=NON-PARTICIPANT`.
        case nonParticipant
        /// Any other word, such as `ROLE=X-HOST`; setting it leaves the word that stands there.
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

    /// CUTYPE (RFC 5545 section 3.2.3).
    ///
    /// ```swift
    /// attendee.type = .room               // CUTYPE=ROOM
    /// ```
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// `CUTYPE=INDIVIDUAL`, or nothing said.
        case person
        /// A place that is booked: `CUTYPE=ROOM`.
        case room
        /// A thing that is booked, such as a projector: `CUTYPE=RESOURCE`.
        case resource
        /// Several people under one address: `CUTYPE=GROUP`.
        case group
        /// Any other word, such as `CUTYPE=X-CAT`, and `CUTYPE=UNKNOWN`.
        case unknown

        package var keyword: String {
            switch self {
            case .person: "INDIVIDUAL"
            case .unknown: "UNKNOWN"
            default: rawValue.uppercased()
            }
        }
    }

    // MARK: - The rarer parameters of ATTENDEE (RFC 5545 section 3.8.4.1)

    /// RSVP (3.2.17): whether an answer is asked for, as `RSVP=TRUE` says; absent means no.
    public var expectsReply: Bool {
        get { property.parameters["RSVP"]?.trimmingBlanks.uppercased() == "TRUE" }
        set { if newValue != expectsReply { property[parameter: "RSVP"] = newValue ? "TRUE" : nil } }
    }

    /// DELEGATED-TO (3.2.5), addresses as written: `DELEGATED-TO="mailto:sam@client.example"`.
    public var delegates: [String] {
        get { property.parameters.values("DELEGATED-TO") }
        set { property.setParameter("DELEGATED-TO", to: newValue) }
    }

    /// DELEGATED-FROM (3.2.4), addresses as written: `DELEGATED-FROM="mailto:nora@studio.example"`.
    public var delegators: [String] {
        get { property.parameters.values("DELEGATED-FROM") }
        set { property.setParameter("DELEGATED-FROM", to: newValue) }
    }

    /// MEMBER (3.2.11): the groups that the invitation came through, addresses as written:
    /// `MEMBER="mailto:potters@studio.example"`.
    public var groups: [String] {
        get { property.parameters.values("MEMBER") }
        set { property.setParameter("MEMBER", to: newValue) }
    }
}

extension Property {
    /// The word of a parameter: `absent` when there is no parameter or an empty one, `unknown` for other words.
    package func word<Word: Keyword>(_ name: String, absent: Word, unknown: Word) -> Word {
        guard let text = parameters[name]?.trimmingBlanks, !text.isEmpty else { return absent }
        return Word(keyword: text) ?? unknown
    }

    /// Writes the word of a parameter; `unknown` leaves whatever word stands there, for it has none of its own.
    mutating func setWord<Word: Keyword & Equatable>(_ name: String, to word: Word, unknown: Word) {
        guard word != unknown else { return }
        self[parameter: name] = word.keyword
    }
}
