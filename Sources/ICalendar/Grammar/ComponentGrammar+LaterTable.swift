extension ComponentGrammar {
    /// RFC 7953 (when somebody is there at all) and RFC 9073 (who and what takes part, and where).
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
