extension Attendee {
    /// PARTSTAT (RFC 5545 section 3.2.12).
    ///
    /// ```swift
    /// attendee.status = .accepted         // PARTSTAT=ACCEPTED
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// NEEDS-ACTION, or nothing said.
        case pending
        case accepted, declined, tentative, delegated, completed, inProcess
        /// Any other word.
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
        /// REQ-PARTICIPANT, or nothing said.
        case required
        case optional, chair, nonParticipant
        /// Any other word.
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
        /// INDIVIDUAL, or nothing said.
        case person
        case room, resource, group
        /// Any other word, UNKNOWN included.
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
