extension MethodGrammar {
    /// The tables of RFC 5546 sections 3.2 to 3.5, as far as they ask for more than RFC 5545 does; a row a table.
    ///
    /// SEQUENCE of a COUNTER is 1 in its table, and may be missing if it is 0 in the note beside it; so it may be missing.
    static let all: [MethodGrammar] = [
        MethodGrammar(
            "VEVENT",
            "PUBLISH",
            "5546:3.2.1",
            one: ["DTSTART", "ORGANIZER", "SUMMARY"],
            atMostOne: ["CONTACT"],
            none: ["ATTENDEE", "REQUEST-STATUS"]
        ),
        MethodGrammar(
            "VEVENT",
            "REQUEST",
            "5546:3.2.2",
            one: ["DTSTART", "ORGANIZER", "SUMMARY"],
            some: ["ATTENDEE"],
            none: ["REQUEST-STATUS"]
        ),
        MethodGrammar("VEVENT", "REPLY", "5546:3.2.3", one: ["ATTENDEE", "ORGANIZER"], none: ["VALARM"]),
        MethodGrammar(
            "VEVENT",
            "ADD",
            "5546:3.2.4",
            isSingle: true,
            one: ["DTSTART", "ORGANIZER", "SEQUENCE", "SUMMARY"],
            none: ["EXDATE", "RECURRENCE-ID", "REQUEST-STATUS", "RDATE", "RRULE"]
        ),
        MethodGrammar(
            "VEVENT",
            "CANCEL",
            "5546:3.2.5",
            one: ["ORGANIZER", "SEQUENCE"],
            none: ["REQUEST-STATUS", "VALARM"]
        ),
        MethodGrammar(
            "VEVENT",
            "REFRESH",
            "5546:3.2.6",
            isSingle: true,
            one: ["ATTENDEE", "ORGANIZER"],
            none: [
                "ATTACH", "CATEGORIES", "CLASS", "CONTACT", "CREATED", "DESCRIPTION", "DTEND", "DTSTART",
                "DURATION", "EXDATE", "GEO", "LAST-MODIFIED", "LOCATION", "PRIORITY", "RDATE", "RELATED-TO",
                "REQUEST-STATUS", "RESOURCES", "RRULE", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "URL",
                "VALARM",
            ]
        ),
        MethodGrammar(
            "VEVENT",
            "COUNTER",
            "5546:3.2.7",
            isSingle: true,
            one: ["DTSTART", "ORGANIZER", "SUMMARY"]
        ),
        MethodGrammar(
            "VEVENT",
            "DECLINECOUNTER",
            "5546:3.2.8",
            one: ["ORGANIZER", "SEQUENCE"],
            some: ["ATTENDEE"],
            none: ["VALARM"]
        ),
        MethodGrammar(
            "VFREEBUSY",
            "PUBLISH",
            "5546:3.3.1",
            one: ["DTSTART", "DTEND", "ORGANIZER"],
            atMostOne: ["CONTACT"],
            none: ["ATTENDEE", "DURATION", "REQUEST-STATUS", "VALARM", "VTIMEZONE"]
        ),
        MethodGrammar(
            "VFREEBUSY",
            "REQUEST",
            "5546:3.3.2",
            isSingle: true,
            one: ["DTEND", "DTSTART", "ORGANIZER"],
            some: ["ATTENDEE"],
            atMostOne: ["CONTACT"],
            none: ["FREEBUSY", "DURATION", "REQUEST-STATUS", "URL", "VALARM", "VTIMEZONE"]
        ),
        MethodGrammar(
            "VFREEBUSY",
            "REPLY",
            "5546:3.3.3",
            isSingle: true,
            one: ["ATTENDEE", "DTEND", "DTSTART", "ORGANIZER"],
            atMostOne: ["CONTACT"],
            none: ["DURATION", "SEQUENCE", "VALARM", "VTIMEZONE"]
        ),
        MethodGrammar(
            "VTODO",
            "PUBLISH",
            "5546:3.4.1",
            one: ["DTSTART", "ORGANIZER", "PRIORITY", "SUMMARY"],
            none: ["ATTENDEE", "REQUEST-STATUS"]
        ),
        MethodGrammar(
            "VTODO",
            "REQUEST",
            "5546:3.4.2",
            one: ["DTSTART", "ORGANIZER", "PRIORITY", "SUMMARY"],
            some: ["ATTENDEE"],
            none: ["REQUEST-STATUS"]
        ),
        MethodGrammar("VTODO", "REPLY", "5546:3.4.3", one: ["ATTENDEE", "ORGANIZER"], none: ["VALARM"]),
        MethodGrammar(
            "VTODO",
            "ADD",
            "5546:3.4.4",
            isSingle: true,
            one: ["ORGANIZER", "PRIORITY", "SEQUENCE", "SUMMARY"],
            none: ["EXDATE", "RECURRENCE-ID", "REQUEST-STATUS", "RDATE", "RRULE"]
        ),
        MethodGrammar(
            "VTODO",
            "CANCEL",
            "5546:3.4.5",
            one: ["ORGANIZER", "SEQUENCE"],
            none: ["REQUEST-STATUS", "VALARM"]
        ),
        MethodGrammar(
            "VTODO",
            "REFRESH",
            "5546:3.4.6",
            isSingle: true,
            one: ["ATTENDEE"],
            none: [
                "ATTACH", "CATEGORIES", "CLASS", "COMMENT", "COMPLETED", "CONTACT", "CREATED", "DESCRIPTION",
                "DTSTART", "DUE", "DURATION", "EXDATE", "GEO", "LAST-MODIFIED", "LOCATION", "ORGANIZER",
                "PERCENT-COMPLETE", "PRIORITY", "RDATE", "RELATED-TO", "REQUEST-STATUS", "RESOURCES", "RRULE",
                "SEQUENCE", "STATUS", "URL", "VALARM",
            ]
        ),
        MethodGrammar(
            "VTODO",
            "COUNTER",
            "5546:3.4.7",
            isSingle: true,
            one: ["ORGANIZER", "PRIORITY", "SUMMARY"],
            some: ["ATTENDEE"]
        ),
        MethodGrammar(
            "VTODO",
            "DECLINECOUNTER",
            "5546:3.4.8",
            isSingle: true,
            one: ["ORGANIZER", "SEQUENCE"],
            some: ["ATTENDEE"],
            none: ["VALARM"]
        ),
        MethodGrammar(
            "VJOURNAL",
            "PUBLISH",
            "5546:3.5.1",
            one: ["DESCRIPTION", "DTSTART", "ORGANIZER"],
            none: ["ATTENDEE", "REQUEST-STATUS"]
        ),
        MethodGrammar(
            "VJOURNAL",
            "ADD",
            "5546:3.5.2",
            isSingle: true,
            one: ["DESCRIPTION", "DTSTART", "ORGANIZER", "SEQUENCE"],
            none: ["ATTENDEE", "EXDATE", "RECURRENCE-ID", "REQUEST-STATUS", "RDATE", "RRULE"]
        ),
        MethodGrammar(
            "VJOURNAL",
            "CANCEL",
            "5546:3.5.3",
            one: ["ORGANIZER", "SEQUENCE"],
            none: ["ATTENDEE", "REQUEST-STATUS", "VALARM"]
        ),
    ]
}
