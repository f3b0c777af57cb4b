extension ComponentGrammar {
    /// The components of RFC 5545, with what RFC 7808, 7953, 7986, 9073, 9074 and 9253 add; a row a rule.
    static let all: [ComponentGrammar] =
        [calendar, event, todo, journal, freeBusy, alarm, zone, standard, daylight] + laterComponents

    /// RFC 9253: these may stand in every component that RFC 5545 defines.
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
