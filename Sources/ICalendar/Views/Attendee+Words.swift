extension Attendee {
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

        var keyword: String {
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

        var keyword: String {
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

        var keyword: String {
            switch self {
            case .person: "INDIVIDUAL"
            case .unknown: "UNKNOWN"
            default: rawValue.uppercased()
            }
        }
    }
}

extension Property {
    /// The word of a parameter: `absent` when there is no parameter or an empty one, `unknown` for other words.
    func word<Word: Keyword>(_ name: String, absent: Word, unknown: Word) -> Word {
        guard let text = parameters[name]?.trimmingBlanks, !text.isEmpty else { return absent }
        return Word(keyword: text) ?? unknown
    }

    /// Writes the word of a parameter; `unknown` leaves whatever word stands there, for it has none of its own.
    mutating func setWord<Word: Keyword & Equatable>(_ name: String, to word: Word, unknown: Word) {
        guard word != unknown else { return }
        self[parameter: name] = word.keyword
    }
}
