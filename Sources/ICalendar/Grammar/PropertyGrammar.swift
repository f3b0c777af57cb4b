/// What the RFCs ask of one property wherever it stands: its parameters, its words, its bounds, its form of time.
///
/// The value types are in ``PropertyDefinition``; the rows are in ``PropertyGrammar/all``.
///
/// A class, as the rows are looked at for each property and hold several texts.
final class PropertyGrammar: Sendable {
    /// The name in capitals.
    let name: String
    /// Where the property is defined.
    let section: RFCSection
    /// The parameters that it may have; VALUE with a type that it may hold, and what stands in
    /// ``ParameterGrammar/isAnywhere``, need not be listed.
    let parameters: [String]
    /// What more there is to its value.
    let limit: Limit
    /// Its value types.
    let definition: PropertyDefinition

    /// What more is asked of a value than its type.
    enum Limit: Sendable {
        /// Nothing.
        case none
        /// The time is in UTC.
        case utc
        /// The number lies within these bounds.
        case range(ClosedRange<Int>)
        /// One of these words, or another if `isOpen`.
        case words([String], isOpen: Bool)
        /// VALUE must be given.
        case declaredType
    }

    init(_ name: String, _ section: RFCSection, _ limit: Limit = .none, _ parameters: String...) {
        self.name = name
        self.section = section
        self.limit = limit
        self.parameters = parameters
        definition =
            PropertyDefinition.all.first { $0.name == name } ?? PropertyDefinition(name, .unknown, .text)
    }

    /// Where each property is in ``all``.
    static let index = Dictionary(
        all.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Whether a property has no usual value type, so that VALUE must say it.
    static func needsDeclaredType(_ name: String) -> Bool {
        guard let place = index[name], case .declaredType = all[place].limit else { return false }
        return true
    }

    /// The words of STATUS by component (RFC 5545 section 3.8.1.11).
    static let statusWords: [String: [String]] = [
        "VEVENT": ["TENTATIVE", "CONFIRMED", "CANCELLED"],
        "VTODO": ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
        "VJOURNAL": ["DRAFT", "FINAL", "CANCELLED"],
    ]

    /// The words of PARTSTAT by component (RFC 5545 section 3.2.12).
    static let participationWords: [String: [String]] = [
        "VEVENT": ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"],
        "VTODO": [
            "NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "COMPLETED", "IN-PROCESS",
        ],
        "VJOURNAL": ["NEEDS-ACTION", "ACCEPTED", "DECLINED"],
    ]
}

extension PropertyGrammar {
    /// All properties that are checked; a row a property.
    static let all: [PropertyGrammar] =
        ofCalendars + ofText + ofTimes + ofPeople + ofRevisions + ofLaterRFCs

    /// RFC 5545 section 3.7 and RFC 7986 section 5.
    private static let ofCalendars = [
        PropertyGrammar("CALSCALE", "3.7.1", .words(["GREGORIAN"], isOpen: true)),
        // Another one is told where what RFC 5546 asks of all of them is.
        PropertyGrammar("METHOD", "3.7.2", .words([], isOpen: true)),
        PropertyGrammar("PRODID", "3.7.3"),
        PropertyGrammar("VERSION", "3.7.4"),
        PropertyGrammar("NAME", "7986:5.1", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar("REFRESH-INTERVAL", "7986:5.7", .declaredType),
        PropertyGrammar("SOURCE", "7986:5.8", .declaredType),
        PropertyGrammar("COLOR", "7986:5.9"),
        PropertyGrammar("IMAGE", "7986:5.10", .declaredType, "FMTTYPE", "ALTREP", "DISPLAY", "ENCODING"),
        PropertyGrammar("CONFERENCE", "7986:5.11", .declaredType, "FEATURE", "LABEL", "LANGUAGE"),
    ]

    /// RFC 5545 section 3.8.1: what something is.
    private static let ofText = [
        PropertyGrammar(
            "ATTACH",
            "3.8.1.1",
            .none,
            "FMTTYPE",
            "ENCODING",
            "MANAGED-ID",
            "FILENAME",
            "SIZE",
            "LABEL"
        ),
        PropertyGrammar("CATEGORIES", "3.8.1.2", .none, "LANGUAGE"),
        PropertyGrammar("CLASS", "3.8.1.3", .words(["PUBLIC", "PRIVATE", "CONFIDENTIAL"], isOpen: true)),
        PropertyGrammar("COMMENT", "3.8.1.4", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar("DESCRIPTION", "3.8.1.5", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar("GEO", "3.8.1.6"),
        PropertyGrammar("LOCATION", "3.8.1.7", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar("PERCENT-COMPLETE", "3.8.1.8", .range(0...100)),
        PropertyGrammar("PRIORITY", "3.8.1.9", .range(0...9)),
        PropertyGrammar("RESOURCES", "3.8.1.10", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar("STATUS", "3.8.1.11"),
        PropertyGrammar("SUMMARY", "3.8.1.12", .none, "ALTREP", "LANGUAGE"),
    ]

    /// RFC 5545 sections 3.8.2, 3.8.3 and 3.8.5: when something happens.
    private static let ofTimes = [
        PropertyGrammar("COMPLETED", "3.8.2.1", .utc),
        PropertyGrammar("DTEND", "3.8.2.2", .none, "TZID"),
        PropertyGrammar("DUE", "3.8.2.3", .none, "TZID"),
        PropertyGrammar("DTSTART", "3.8.2.4", .none, "TZID"),
        PropertyGrammar("DURATION", "3.8.2.5"),
        PropertyGrammar("FREEBUSY", "3.8.2.6", .none, "FBTYPE"),
        PropertyGrammar("TRANSP", "3.8.2.7", .words(["OPAQUE", "TRANSPARENT"], isOpen: false)),
        PropertyGrammar("TZID", "3.8.3.1"),
        PropertyGrammar("TZNAME", "3.8.3.2", .none, "LANGUAGE"),
        PropertyGrammar("TZOFFSETFROM", "3.8.3.3"),
        PropertyGrammar("TZOFFSETTO", "3.8.3.4"),
        PropertyGrammar("TZURL", "3.8.3.5"),
        PropertyGrammar("EXDATE", "3.8.5.1", .none, "TZID"),
        PropertyGrammar("RDATE", "3.8.5.2", .none, "TZID"),
        PropertyGrammar("RRULE", "3.8.5.3"),
        // RFC 5545 only keeps its name, so that its section there is the registry's.
        PropertyGrammar("EXRULE", "8.3.2"),
        // PROCEDURE is of RFC 2445; NONE is how Apple turns the usual alarm off.
        PropertyGrammar(
            "ACTION",
            "3.8.6.1",
            .words(["AUDIO", "DISPLAY", "EMAIL", "PROCEDURE", "NONE"], isOpen: true)
        ),
        PropertyGrammar("REPEAT", "3.8.6.2", .range(0...Int(Int32.max))),
        PropertyGrammar("TRIGGER", "3.8.6.3", .none, "RELATED"),
    ]

    /// RFC 5545 section 3.8.4: who, and what belongs together.
    private static let ofPeople = [
        PropertyGrammar(
            "ATTENDEE",
            "3.8.4.1",
            .none,
            "CUTYPE",
            "MEMBER",
            "ROLE",
            "PARTSTAT",
            "RSVP",
            "DELEGATED-TO",
            "DELEGATED-FROM",
            "SENT-BY",
            "CN",
            "DIR",
            "LANGUAGE",
            "EMAIL",
            "SCHEDULE-AGENT",
            "SCHEDULE-FORCE-SEND",
            "SCHEDULE-STATUS"
        ),
        PropertyGrammar("CONTACT", "3.8.4.2", .none, "ALTREP", "LANGUAGE"),
        PropertyGrammar(
            "ORGANIZER",
            "3.8.4.3",
            .none,
            "CN",
            "DIR",
            "SENT-BY",
            "LANGUAGE",
            "EMAIL",
            "SCHEDULE-AGENT",
            "SCHEDULE-FORCE-SEND",
            "SCHEDULE-STATUS"
        ),
        PropertyGrammar("RECURRENCE-ID", "3.8.4.4", .none, "TZID", "RANGE"),
        PropertyGrammar("RELATED-TO", "3.8.4.5", .none, "RELTYPE", "GAP"),
        PropertyGrammar("URL", "3.8.4.6"),
        PropertyGrammar("UID", "3.8.4.7"),
    ]

    /// RFC 5545 sections 3.8.7 and 3.8.8: when it was written, and what came of it.
    private static let ofRevisions = [
        PropertyGrammar("CREATED", "3.8.7.1", .utc),
        PropertyGrammar("DTSTAMP", "3.8.7.2", .utc),
        PropertyGrammar("LAST-MODIFIED", "3.8.7.3", .utc),
        PropertyGrammar("SEQUENCE", "3.8.7.4", .range(0...Int(Int32.max))),
        PropertyGrammar("REQUEST-STATUS", "3.8.8.3", .none, "LANGUAGE"),
    ]

    /// RFC 7808, 7953, 9073, 9074 and 9253.
    private static let ofLaterRFCs = [
        PropertyGrammar("TZUNTIL", "7808:7.1", .utc),
        PropertyGrammar("TZID-ALIAS-OF", "7808:7.2"),
        PropertyGrammar(
            "BUSYTYPE",
            "7953:3.2",
            .words(["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"], isOpen: true)
        ),
        PropertyGrammar("LOCATION-TYPE", "9073:6.1", .none, "LANGUAGE"),
        PropertyGrammar("PARTICIPANT-TYPE", "9073:6.2", .words([], isOpen: true)),
        PropertyGrammar("RESOURCE-TYPE", "9073:6.3", .words([], isOpen: true)),
        PropertyGrammar("CALENDAR-ADDRESS", "9073:6.4"),
        PropertyGrammar("STYLED-DESCRIPTION", "9073:6.5", .declaredType, "ALTREP", "LANGUAGE", "FMTTYPE"),
        PropertyGrammar("STRUCTURED-DATA", "9073:6.6", .declaredType, "FMTTYPE", "SCHEMA", "ENCODING"),
        PropertyGrammar("ACKNOWLEDGED", "9074:6.1", .utc),
        // The last two are Apple's.
        PropertyGrammar(
            "PROXIMITY",
            "9074:8.1",
            .words(["ARRIVE", "DEPART", "CONNECT", "DISCONNECT"], isOpen: true)
        ),
        PropertyGrammar("CONCEPT", "9253:8.1"),
        PropertyGrammar("LINK", "9253:8.2", .declaredType, "LINKREL", "FMTTYPE", "LABEL", "LANGUAGE"),
        PropertyGrammar("REFID", "9253:8.3"),
    ]
}
