/// What one component may hold, and where it may stand.
///
/// The rows are in ``ComponentGrammar/all``; names that no RFC defines may stand anywhere.
///
/// A class, as it is looked at for each component and holds several lists.
package final class ComponentGrammar: Sendable {
    package let name: String
    package let section: RFCSection
    /// The components that may hold it.
    package let parents: [String]
    package let rows: [Row]
    /// For each property of ``PropertyGrammar/all`` the rule, or nil when the component does not have it.
    package let rules: [Rule?]
    /// The properties that must be there, by their places in ``PropertyGrammar/all``.
    package let required: [Int]

    package struct Row: Sendable {
        let occurrence: Cardinality
        let section: RFCSection
        let names: [String]
    }

    package struct Rule: Sendable {
        package let occurrence: Cardinality
        package let section: RFCSection

        /// Whether the property may stand once at most.
        package var isSingle: Bool {
            switch occurrence {
            case .once, .onceWithoutMethod, .atMostOnce: true
            case .ratherOnce, .any: false
            }
        }
    }

    package enum Cardinality: String, Sendable {
        case once
        /// Exactly once where the calendar has no METHOD, at most once where it has one.
        case onceWithoutMethod
        case atMostOnce
        /// More than once is a SHOULD NOT.
        case ratherOnce
        case any
    }

    private init(_ name: String, _ section: RFCSection, in parents: [String], _ rows: [Row]) {
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

    /// The components of RFC 5545, with what RFC 7808, 7953, 7986, 9073, 9074 and 9253 add: a paragraph a component.
    ///
    /// Its first line has the section and the components that may hold it; each other one is a rule, with its section where
    /// that is another one.
    package static let all = """
        VCALENDAR 3.6
        once PRODID VERSION
        atMostOnce CALSCALE METHOD
        atMostOnce 7986:5.3 UID
        atMostOnce 7986:5.4 LAST-MODIFIED
        atMostOnce 7986:5.5 URL
        atMostOnce 7986:5.7 REFRESH-INTERVAL
        atMostOnce 7986:5.8 SOURCE
        atMostOnce 7986:5.9 COLOR
        any 7986:4 NAME DESCRIPTION CATEGORIES IMAGE

        VEVENT 3.6.1 VCALENDAR
        once DTSTAMP UID
        onceWithoutMethod DTSTART
        atMostOnce CLASS CREATED DESCRIPTION GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE STATUS \
            SUMMARY TRANSP URL RECURRENCE-ID DTEND DURATION
        ratherOnce RRULE
        any ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE \
            EXRULE
        atMostOnce 7986:5.9 COLOR
        any 7986:4 CONFERENCE IMAGE
        any 9073:4 STRUCTURED-DATA STYLED-DESCRIPTION

        VTODO 3.6.2 VCALENDAR
        once DTSTAMP UID
        atMostOnce CLASS COMPLETED CREATED DESCRIPTION DTSTART GEO LAST-MODIFIED LOCATION ORGANIZER \
            PERCENT-COMPLETE PRIORITY RECURRENCE-ID SEQUENCE STATUS SUMMARY URL DUE DURATION
        ratherOnce RRULE
        any ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE \
            EXRULE
        atMostOnce 7986:5.9 COLOR
        any 7986:4 CONFERENCE IMAGE
        any 9073:4 STRUCTURED-DATA STYLED-DESCRIPTION

        VJOURNAL 3.6.3 VCALENDAR
        once DTSTAMP UID
        atMostOnce CLASS CREATED DTSTART LAST-MODIFIED ORGANIZER RECURRENCE-ID SEQUENCE STATUS SUMMARY URL
        ratherOnce RRULE
        any ATTACH ATTENDEE CATEGORIES COMMENT CONTACT DESCRIPTION EXDATE RELATED-TO RDATE REQUEST-STATUS \
            EXRULE
        atMostOnce 7986:5.9 COLOR
        any 7986:4 IMAGE
        any 9073:4 STRUCTURED-DATA STYLED-DESCRIPTION

        VFREEBUSY 3.6.4 VCALENDAR
        once DTSTAMP UID
        atMostOnce CONTACT DTSTART DTEND ORGANIZER URL
        any ATTENDEE COMMENT FREEBUSY REQUEST-STATUS
        any 9073:4 STYLED-DESCRIPTION

        VALARM 3.6.6 VEVENT VTODO
        once ACTION TRIGGER
        atMostOnce DURATION REPEAT DESCRIPTION SUMMARY
        any ATTACH ATTENDEE
        atMostOnce 9074:4 UID
        atMostOnce 9074:6.1 ACKNOWLEDGED
        atMostOnce 9074:8.1 PROXIMITY
        any 9074:5 RELATED-TO
        any 9073:4 STYLED-DESCRIPTION

        VTIMEZONE 3.6.5 VCALENDAR
        once TZID
        atMostOnce LAST-MODIFIED TZURL
        atMostOnce 7808:7.1 TZUNTIL
        any 7808:7.2 TZID-ALIAS-OF

        STANDARD 3.6.5 VTIMEZONE
        once DTSTART TZOFFSETFROM TZOFFSETTO
        ratherOnce RRULE
        any COMMENT RDATE TZNAME

        DAYLIGHT 3.6.5 VTIMEZONE
        once DTSTART TZOFFSETFROM TZOFFSETTO
        ratherOnce RRULE
        any COMMENT RDATE TZNAME

        VAVAILABILITY 7953:3.1 VCALENDAR
        once DTSTAMP UID
        atMostOnce BUSYTYPE CLASS CREATED DESCRIPTION DTSTART LAST-MODIFIED LOCATION ORGANIZER PRIORITY \
            SEQUENCE SUMMARY URL DTEND DURATION
        any CATEGORIES COMMENT CONTACT

        AVAILABLE 7953:3.1 VAVAILABILITY
        once DTSTAMP DTSTART UID
        atMostOnce CREATED DESCRIPTION LAST-MODIFIED LOCATION RECURRENCE-ID SUMMARY DTEND DURATION
        ratherOnce RRULE
        any CATEGORIES COMMENT CONTACT EXDATE RDATE

        PARTICIPANT 9073:7.1 VEVENT VTODO VJOURNAL VFREEBUSY
        once UID PARTICIPANT-TYPE
        atMostOnce CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE STATUS \
            SUMMARY URL
        any ATTACH CATEGORIES COMMENT CONTACT LOCATION REQUEST-STATUS RELATED-TO RESOURCES STRUCTURED-DATA \
            STYLED-DESCRIPTION

        VLOCATION 9073:7.2 VEVENT VTODO VJOURNAL VFREEBUSY PARTICIPANT VALARM
        once UID
        atMostOnce DESCRIPTION GEO LOCATION-TYPE NAME URL
        any STRUCTURED-DATA STYLED-DESCRIPTION

        VRESOURCE 9073:7.3 VEVENT VTODO VJOURNAL VFREEBUSY PARTICIPANT
        once UID
        atMostOnce DESCRIPTION GEO NAME RESOURCE-TYPE
        any STRUCTURED-DATA STYLED-DESCRIPTION
        """
        .split(separator: "\n\n").map { paragraph in
            let lines = paragraph.split(separator: "\n").map { String($0).words }
            let (name, section) = (lines[0][0], RFCSection(stringLiteral: lines[0][1]))
            let rows = lines.dropFirst().compactMap { words -> Row? in
                guard let occurrence = Cardinality(rawValue: words[0]) else { return nil }
                guard words[1].first?.isNumber == true else {
                    return Row(occurrence: occurrence, section: section, names: Array(words[1...]))
                }
                let section = RFCSection(stringLiteral: words[1])
                return Row(occurrence: occurrence, section: section, names: Array(words[2...]))
            }
            // RFC 9253: these may stand in every component that RFC 5545 defines.
            let linking = Row(occurrence: .any, section: "9253:8", names: ["CONCEPT", "LINK", "REFID"])
            return ComponentGrammar(name, section, in: Array(lines[0][2...]), rows + [linking])
        }
}
