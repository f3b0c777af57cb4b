/// The RFC rules for a parameter: its values, and whether any property may have it.
package struct ParameterGrammar: Sendable {
    package let name: String
    package let section: RFCSection
    package let form: Form
    /// The type of the values in xCal (RFC 6321 appendix A).
    package let kind: Value.DataType
    /// Whether several comma-separated values are allowed.
    package let isList: Bool
    /// Whether any property may have the parameter.
    package let isAnywhere: Bool

    package enum Form: Sendable {
        case text
        /// One of these keywords, or any other keyword if `isOpen` is true.
        case words([String], isOpen: Bool)
        case uri
        /// The URI of a calendar user.
        case address
        /// An RFC 5646 language tag.
        case language
        /// A media type and subtype, such as `text/html`.
        case mediaType
        /// An integer of at least 1.
        case positive

        fileprivate var kind: Value.DataType {
            switch self {
            case .words(["TRUE", "FALSE"], _): .boolean
            case .text, .words, .language, .mediaType: .text
            case .uri: .uri
            case .address: .calendarAddress
            case .positive: .integer
            }
        }

        fileprivate static func open(_ words: String) -> Form { .words(words.words, isOpen: true) }

        /// Creates a form from a blank-separated list of keywords.
        fileprivate static func closed(_ words: String) -> Form { .words(words.words, isOpen: false) }
    }

    private init(
        _ name: String,
        _ section: RFCSection,
        _ form: Form = .text,
        kind: Value.DataType? = nil,
        list: Bool = false,
        anywhere: Bool = false
    ) {
        self.name = name
        self.section = section
        self.form = form
        self.kind = kind ?? form.kind
        isList = list
        isAnywhere = anywhere
    }

    /// The parameters by name.
    ///
    /// Parameters not defined by an RFC may appear anywhere and have any value.
    package static let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The parameters defined in RFC 5545 section 3.2, RFC 6638 section 7, RFC 7986 section 6, RFC 9073 section 5 and
    /// RFC 9253 section 6, one parameter per row.
    package static let all: [ParameterGrammar] = [
        .init("ALTREP", "3.2.1", .uri),
        .init("CN", "3.2.2"),
        .init("CUTYPE", "3.2.3", .open("INDIVIDUAL GROUP RESOURCE ROOM UNKNOWN")),
        .init("DELEGATED-FROM", "3.2.4", .address, list: true),
        .init("DELEGATED-TO", "3.2.5", .address, list: true),
        .init("DIR", "3.2.6", .uri),
        .init("ENCODING", "3.2.7", .closed("8BIT BASE64")),
        .init("FMTTYPE", "3.2.8", .mediaType),
        .init("FBTYPE", "3.2.9", .open("FREE BUSY BUSY-UNAVAILABLE BUSY-TENTATIVE")),
        .init("LANGUAGE", "3.2.10", .language),
        .init("MEMBER", "3.2.11", .address, list: true),
        // ``PropertyGrammar/participationWords`` lists the values for each component.
        .init(
            "PARTSTAT",
            "3.2.12",
            .open("NEEDS-ACTION ACCEPTED DECLINED TENTATIVE DELEGATED COMPLETED IN-PROCESS")
        ),
        .init("RANGE", "3.2.13", .closed("THISANDFUTURE")),
        .init("RELATED", "3.2.14", .closed("START END")),
        // Includes the additions from RFC 9253 sections 4 and 5 and RFC 9074 section 7.1.
        .init(
            "RELTYPE",
            "3.2.15",
            .open(
                "PARENT CHILD SIBLING FINISHTOSTART FINISHTOFINISH STARTTOFINISH STARTTOSTART FIRST NEXT"
                    + " DEPENDS-ON REFID CONCEPT SNOOZE"
            )
        ),
        .init("ROLE", "3.2.16", .open("CHAIR REQ-PARTICIPANT OPT-PARTICIPANT NON-PARTICIPANT")),
        .init("RSVP", "3.2.17", .closed("TRUE FALSE")),
        .init("SENT-BY", "3.2.18", .address),
        .init("TZID", "3.2.19"),
        .init("VALUE", "3.2.20", anywhere: true),
        .init("SCHEDULE-AGENT", "6638:7.1", .open("SERVER CLIENT NONE")),
        .init("SCHEDULE-FORCE-SEND", "6638:7.2", .open("REQUEST REPLY")),
        .init("SCHEDULE-STATUS", "6638:7.3", list: true),
        .init("DISPLAY", "7986:6.1", .open("BADGE GRAPHIC FULLSIZE THUMBNAIL"), list: true),
        .init("EMAIL", "7986:6.2"),
        .init("FEATURE", "7986:6.3", .open("AUDIO CHAT FEED MODERATOR PHONE SCREEN VIDEO"), list: true),
        .init("LABEL", "7986:6.4", anywhere: true),
        .init("ORDER", "9073:5.1", .positive, anywhere: true),
        .init("SCHEMA", "9073:5.2", .uri),
        .init("DERIVED", "9073:5.3", .closed("TRUE FALSE"), anywhere: true),
        // The value may also be a URI, but it is written as text, like the registered keywords.
        .init("LINKREL", "9253:6.1", anywhere: true),
        .init("GAP", "9253:6.2", kind: .duration),
        .init("MANAGED-ID", "8607:4.1"),
        .init("FILENAME", "8607:4.2"),
        .init("SIZE", "8607:4.3", kind: .integer),
    ]

    // MARK: - Reading parameters with a nonstandard layout (RFC 5545 section 3.2)

    /// Returns whether an unquoted colon may be part of the value, as in `TZID=tzone://Microsoft/Utc`.
    ///
    /// Keywords, such as those of PARTSTAT and VALUE, contain no colons.
    static func mayHoldColon(_ name: String) -> Bool {
        guard let grammar = named[name] else { return true }
        return grammar.isFree
    }

    /// Returns whether an unquoted comma is part of the value, as in `CN=Doe, Jane`.
    ///
    /// True for parameters with a single value that may contain commas.
    static func mayHoldComma(_ name: String) -> Bool {
        guard let grammar = named[name] else { return vendorTexts.contains(name) }
        return grammar.isFree && !grammar.isList && name != "EMAIL"
    }

    /// Whether the value is a URI or an address.
    var isLink: Bool {
        switch form {
        case .uri, .address: true
        default: false
        }
    }

    private var isFree: Bool {
        switch form {
        case .text: name != "VALUE"
        case .uri, .address: true
        default: false
        }
    }

    /// Apple and Microsoft parameters with a single human-readable value.
    private static let vendorTexts: Set = ["X-TITLE", "X-ADDRESS", "X-FILENAME"]
}

extension [Parameter] {
    /// Adds remarks about ignored values: all but the first value of each single-valued parameter.
    package func noteUnusedValues(_ remarks: inout [ValueRemark]) {
        if count == 1, !self[0].hasSeveralValues { return }
        var flood = RemarkFlood()
        for (place, parameter) in enumerated() {
            if parameter.hasSeveralValues, let grammar = ParameterGrammar.named[parameter.name],
                !grammar.isList, flood.admits()
            {
                let count = parameter.values.count
                remarks.note(
                    .badParameter,
                    "\(parameter.name) has \(count) values, only 1 is allowed; using the first"
                )
            }
            // Only the second of several duplicates is reported.
            let earlier = self[..<place].count { $0.name == parameter.name }
            if earlier == 1, let grammar = ParameterGrammar.named[parameter.name], !grammar.isList,
                flood.admits()
            {
                remarks.note(.badParameter, "duplicate \(parameter.name); using the first")
            }
        }
    }
}
