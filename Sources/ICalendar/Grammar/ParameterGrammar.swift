/// What the RFCs ask of one parameter: its values, and whether it may stand on any property.
struct ParameterGrammar: Sendable {
    /// The name in capitals.
    let name: String
    /// Where it is defined.
    let section: RFCSection
    /// What its values are.
    let form: Form
    /// Whether it may have several values, separated by commas.
    let isList: Bool
    /// Whether it may stand on any property.
    let isAnywhere: Bool

    /// What the values of a parameter are.
    enum Form: Sendable {
        /// Any text.
        case text
        /// One of these words, or another if `isOpen`.
        case words([String], isOpen: Bool)
        /// A URI.
        case uri
        /// A URI of somebody's calendar.
        case address
        /// A tag of RFC 5646.
        case language
        /// A type and a subtype, as `text/html`.
        case mediaType
        /// A number of at least 1.
        case positive
    }

    private init(
        _ name: String,
        _ section: RFCSection,
        _ form: Form = .text,
        list: Bool = false,
        anywhere: Bool = false
    ) {
        self.name = name
        self.section = section
        self.form = form
        isList = list
        isAnywhere = anywhere
    }

    /// The parameters by their names; those that no RFC defines may stand anywhere and say anything.
    static let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// RFC 5545 section 3.2, RFC 6638 section 7, RFC 7986 section 6, RFC 9073 section 5, RFC 9253 section 6; a row a
    /// parameter.
    static let all = [
        ParameterGrammar("ALTREP", "3.2.1", .uri),
        ParameterGrammar("CN", "3.2.2"),
        ParameterGrammar(
            "CUTYPE",
            "3.2.3",
            .words(["INDIVIDUAL", "GROUP", "RESOURCE", "ROOM", "UNKNOWN"], isOpen: true)
        ),
        ParameterGrammar("DELEGATED-FROM", "3.2.4", .address, list: true),
        ParameterGrammar("DELEGATED-TO", "3.2.5", .address, list: true),
        ParameterGrammar("DIR", "3.2.6", .uri),
        ParameterGrammar("ENCODING", "3.2.7", .words(["8BIT", "BASE64"], isOpen: false)),
        ParameterGrammar("FMTTYPE", "3.2.8", .mediaType),
        ParameterGrammar(
            "FBTYPE",
            "3.2.9",
            .words(["FREE", "BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"], isOpen: true)
        ),
        ParameterGrammar("LANGUAGE", "3.2.10", .language),
        ParameterGrammar("MEMBER", "3.2.11", .address, list: true),
        ParameterGrammar(
            "PARTSTAT",
            "3.2.12",
            // What they are in which component is in ``PropertyGrammar/participationWords``.
            .words(
                [
                    "NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "COMPLETED",
                    "IN-PROCESS",
                ],
                isOpen: true
            )
        ),
        ParameterGrammar("RANGE", "3.2.13", .words(["THISANDFUTURE"], isOpen: false)),
        ParameterGrammar("RELATED", "3.2.14", .words(["START", "END"], isOpen: false)),
        // With what RFC 9253 sections 4 and 5 and RFC 9074 section 7.1 add.
        ParameterGrammar(
            "RELTYPE",
            "3.2.15",
            .words(
                [
                    "PARENT", "CHILD", "SIBLING", "FINISHTOSTART", "FINISHTOFINISH", "STARTTOFINISH",
                    "STARTTOSTART", "FIRST", "NEXT", "DEPENDS-ON", "REFID", "CONCEPT", "SNOOZE",
                ],
                isOpen: true
            )
        ),
        ParameterGrammar(
            "ROLE",
            "3.2.16",
            .words(["CHAIR", "REQ-PARTICIPANT", "OPT-PARTICIPANT", "NON-PARTICIPANT"], isOpen: true)
        ),
        ParameterGrammar("RSVP", "3.2.17", .words(["TRUE", "FALSE"], isOpen: false)),
        ParameterGrammar("SENT-BY", "3.2.18", .address),
        ParameterGrammar("TZID", "3.2.19"),
        ParameterGrammar("VALUE", "3.2.20", anywhere: true),
        ParameterGrammar(
            "SCHEDULE-AGENT",
            "6638:7.1",
            .words(["SERVER", "CLIENT", "NONE"], isOpen: true)
        ),
        ParameterGrammar("SCHEDULE-FORCE-SEND", "6638:7.2", .words(["REQUEST", "REPLY"], isOpen: true)),
        ParameterGrammar("SCHEDULE-STATUS", "6638:7.3", list: true),
        ParameterGrammar(
            "DISPLAY",
            "7986:6.1",
            .words(["BADGE", "GRAPHIC", "FULLSIZE", "THUMBNAIL"], isOpen: true),
            list: true
        ),
        ParameterGrammar("EMAIL", "7986:6.2"),
        ParameterGrammar(
            "FEATURE",
            "7986:6.3",
            .words(["AUDIO", "CHAT", "FEED", "MODERATOR", "PHONE", "SCREEN", "VIDEO"], isOpen: true),
            list: true
        ),
        ParameterGrammar("LABEL", "7986:6.4", anywhere: true),
        ParameterGrammar("ORDER", "9073:5.1", .positive, anywhere: true),
        ParameterGrammar("SCHEMA", "9073:5.2", .uri),
        ParameterGrammar("DERIVED", "9073:5.3", .words(["TRUE", "FALSE"], isOpen: false), anywhere: true),
        ParameterGrammar("LINKREL", "9253:6.1", anywhere: true),
        ParameterGrammar("GAP", "9253:6.2"),
        ParameterGrammar("MANAGED-ID", "8607:4.1"),
        ParameterGrammar("FILENAME", "8607:4.2"),
        ParameterGrammar("SIZE", "8607:4.3"),
    ]
}

/// How parameters are read that are not written as RFC 5545 section 3.2 wants them.
extension ParameterGrammar {
    /// Whether a colon outside quotes may belong to a value of this parameter, as in `TZID=tzone://Microsoft/Utc`.
    ///
    /// Words, such as those of PARTSTAT and VALUE, hold none.
    static func mayHoldColon(_ name: String) -> Bool {
        guard let grammar = named[name] else { return true }
        return grammar.isFree
    }

    /// Whether a comma outside quotes belongs to the value: the parameter has one value, which may hold commas, as
    /// `CN=Doe, Jane` does.
    static func mayHoldComma(_ name: String) -> Bool {
        guard let grammar = named[name] else { return vendorTexts.contains(name) }
        return grammar.isFree && !grammar.isList && name != "EMAIL"
    }

    /// Whether the value is a link or an address.
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

    /// Parameters of Apple and Microsoft that hold one text for people.
    private static let vendorTexts: Set = ["X-TITLE", "X-ADDRESS", "X-FILENAME"]
}

extension [Parameter] {
    /// Says which values are not used: the further ones of a parameter that may have one value.
    func noteUnusedValues(_ remarks: inout [ValueRemark]) {
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
            // Of three the second says it, and the third says nothing new.
            let earlier = self[..<place].count { $0.name == parameter.name }
            if earlier == 1, let grammar = ParameterGrammar.named[parameter.name], !grammar.isList,
                flood.admits()
            {
                remarks.note(.badParameter, "duplicate \(parameter.name); using the first")
            }
        }
    }
}
