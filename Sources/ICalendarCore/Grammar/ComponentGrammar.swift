/// The properties that a component may have, and the components that may contain it.
///
/// Names not defined by an RFC are allowed everywhere.
///
/// This is a class because copying a struct with several lists for each component would be slow.
package final class ComponentGrammar: Sendable {
    package let name: String
    package let section: RFCSection
    /// The components that may contain this one.
    package let parents: [String]
    package let rows: [Row]
    /// The rule for each property in ``PropertyGrammar/all``, or nil for a property that the component does not
    /// define.
    package let rules: [Rule?]
    /// The indices of the required properties in ``PropertyGrammar/all``.
    package let required: [Int]

    /// A rule for several properties of a component.
    package struct Row: Sendable {
        let occurrence: Cardinality
        let section: RFCSection
        let names: [String]

        init(_ occurrence: Cardinality, _ section: RFCSection, _ names: String...) {
            self.occurrence = occurrence
            self.section = section
            self.names = names
        }
    }

    /// A rule for one property.
    package struct Rule: Sendable {
        package let occurrence: Cardinality
        package let section: RFCSection

        /// Whether the property may appear at most once.
        package var isSingle: Bool {
            switch occurrence {
            case .once, .onceWithoutMethod, .atMostOnce: true
            case .ratherOnce, .any: false
            }
        }
    }

    package enum Cardinality: Sendable {
        /// Exactly once.
        case once
        /// Exactly once in a calendar without METHOD, at most once in a calendar with METHOD.
        case onceWithoutMethod
        /// At most once.
        case atMostOnce
        /// Any number of times, although the RFC advises against repetition (SHOULD NOT).
        case ratherOnce
        /// Any number of times.
        case any
    }

    package init(_ name: String, _ section: RFCSection, in parents: [String], _ rows: [Row]) {
        self.name = name
        self.section = section
        self.parents = parents
        self.rows = rows
        var rules = [Rule?](repeating: nil, count: PropertyGrammar.all.count)
        var required: [Int] = []
        for row in rows {
            for name in row.names {
                guard let place = PropertyGrammar.index[name] else { continue }
                rules[place] = Rule(occurrence: row.occurrence, section: row.section)
                switch row.occurrence {
                case .once, .onceWithoutMethod: required.append(place)
                case .atMostOnce, .ratherOnce, .any: break
                }
            }
        }
        self.rules = rules
        self.required = required
    }

    package static let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

extension ComponentGrammar {
    /// The components defined in RFC 7953 (availability) and RFC 9073 (participants, locations and resources).
    static let laterComponents = [
        ComponentGrammar(
            "VAVAILABILITY",
            "7953:3.1",
            in: ["VCALENDAR"],
            [
                Row(.once, "7953:3.1", "DTSTAMP", "UID"),
                Row(.atMostOnce, "7953:3.1", "BUSYTYPE", "CLASS", "CREATED", "DESCRIPTION", "DTSTART"),
                Row(.atMostOnce, "7953:3.1", "LAST-MODIFIED", "LOCATION", "ORGANIZER", "PRIORITY"),
                Row(.atMostOnce, "7953:3.1", "SEQUENCE", "SUMMARY", "URL", "DTEND", "DURATION"),
                Row(.any, "7953:3.1", "CATEGORIES", "COMMENT", "CONTACT"),
                linking,
            ]
        ),
        ComponentGrammar(
            "AVAILABLE",
            "7953:3.1",
            in: ["VAVAILABILITY"],
            [
                Row(.once, "7953:3.1", "DTSTAMP", "DTSTART", "UID"),
                Row(.atMostOnce, "7953:3.1", "CREATED", "DESCRIPTION", "LAST-MODIFIED", "LOCATION"),
                Row(.atMostOnce, "7953:3.1", "RECURRENCE-ID", "SUMMARY", "DTEND", "DURATION"),
                Row(.ratherOnce, "7953:3.1", "RRULE"),
                Row(.any, "7953:3.1", "CATEGORIES", "COMMENT", "CONTACT", "EXDATE", "RDATE"),
                linking,
            ]
        ),
        ComponentGrammar(
            "PARTICIPANT",
            "9073:7.1",
            in: ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"],
            [
                Row(.once, "9073:7.1", "UID", "PARTICIPANT-TYPE"),
                Row(.atMostOnce, "9073:7.1", "CALENDAR-ADDRESS", "CREATED", "DESCRIPTION", "DTSTAMP"),
                Row(.atMostOnce, "9073:7.1", "GEO", "LAST-MODIFIED", "PRIORITY", "SEQUENCE", "STATUS"),
                Row(.atMostOnce, "9073:7.1", "SUMMARY", "URL"),
                Row(.any, "9073:7.1", "ATTACH", "CATEGORIES", "COMMENT", "CONTACT", "LOCATION"),
                Row(.any, "9073:7.1", "REQUEST-STATUS", "RELATED-TO", "RESOURCES"),
                Row(.any, "9073:7.1", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
                linking,
            ]
        ),
        ComponentGrammar(
            "VLOCATION",
            "9073:7.2",
            in: ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "PARTICIPANT", "VALARM"],
            [
                Row(.once, "9073:7.2", "UID"),
                Row(.atMostOnce, "9073:7.2", "DESCRIPTION", "GEO", "LOCATION-TYPE", "NAME", "URL"),
                Row(.any, "9073:7.2", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
                linking,
            ]
        ),
        ComponentGrammar(
            "VRESOURCE",
            "9073:7.3",
            in: ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "PARTICIPANT"],
            [
                Row(.once, "9073:7.3", "UID"),
                Row(.atMostOnce, "9073:7.3", "DESCRIPTION", "GEO", "NAME", "RESOURCE-TYPE"),
                Row(.any, "9073:7.3", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
                linking,
            ]
        ),
    ]
}

extension ComponentGrammar {
    /// The components defined in RFC 5545, with the additions from RFC 7808, 7953, 7986, 9073, 9074 and 9253, one rule
    /// per row.
    package static let all: [ComponentGrammar] =
        [calendar, event, todo, journal, freeBusy, alarm, zone, standard, daylight] + laterComponents

    /// The properties that RFC 9253 allows in every RFC 5545 component.
    static let linking = Row(.any, "9253:8", "CONCEPT", "LINK", "REFID")

    private static let calendar = ComponentGrammar(
        "VCALENDAR",
        "3.6",
        in: [],
        [
            Row(.once, "3.6", "PRODID", "VERSION"),
            Row(.atMostOnce, "3.6", "CALSCALE", "METHOD"),
            Row(.atMostOnce, "7986:5.3", "UID"),
            Row(.atMostOnce, "7986:5.4", "LAST-MODIFIED"),
            Row(.atMostOnce, "7986:5.5", "URL"),
            Row(.atMostOnce, "7986:5.7", "REFRESH-INTERVAL"),
            Row(.atMostOnce, "7986:5.8", "SOURCE"),
            Row(.atMostOnce, "7986:5.9", "COLOR"),
            Row(.any, "7986:4", "NAME", "DESCRIPTION", "CATEGORIES", "IMAGE"),
            linking,
        ]
    )

    private static let event = ComponentGrammar(
        "VEVENT",
        "3.6.1",
        in: ["VCALENDAR"],
        [
            Row(.once, "3.6.1", "DTSTAMP", "UID"),
            Row(.onceWithoutMethod, "3.6.1", "DTSTART"),
            Row(.atMostOnce, "3.6.1", "CLASS", "CREATED", "DESCRIPTION", "GEO", "LAST-MODIFIED"),
            Row(.atMostOnce, "3.6.1", "LOCATION", "ORGANIZER", "PRIORITY", "SEQUENCE", "STATUS"),
            Row(.atMostOnce, "3.6.1", "SUMMARY", "TRANSP", "URL", "RECURRENCE-ID", "DTEND", "DURATION"),
            Row(.ratherOnce, "3.6.1", "RRULE"),
            Row(.any, "3.6.1", "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONTACT", "EXDATE"),
            Row(.any, "3.6.1", "REQUEST-STATUS", "RELATED-TO", "RESOURCES", "RDATE", "EXRULE"),
            Row(.atMostOnce, "7986:5.9", "COLOR"),
            Row(.any, "7986:4", "CONFERENCE", "IMAGE"),
            Row(.any, "9073:4", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
            linking,
        ]
    )

    private static let todo = ComponentGrammar(
        "VTODO",
        "3.6.2",
        in: ["VCALENDAR"],
        [
            Row(.once, "3.6.2", "DTSTAMP", "UID"),
            Row(.atMostOnce, "3.6.2", "CLASS", "COMPLETED", "CREATED", "DESCRIPTION", "DTSTART", "GEO"),
            Row(.atMostOnce, "3.6.2", "LAST-MODIFIED", "LOCATION", "ORGANIZER", "PERCENT-COMPLETE"),
            Row(.atMostOnce, "3.6.2", "PRIORITY", "RECURRENCE-ID", "SEQUENCE", "STATUS", "SUMMARY", "URL"),
            Row(.atMostOnce, "3.6.2", "DUE", "DURATION"),
            Row(.ratherOnce, "3.6.2", "RRULE"),
            Row(.any, "3.6.2", "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONTACT", "EXDATE"),
            Row(.any, "3.6.2", "REQUEST-STATUS", "RELATED-TO", "RESOURCES", "RDATE", "EXRULE"),
            Row(.atMostOnce, "7986:5.9", "COLOR"),
            Row(.any, "7986:4", "CONFERENCE", "IMAGE"),
            Row(.any, "9073:4", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
            linking,
        ]
    )

    private static let journal = ComponentGrammar(
        "VJOURNAL",
        "3.6.3",
        in: ["VCALENDAR"],
        [
            Row(.once, "3.6.3", "DTSTAMP", "UID"),
            Row(.atMostOnce, "3.6.3", "CLASS", "CREATED", "DTSTART", "LAST-MODIFIED", "ORGANIZER"),
            Row(.atMostOnce, "3.6.3", "RECURRENCE-ID", "SEQUENCE", "STATUS", "SUMMARY", "URL"),
            Row(.ratherOnce, "3.6.3", "RRULE"),
            Row(.any, "3.6.3", "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONTACT", "DESCRIPTION"),
            Row(.any, "3.6.3", "EXDATE", "RELATED-TO", "RDATE", "REQUEST-STATUS", "EXRULE"),
            Row(.atMostOnce, "7986:5.9", "COLOR"),
            Row(.any, "7986:4", "IMAGE"),
            Row(.any, "9073:4", "STRUCTURED-DATA", "STYLED-DESCRIPTION"),
            linking,
        ]
    )

    private static let freeBusy = ComponentGrammar(
        "VFREEBUSY",
        "3.6.4",
        in: ["VCALENDAR"],
        [
            Row(.once, "3.6.4", "DTSTAMP", "UID"),
            Row(.atMostOnce, "3.6.4", "CONTACT", "DTSTART", "DTEND", "ORGANIZER", "URL"),
            Row(.any, "3.6.4", "ATTENDEE", "COMMENT", "FREEBUSY", "REQUEST-STATUS"),
            Row(.any, "9073:4", "STYLED-DESCRIPTION"),
            linking,
        ]
    )

    private static let alarm = ComponentGrammar(
        "VALARM",
        "3.6.6",
        in: ["VEVENT", "VTODO"],
        [
            Row(.once, "3.6.6", "ACTION", "TRIGGER"),
            Row(.atMostOnce, "3.6.6", "DURATION", "REPEAT", "DESCRIPTION", "SUMMARY"),
            Row(.any, "3.6.6", "ATTACH", "ATTENDEE"),
            Row(.atMostOnce, "9074:4", "UID"),
            Row(.atMostOnce, "9074:6.1", "ACKNOWLEDGED"),
            Row(.atMostOnce, "9074:8.1", "PROXIMITY"),
            Row(.any, "9074:5", "RELATED-TO"),
            Row(.any, "9073:4", "STYLED-DESCRIPTION"),
            linking,
        ]
    )

    private static let zone = ComponentGrammar(
        "VTIMEZONE",
        "3.6.5",
        in: ["VCALENDAR"],
        [
            Row(.once, "3.6.5", "TZID"),
            Row(.atMostOnce, "3.6.5", "LAST-MODIFIED", "TZURL"),
            Row(.atMostOnce, "7808:7.1", "TZUNTIL"),
            Row(.any, "7808:7.2", "TZID-ALIAS-OF"),
            linking,
        ]
    )

    private static let observanceRows = [
        Row(.once, "3.6.5", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO"),
        Row(.ratherOnce, "3.6.5", "RRULE"),
        Row(.any, "3.6.5", "COMMENT", "RDATE", "TZNAME"),
        linking,
    ]

    private static let standard = ComponentGrammar("STANDARD", "3.6.5", in: ["VTIMEZONE"], observanceRows)
    private static let daylight = ComponentGrammar("DAYLIGHT", "3.6.5", in: ["VTIMEZONE"], observanceRows)
}
