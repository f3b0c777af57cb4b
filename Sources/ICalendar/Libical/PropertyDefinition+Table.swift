extension PropertyDefinition {
    /// The properties of RFC 5545, with RFC 7986, 6638, 7529, 7808, 7953, 9073, 9074 and 9253.
    static let all: [PropertyDefinition] =
        calendarProperties + componentProperties + timeProperties + laterProperties

    /// RFC 5545 section 3.7 and RFC 7986 section 5: properties of the calendar itself.
    private static let calendarProperties: [PropertyDefinition] = [
        PropertyDefinition("CALSCALE", .text, .text),
        PropertyDefinition("METHOD", .enumeration, .text),
        PropertyDefinition("PRODID", .text, .text),
        PropertyDefinition("VERSION", .text, .text),
        PropertyDefinition("NAME", .text, .text),
        PropertyDefinition("REFRESH-INTERVAL", .duration, .duration),
        PropertyDefinition("SOURCE", .uri, .uri),
        PropertyDefinition("COLOR", .text, .text),
        PropertyDefinition("IMAGE", .uri, .uri, .binary),
        PropertyDefinition("CONFERENCE", .uri, .uri),
    ]

    /// RFC 5545 sections 3.8.1, 3.8.4, 3.8.6 and 3.8.8: what a component says of itself.
    private static let componentProperties: [PropertyDefinition] = [
        PropertyDefinition("ATTACH", .uri, .uri, .binary),
        PropertyDefinition("CATEGORIES", .textList, .text, list: true),
        PropertyDefinition("CLASS", .enumeration, .text),
        PropertyDefinition("COMMENT", .text, .text),
        PropertyDefinition("DESCRIPTION", .text, .text),
        PropertyDefinition("GEO", .geo, .float),
        PropertyDefinition("LOCATION", .text, .text),
        PropertyDefinition("PERCENT-COMPLETE", .integer, .integer),
        PropertyDefinition("PRIORITY", .integer, .integer),
        PropertyDefinition("RESOURCES", .textList, .text, list: true),
        PropertyDefinition("STATUS", .status, .text),
        PropertyDefinition("SUMMARY", .text, .text),
        PropertyDefinition("ATTENDEE", .calendarAddress, .calendarAddress),
        PropertyDefinition("CONTACT", .text, .text),
        PropertyDefinition("ORGANIZER", .calendarAddress, .calendarAddress),
        // RFC 9253 section 9.1 lets RELATED-TO hold a URI as well, and say that it holds a UID.
        PropertyDefinition("RELATED-TO", .text, .text, .uri, .uid),
        PropertyDefinition("URL", .uri, .uri),
        PropertyDefinition("UID", .identifier, .text),
        PropertyDefinition("ACTION", .enumeration, .text),
        PropertyDefinition("REPEAT", .integer, .integer),
        PropertyDefinition("TRIGGER", .duration, .duration, .dateTime),
        PropertyDefinition("SEQUENCE", .integer, .integer),
        PropertyDefinition("REQUEST-STATUS", .requestStatus, .text),
    ]

    /// RFC 5545 sections 3.8.2, 3.8.3, 3.8.5 and 3.8.7: when something happens, and the zones.
    private static let timeProperties: [PropertyDefinition] = [
        PropertyDefinition("COMPLETED", .moment, .dateTime),
        PropertyDefinition("DTEND", .moment, .dateTime, .date),
        PropertyDefinition("DUE", .moment, .dateTime, .date),
        PropertyDefinition("DTSTART", .moment, .dateTime, .date),
        PropertyDefinition("DURATION", .duration, .duration),
        PropertyDefinition("FREEBUSY", .period, .period, list: true),
        PropertyDefinition("TRANSP", .enumeration, .text),
        PropertyDefinition("TZID", .identifier, .text),
        PropertyDefinition("TZNAME", .identifier, .text),
        PropertyDefinition("TZOFFSETFROM", .utcOffset, .utcOffset),
        PropertyDefinition("TZOFFSETTO", .utcOffset, .utcOffset),
        PropertyDefinition("TZURL", .uri, .uri),
        PropertyDefinition("RECURRENCE-ID", .moment, .dateTime, .date),
        PropertyDefinition("EXDATE", .moment, .dateTime, .date, list: true),
        PropertyDefinition("EXRULE", .recurrenceRule, .recur),
        PropertyDefinition("RDATE", .moment, .dateTime, .date, .period, list: true),
        PropertyDefinition("RRULE", .recurrenceRule, .recur),
        PropertyDefinition("CREATED", .moment, .dateTime),
        PropertyDefinition("DTSTAMP", .moment, .dateTime),
        PropertyDefinition("LAST-MODIFIED", .moment, .dateTime),
    ]

    /// RFC 7808, 7953, 9073, 9074 and 9253.
    ///
    /// RFC 6638 and 7529 add parameters and rule parts only.
    private static let laterProperties: [PropertyDefinition] = [
        PropertyDefinition("TZUNTIL", .moment, .dateTime),
        PropertyDefinition("TZID-ALIAS-OF", .identifier, .text),
        PropertyDefinition("BUSYTYPE", .enumeration, .text),
        PropertyDefinition("ACKNOWLEDGED", .moment, .dateTime),
        // libical 3.0 knows none of the names below, and loses their values.
        PropertyDefinition("PROXIMITY", .text, .text, inLibical: false),
        PropertyDefinition("CALENDAR-ADDRESS", .calendarAddress, .calendarAddress, inLibical: false),
        PropertyDefinition("LOCATION-TYPE", .textList, .text, list: true, inLibical: false),
        PropertyDefinition("PARTICIPANT-TYPE", .text, .text, inLibical: false),
        PropertyDefinition("RESOURCE-TYPE", .text, .text, inLibical: false),
        // RFC 9073 sections 6.5 and 6.6 give these two no default; without VALUE they are read as text.
        PropertyDefinition("STYLED-DESCRIPTION", .text, .text, .uri, inLibical: false),
        PropertyDefinition("STRUCTURED-DATA", .text, .text, .binary, .uri, inLibical: false),
        PropertyDefinition("CONCEPT", .uri, .uri, inLibical: false),
        // RFC 9253 section 8.2 demands VALUE; TEXT is what drafts of it had for UID.
        PropertyDefinition("LINK", .uri, .uri, .uid, .xmlReference, .text, inLibical: false),
        PropertyDefinition("REFID", .text, .text, inLibical: false),
    ]
}
