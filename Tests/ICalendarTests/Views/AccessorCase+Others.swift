import ICalendar

extension AccessorCase {
    /// Properties of VTIMEZONE and its observances, including RFC 7808.
    static let zones: [AccessorCase] = [
        AccessorCase("TZID:Mine", \TimeZoneDefinition.timeZoneID, "Mine"),
        AccessorCase("TZURL:https://example.com", \TimeZoneDefinition.updateURL, "https://example.com"),
        AccessorCase(
            "LAST-MODIFIED:20260329T093000Z",
            \TimeZoneDefinition.lastModified,
            instant("2026-03-29T09:30:00Z")
        ),
        AccessorCase("TZUNTIL:20260329T093000Z", \TimeZoneDefinition.until, instant("2026-03-29T09:30:00Z")),
        AccessorCase("TZID-ALIAS-OF:Europe/Berlin", \TimeZoneDefinition.aliases, ["Europe/Berlin"]),
        AccessorCase("DTSTART:19700329T020000", \TimeZoneObservance.start, time("1970-03-29 02:00")),
        AccessorCase("TZOFFSETFROM:+0100", \TimeZoneObservance.offsetFrom, 3600),
        AccessorCase("TZOFFSETTO:-0330", \TimeZoneObservance.offsetTo, -12_600),
        AccessorCase("TZNAME:CEST", \TimeZoneObservance.names, ["CEST"]),
        AccessorCase("COMMENT:c", \TimeZoneObservance.comments, ["c"]),
        AccessorCase(
            "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
            \TimeZoneObservance.recurrenceRules,
            [.yearly(in: 3, on: .last(.sunday))]
        ),
        AccessorCase(
            "RDATE:19700329T020000",
            \TimeZoneObservance.recurrenceDates,
            [.time(time("1970-03-29 02:00"))]
        ),
    ]

    /// Properties of VCALENDAR: RFC 5545 section 3.7, RFC 7986, and vendor extensions.
    static let calendars: [AccessorCase] = [
        AccessorCase("PRODID:p", \CalendarObject.productID, "p"),
        AccessorCase("VERSION:2.0", \CalendarObject.version, "2.0"),
        AccessorCase(
            "CALSCALE:X-LUNAR",
            \CalendarObject.calendarScale,
            "X-LUNAR",
            absent: "GREGORIAN",
            removes: false
        ),
        AccessorCase("METHOD:REQUEST", \CalendarObject.method, "REQUEST"),
        AccessorCase("METHOD:DECLINECOUNTER", \CalendarObject.schedulingMethod, .declineCounter),
        AccessorCase("NAME:n", \CalendarObject.name, "n"),
        AccessorCase("DESCRIPTION:d", \CalendarObject.descriptionText, "d"),
        AccessorCase("UID:u", \CalendarObject.uid, "u"),
        AccessorCase("URL:https://example.com", \CalendarObject.url, "https://example.com"),
        AccessorCase(
            "LAST-MODIFIED:20260329T093000Z",
            \CalendarObject.lastModified,
            instant("2026-03-29T09:30:00Z")
        ),
        AccessorCase("CATEGORIES:A", \CalendarObject.categories, ["A"]),
        AccessorCase("REFRESH-INTERVAL;VALUE=DURATION:P1W", \CalendarObject.refreshInterval, .weeks(1)),
        AccessorCase(
            "SOURCE;VALUE=URI:https://example.com/a.ics",
            \CalendarObject.source,
            "https://example.com/a.ics"
        ),
        AccessorCase("COLOR:red", \CalendarObject.color, "red"),
        AccessorCase("X-WR-TIMEZONE:Europe/Berlin", \CalendarObject.timeZoneID, "Europe/Berlin"),
        AccessorCase("X-WR-RELCALID:r", \CalendarObject.relatedCalendarID, "r"),
        AccessorCase("X-PUBLISHED-TTL:PT1H", \CalendarObject.publishedTimeToLive, .hours(1)),
        AccessorCase("X-APPLE-CALENDAR-COLOR:#FF2968FF", \CalendarObject.appleColor, "#FF2968FF"),
        AccessorCase("X-APPLE-LANGUAGE:de", \CalendarObject.appleLanguage, "de"),
    ]

    /// Properties from RFC 7953 and 9073.
    static let published: [AccessorCase] = [
        AccessorCase(
            "BUSYTYPE:BUSY-TENTATIVE",
            \Availability.busyType,
            .tentative,
            absent: .unavailable,
            removes: false
        ),
        AccessorCase("PRIORITY:1", \Availability.priority, 1, absent: 0, removes: false),
        AccessorCase("SEQUENCE:1", \Availability.sequence, 1, absent: 0, removes: false),
        AccessorCase(
            "CLASS:CONFIDENTIAL",
            \Availability.classification,
            .confidential,
            absent: .public,
            removes: false
        ),
        AccessorCase("URL:https://example.com", \Availability.url, "https://example.com"),
        AccessorCase(
            "ORGANIZER:mailto:jo@example.com",
            \Availability.organizer,
            Organizer(email: "jo@example.com")
        ),
        AccessorCase("DTSTART:20260329T093000Z", \Availability.start, time("2026-03-29T09:30:00Z")),
        AccessorCase("DTEND:20260329T093000Z", \AvailablePeriod.end, time("2026-03-29T09:30:00Z")),
        AccessorCase("DURATION:PT1H", \AvailablePeriod.duration, .hours(1)),
        AccessorCase("SUMMARY:s", \AvailablePeriod.summary, "s"),
        AccessorCase("DESCRIPTION:d", \AvailablePeriod.descriptionText, "d"),
        AccessorCase("LOCATION:l", \AvailablePeriod.location, "l"),
        AccessorCase("UID:u", \AvailablePeriod.uid, "u"),
        AccessorCase("CREATED:20260329T093000Z", \AvailablePeriod.created, instant("2026-03-29T09:30:00Z")),
        AccessorCase("CATEGORIES:A,B", \AvailablePeriod.categories, ["A", "B"]),
        AccessorCase("COMMENT:c", \AvailablePeriod.comments, ["c"]),
        AccessorCase("CONTACT:c", \AvailablePeriod.contacts, ["c"]),
        AccessorCase("RRULE:FREQ=DAILY", \AvailablePeriod.recurrenceRules, [.daily()]),
        AccessorCase("EXDATE;VALUE=DATE:20260329", \AvailablePeriod.exceptionDates, [time("2026-03-29")]),
        AccessorCase(
            "RDATE;VALUE=DATE:20260329",
            \AvailablePeriod.recurrenceDates,
            [.time(time("2026-03-29"))]
        ),
        AccessorCase("RECURRENCE-ID;VALUE=DATE:20260329", \AvailablePeriod.recurrenceID, time("2026-03-29")),
        AccessorCase("PARTICIPANT-TYPE:BOOKING-CONTACT", \Participant.type, .bookingContact),
        AccessorCase(
            "CALENDAR-ADDRESS:mailto:jo@example.com",
            \Participant.calendarAddress,
            "mailto:jo@example.com"
        ),
        AccessorCase("SUMMARY:s", \Participant.summary, "s"),
        AccessorCase("DESCRIPTION:d", \Participant.descriptionText, "d"),
        AccessorCase("STATUS:odd", \Participant.status, "odd"),
        AccessorCase("LOCATION:l", \Participant.location, "l"),
        AccessorCase("RESOURCES:a,b", \Participant.resources, ["a", "b"]),
        AccessorCase("PRIORITY:2", \Participant.priority, 2, absent: 0, removes: false),
        AccessorCase("LOCATION-TYPE:parking,public", \StructuredLocation.types, ["parking", "public"]),
        AccessorCase("NAME:n", \StructuredLocation.name, "n"),
        AccessorCase("URL:geo:1.5,2.5", \StructuredLocation.url, "geo:1.5,2.5"),
        AccessorCase("DESCRIPTION:d", \StructuredLocation.descriptionText, "d"),
        AccessorCase(
            "RESOURCE-TYPE:REMOTE-CONFERENCE-VIDEO",
            \StructuredResource.type,
            .remoteConferenceVideo
        ),
        AccessorCase("NAME:n", \StructuredResource.name, "n"),
        AccessorCase("DESCRIPTION:d", \StructuredResource.descriptionText, "d"),
        AccessorCase(
            "STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<b>a</b>",
            \Event.styledDescriptions,
            [StyledDescription(text: "<b>a</b>")]
        ),
        AccessorCase(
            "STRUCTURED-DATA;VALUE=TEXT;FMTTYPE=a/b;SCHEMA=\"https://example.com\":{\\,}",
            \Todo.structuredData,
            [StructuredData(text: "{,}", formatType: "a/b", schema: "https://example.com")]
        ),
        AccessorCase(
            "STRUCTURED-DATA;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=a/b;SCHEMA=\"https://example.com\":YQ==",
            \StructuredLocation.structuredData,
            [StructuredData(base64: "YQ==", formatType: "a/b", schema: "https://example.com")]
        ),
        AccessorCase(
            "STRUCTURED-DATA;VALUE=URI:https://example.com",
            \Participant.structuredData,
            [StructuredData(uri: "https://example.com")]
        ),
    ]

    /// Extensions by Apple, Microsoft, Google and Mozilla.
    static let vendors: [AccessorCase] = [
        AccessorCase(
            "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=Square 1;X-APPLE-RADIUS=70.5;X-TITLE=Hall:geo:52.5186,-13.4",
            \Event.appleLocation,
            AppleLocation(
                title: "Hall",
                latitude: 52.5186,
                longitude: -13.4,
                radius: 70.5,
                address: "Square 1"
            )
        ),
        AccessorCase(
            "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M",
            \Event.appleTravelDuration,
            .minutes(45)
        ),
        AccessorCase("X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", \Event.hasAppleTravelAdvice, true),
        AccessorCase("X-APPLE-SORT-ORDER:7", \Todo.appleSortOrder, 7),
        AccessorCase("X-MICROSOFT-CDO-BUSYSTATUS:OOF", \Event.microsoftBusyStatus, .outOfOffice),
        AccessorCase("X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY", \Event.microsoftIntendedStatus, .busy),
        AccessorCase("X-MICROSOFT-CDO-ALLDAYEVENT:FALSE", \Event.isMicrosoftAllDay, false),
        AccessorCase("X-MICROSOFT-CDO-IMPORTANCE:2", \Event.microsoftImportance, .high),
        AccessorCase("X-MICROSOFT-CDO-APPT-SEQUENCE:4", \Event.microsoftSequence, 4),
        AccessorCase("X-MICROSOFT-DISALLOW-COUNTER:TRUE", \Event.isMicrosoftCounterDisallowed, true),
        AccessorCase("X-MICROSOFT-DONOTFORWARDMEETING:TRUE", \Event.isMicrosoftForwardingDisallowed, true),
        AccessorCase(
            "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://example.com/1",
            \Event.microsoftMeetingURL,
            "https://example.com/1"
        ),
        AccessorCase(
            #"X-ALT-DESC;FMTTYPE=text/html:<p>a\, b\n</p>"#,
            \Event.htmlDescription,
            "<p>a, b\n</p>"
        ),
        AccessorCase(
            "X-GOOGLE-CONFERENCE:https://example.com/m",
            \Event.googleConference,
            "https://example.com/m"
        ),
        AccessorCase(
            "X-MOZ-LASTACK:20260329T093000Z",
            \Event.mozillaLastAcknowledged,
            instant("2026-03-29T09:30:00Z")
        ),
        AccessorCase(
            "X-MOZ-SNOOZE-TIME:20260329T093000Z",
            \Event.mozillaSnoozeTime,
            instant("2026-03-29T09:30:00Z")
        ),
    ]
}
