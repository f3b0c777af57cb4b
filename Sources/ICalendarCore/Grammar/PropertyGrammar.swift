/// The RFC rules for a property in any component: value types, parameters, keywords and bounds.
///
/// This is a class because copying a struct with several strings for each property would be slow.
package final class PropertyGrammar: Sendable {
    package let section: RFCSection
    /// The allowed parameters.
    ///
    /// VALUE with an allowed type is implicitly allowed, as are all parameters with ``ParameterGrammar/isAnywhere``.
    package let parameters: [String]
    /// The restriction on the value.
    package let limit: Limit
    package let definition: PropertyDefinition

    package var name: String { definition.name }

    /// A restriction on a value beyond its type.
    package enum Limit: Sendable {
        case none
        /// The time must be in UTC.
        case utc
        /// The number must be within these bounds.
        case range(ClosedRange<Int>)
        /// The value must be one of these keywords, or may be any other keyword if `isOpen` is true.
        case words([String], isOpen: Bool)
        /// The VALUE parameter is required.
        case declaredType

        fileprivate static func open(_ words: String) -> Limit { .words(words.words, isOpen: true) }

        /// Creates a restriction from a blank-separated list of keywords.
        fileprivate static func closed(_ words: String) -> Limit { .words(words.words, isOpen: false) }
    }

    private init(
        _ name: String,
        _ section: RFCSection,
        _ form: ValueForm,
        _ kinds: [Value.DataType] = [],
        list: Bool = false,
        limit: Limit = .none,
        parameters: String = ""
    ) {
        self.section = section
        self.limit = limit
        self.parameters = parameters.words
        definition = PropertyDefinition(name, form, kinds, list: list)
    }

    /// The index of each property in ``all``.
    package static let index = Dictionary(
        all.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns whether a property has no default value type, which makes VALUE required (RFC 7986 sections 5.7 to
    /// 5.11, RFC 9073 sections 6.5 and 6.6, RFC 9253 section 8.2).
    package static func needsDeclaredType(_ name: String) -> Bool {
        guard let place = index[name], case .declaredType = all[place].limit else { return false }
        return true
    }

    /// Returns the keywords of the property at the given index, or an empty array if its value is unrestricted.
    package static func words(at place: Int) -> [String] {
        if case .words(let words, _) = all[place].limit { words } else { [] }
    }

    /// Returns the range of the property at the given index, or nil if its value is not a bounded number.
    package static func range(at place: Int) -> ClosedRange<Int>? {
        if case .range(let range) = all[place].limit { range } else { nil }
    }

    /// The STATUS keywords for each component (RFC 5545 section 3.8.1.11).
    package static let statusWords: [String: [String]] = [
        "VEVENT": ["TENTATIVE", "CONFIRMED", "CANCELLED"],
        "VTODO": ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
        "VJOURNAL": ["DRAFT", "FINAL", "CANCELLED"],
    ]

    /// The PARTSTAT keywords for each component (RFC 5545 section 3.2.12).
    package static let participationWords: [String: [String]] = [
        "VEVENT": ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"],
        "VTODO": [
            "NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "COMPLETED", "IN-PROCESS",
        ],
        "VJOURNAL": ["NEEDS-ACTION", "ACCEPTED", "DECLINED"],
    ]

    /// The grammar of all checked properties, one property per row.
    package static let all: [PropertyGrammar] =
        ofCalendars + ofText + ofTimes + ofPeople + ofRevisions + ofLaterRFCs

    /// The calendar properties of RFC 5545 section 3.7 and RFC 7986 section 5.
    private static let ofCalendars: [PropertyGrammar] = [
        .init("CALSCALE", "3.7.1", .text, limit: .open("GREGORIAN")),
        .init(
            "METHOD",
            "3.7.2",
            .enumeration,
            limit: .open("PUBLISH REQUEST REPLY ADD CANCEL REFRESH COUNTER DECLINECOUNTER")
        ),
        .init("PRODID", "3.7.3", .text),
        .init("VERSION", "3.7.4", .text),
        .init("NAME", "7986:5.1", .text, parameters: "ALTREP LANGUAGE"),
        .init("REFRESH-INTERVAL", "7986:5.7", .duration, limit: .declaredType),
        .init("SOURCE", "7986:5.8", .uri, limit: .declaredType),
        .init("COLOR", "7986:5.9", .text),
        .init(
            "IMAGE",
            "7986:5.10",
            .uri,
            [.uri, .binary],
            limit: .declaredType,
            parameters: "FMTTYPE ALTREP DISPLAY ENCODING"
        ),
        .init("CONFERENCE", "7986:5.11", .uri, limit: .declaredType, parameters: "FEATURE LABEL LANGUAGE"),
    ]

    /// The descriptive properties of RFC 5545 section 3.8.1.
    private static let ofText: [PropertyGrammar] = [
        .init(
            "ATTACH",
            "3.8.1.1",
            .uri,
            [.uri, .binary],
            parameters: "FMTTYPE ENCODING MANAGED-ID FILENAME SIZE LABEL"
        ),
        .init("CATEGORIES", "3.8.1.2", .textList, parameters: "LANGUAGE"),
        .init("CLASS", "3.8.1.3", .enumeration, limit: .open("PUBLIC PRIVATE CONFIDENTIAL")),
        .init("COMMENT", "3.8.1.4", .text, parameters: "ALTREP LANGUAGE"),
        .init("DESCRIPTION", "3.8.1.5", .text, parameters: "ALTREP LANGUAGE"),
        .init("GEO", "3.8.1.6", .geo),
        .init("LOCATION", "3.8.1.7", .text, parameters: "ALTREP LANGUAGE"),
        .init("PERCENT-COMPLETE", "3.8.1.8", .integer, limit: .range(0...100)),
        .init("PRIORITY", "3.8.1.9", .integer, limit: .range(0...9)),
        .init("RESOURCES", "3.8.1.10", .textList, parameters: "ALTREP LANGUAGE"),
        .init(
            "STATUS",
            "3.8.1.11",
            .status,
            limit: .closed(Set(statusWords.values.joined()).joined(separator: " "))
        ),
        .init("SUMMARY", "3.8.1.12", .text, parameters: "ALTREP LANGUAGE"),
    ]

    /// The date, time, recurrence and alarm properties of RFC 5545 sections 3.8.2, 3.8.3, 3.8.5 and 3.8.6.
    private static let ofTimes: [PropertyGrammar] = [
        .init("COMPLETED", "3.8.2.1", .moment, limit: .utc),
        .init("DTEND", "3.8.2.2", .moment, [.dateTime, .date], parameters: "TZID"),
        .init("DUE", "3.8.2.3", .moment, [.dateTime, .date], parameters: "TZID"),
        .init("DTSTART", "3.8.2.4", .moment, [.dateTime, .date], parameters: "TZID"),
        .init("DURATION", "3.8.2.5", .duration),
        .init("FREEBUSY", "3.8.2.6", .period, list: true, parameters: "FBTYPE"),
        .init("TRANSP", "3.8.2.7", .enumeration, limit: .closed("OPAQUE TRANSPARENT")),
        .init("TZID", "3.8.3.1", .identifier),
        .init("TZNAME", "3.8.3.2", .identifier, parameters: "LANGUAGE"),
        .init("TZOFFSETFROM", "3.8.3.3", .utcOffset),
        .init("TZOFFSETTO", "3.8.3.4", .utcOffset),
        .init("TZURL", "3.8.3.5", .uri),
        .init("EXDATE", "3.8.5.1", .moment, [.dateTime, .date], list: true, parameters: "TZID"),
        .init("RDATE", "3.8.5.2", .moment, [.dateTime, .date, .period], list: true, parameters: "TZID"),
        .init("RRULE", "3.8.5.3", .recurrenceRule),
        // RFC 5545 mentions only the name, so the section refers to the registry.
        .init("EXRULE", "8.3.2", .recurrenceRule),
        // PROCEDURE is from RFC 2445. Apple uses NONE to turn off the default alarm.
        .init("ACTION", "3.8.6.1", .enumeration, limit: .open("AUDIO DISPLAY EMAIL PROCEDURE NONE")),
        .init("REPEAT", "3.8.6.2", .integer, limit: .range(0...Int(Int32.max))),
        .init("TRIGGER", "3.8.6.3", .duration, [.duration, .dateTime], parameters: "RELATED"),
    ]

    /// The relationship properties of RFC 5545 section 3.8.4.
    private static let ofPeople: [PropertyGrammar] = [
        .init(
            "ATTENDEE",
            "3.8.4.1",
            .calendarAddress,
            parameters:
                "CUTYPE MEMBER ROLE PARTSTAT RSVP DELEGATED-TO DELEGATED-FROM SENT-BY CN DIR LANGUAGE EMAIL"
                + " SCHEDULE-AGENT SCHEDULE-FORCE-SEND SCHEDULE-STATUS"
        ),
        .init("CONTACT", "3.8.4.2", .text, parameters: "ALTREP LANGUAGE"),
        .init(
            "ORGANIZER",
            "3.8.4.3",
            .calendarAddress,
            parameters: "CN DIR SENT-BY LANGUAGE EMAIL SCHEDULE-AGENT SCHEDULE-FORCE-SEND SCHEDULE-STATUS"
        ),
        .init("RECURRENCE-ID", "3.8.4.4", .moment, [.dateTime, .date], parameters: "TZID RANGE"),
        // RFC 9253 section 9.1 also allows a URI or a UID in RELATED-TO.
        .init("RELATED-TO", "3.8.4.5", .text, [.text, .uri, .uid], parameters: "RELTYPE GAP"),
        .init("URL", "3.8.4.6", .uri),
        .init("UID", "3.8.4.7", .identifier),
    ]

    /// The change management and miscellaneous properties of RFC 5545 sections 3.8.7 and 3.8.8.
    private static let ofRevisions: [PropertyGrammar] = [
        .init("CREATED", "3.8.7.1", .moment, limit: .utc),
        .init("DTSTAMP", "3.8.7.2", .moment, limit: .utc),
        .init("LAST-MODIFIED", "3.8.7.3", .moment, limit: .utc),
        .init("SEQUENCE", "3.8.7.4", .integer, limit: .range(0...Int(Int32.max))),
        .init("REQUEST-STATUS", "3.8.8.3", .requestStatus, parameters: "LANGUAGE"),
    ]

    /// The properties defined in RFC 7808, 7953, 9073, 9074 and 9253.
    ///
    /// RFC 6638 and 7529 add only parameters and rule parts.
    ///
    /// libical 3.0 recognizes few of these properties and loses the values of the rest.
    private static let ofLaterRFCs: [PropertyGrammar] = [
        .init("TZUNTIL", "7808:7.1", .moment, limit: .utc),
        .init("TZID-ALIAS-OF", "7808:7.2", .identifier),
        .init("BUSYTYPE", "7953:3.2", .enumeration, limit: .open("BUSY BUSY-UNAVAILABLE BUSY-TENTATIVE")),
        .init("LOCATION-TYPE", "9073:6.1", .textList, parameters: "LANGUAGE"),
        .init("PARTICIPANT-TYPE", "9073:6.2", .text, limit: .open("")),
        .init("RESOURCE-TYPE", "9073:6.3", .text, limit: .open("")),
        .init("CALENDAR-ADDRESS", "9073:6.4", .calendarAddress),
        // RFC 9073 sections 6.5 and 6.6 define no default type for these two properties. Without VALUE, they are read
        // as text.
        .init(
            "STYLED-DESCRIPTION",
            "9073:6.5",
            .text,
            [.text, .uri],
            limit: .declaredType,
            parameters: "ALTREP LANGUAGE FMTTYPE"
        ),
        .init(
            "STRUCTURED-DATA",
            "9073:6.6",
            .text,
            [.text, .binary, .uri],
            limit: .declaredType,
            parameters: "FMTTYPE SCHEMA ENCODING"
        ),
        .init("ACKNOWLEDGED", "9074:6.1", .moment, limit: .utc),
        // The last two keywords are from Apple.
        .init(
            "PROXIMITY",
            "9074:8.1",
            .text,
            limit: .open("ARRIVE DEPART CONNECT DISCONNECT")
        ),
        .init("CONCEPT", "9253:8.1", .uri),
        // RFC 9253 section 8.2 requires VALUE. Drafts of the RFC used TEXT instead of UID.
        .init(
            "LINK",
            "9253:8.2",
            .uri,
            [.uri, .uid, .xmlReference, .text],
            limit: .declaredType,
            parameters: "LINKREL FMTTYPE LABEL LANGUAGE"
        ),
        .init("REFID", "9253:8.3", .text),
    ]
}

/// The keywords of STATUS, CLASS and similar properties, compared case-insensitively.
package enum EnumerationText {
    /// Returns a known keyword in uppercase, or any other text unchanged.
    package static func canonical(_ text: String) -> String {
        if words.contains(text) { return text }
        let capitals = text.uppercased()
        return words.contains(capitals) ? capitals : text
    }

    /// Returns a STATUS keyword, correcting the common misspelling of CANCELLED.
    package static func status(_ text: String, _ remarks: inout [ValueRemark]) -> String {
        let word = canonical(text)
        guard word.uppercased() == misspelledCancelled else { return word }
        remarks.note(.badValue, "'\(word)' is not a STATUS; read as CANCELLED")
        return "CANCELLED"
    }

    /// CANCELLED in American spelling.
    private static let misspelledCancelled = "CANCELED"

    /// The uppercase keywords, except NONE, which is Apple's extension to ACTION.
    private static let words = Set(
        PropertyGrammar.all.indices.lazy
            .filter { [.enumeration, .status].contains(PropertyGrammar.all[$0].definition.form) }
            .flatMap(PropertyGrammar.words)
            .filter { $0 != "NONE" }
    )
}

extension ClosedRange<Int> {
    /// Returns whether the reader accepts a number, even if it does not fit in the 32 bits of an INTEGER.
    package func isRead(_ number: Int) -> Bool {
        number >= lowerBound && (number <= upperBound || upperBound == Int(Int32.max))
    }
}
