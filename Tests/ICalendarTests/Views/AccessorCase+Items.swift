import ICalendar

@testable import ICalendarCore

extension AccessorCase {
    /// All accessor cases.
    static let all: [AccessorCase] = items + times + tasks + alarms + zones + calendars + published + vendors

    /// Descriptive properties of events and similar components: RFC 5545 section 3.8, RFC 7986, 9073 and
    /// 9253.
    private static let items: [AccessorCase] = [
        AccessorCase("UID:a@b", \Event.uid, "a@b"),
        AccessorCase(#"SUMMARY:One\, two"#, \Event.summary, "One, two"),
        AccessorCase(#"DESCRIPTION:a\nb"#, \Event.descriptionText, "a\nb"),
        AccessorCase("CATEGORIES:A,B", \Event.categories, ["A", "B"]),
        AccessorCase(
            "CLASS:CONFIDENTIAL",
            \Event.classification,
            .confidential,
            absent: .public,
            removes: false
        ),
        AccessorCase("CREATED:20260329T093000Z", \Event.created, instant("2026-03-29T09:30:00Z")),
        AccessorCase("LAST-MODIFIED:20260329T093000Z", \Event.lastModified, instant("2026-03-29T09:30:00Z")),
        AccessorCase("DTSTAMP:20260329T093000Z", \Event.stamp, instant("2026-03-29T09:30:00Z")),
        AccessorCase("SEQUENCE:3", \Event.sequence, 3, absent: 0, removes: false),
        AccessorCase("PRIORITY:9", \Event.priority, 9, absent: 0, removes: false),
        AccessorCase("STATUS:TENTATIVE", \Event.status, .tentative),
        AccessorCase("TRANSP:TRANSPARENT", \Event.isTransparent, true, absent: false, removes: false),
        AccessorCase("LOCATION:Hall", \Event.location, "Hall"),
        AccessorCase("RESOURCES:Beamer,Chairs", \Event.resources, ["Beamer", "Chairs"]),
        AccessorCase("URL:https://example.com", \Event.url, "https://example.com"),
        AccessorCase("COMMENT:c", \Event.comments, ["c"]),
        AccessorCase("CONTACT:c", \Event.contacts, ["c"]),
        AccessorCase("COLOR:turquoise", \Event.color, "turquoise"),
        AccessorCase(
            "ORGANIZER;CN=Jo:mailto:jo@example.com",
            \Event.organizer,
            Organizer(email: "jo@example.com", name: "Jo")
        ),
        AccessorCase(
            "ATTENDEE;CN=Jo;PARTSTAT=ACCEPTED:mailto:jo@example.com",
            \Event.attendees,
            [Attendee(email: "jo@example.com", name: "Jo", status: .accepted)]
        ),
        AccessorCase(
            "ATTACH;FMTTYPE=a/b:https://example.com",
            \Event.attachments,
            [Attachment(uri: "https://example.com", formatType: "a/b")]
        ),
        AccessorCase(
            "REQUEST-STATUS:2.0;Success",
            \Event.requestStatuses,
            [Value.RequestStatus(code: "2.0", description: "Success")]
        ),
        AccessorCase(
            "IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.com/a.png",
            \Event.images,
            [ImageReference(uri: "https://example.com/a.png", display: [.badge])]
        ),
        AccessorCase(
            "CONFERENCE;VALUE=URI;FEATURE=AUDIO,PHONE;LABEL=Dial in:tel:+49",
            \Event.conferences,
            [Conference(uri: "tel:+49", features: [.phone, .audio], label: "Dial in")]
        ),
        AccessorCase(
            "RELATED-TO;RELTYPE=DEPENDS-ON;GAP=-P1D:u",
            \Event.relatedComponents,
            [RelatedComponent(uid: "u", relation: .dependsOn, gap: .days(-1))]
        ),
        AccessorCase(
            "RELATED-TO;VALUE=URI;RELTYPE=NEXT:https://example.com/1",
            \Event.relatedComponents,
            [RelatedComponent(uri: "https://example.com/1", relation: .next)]
        ),
        AccessorCase("CONCEPT:https://example.com/arts", \Event.concepts, ["https://example.com/arts"]),
        AccessorCase("REFID:trip", \Event.groupKeys, ["trip"]),
        AccessorCase(
            "LINK;VALUE=URI;LINKREL=SOURCE;LABEL=Venue:https://example.com/events",
            \Event.links,
            [Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")]
        ),
        AccessorCase("LINK;VALUE=UID;LINKREL=NEXT:u", \Event.links, [Link(uid: "u", relation: "NEXT")]),
    ]

    /// Starts, ends and rules.
    private static let times: [AccessorCase] = [
        AccessorCase("DTSTART;VALUE=DATE:20260329", \Event.start, time("2026-03-29")),
        AccessorCase("DTSTART:20260329T093000", \Event.start, time("2026-03-29 09:30")),
        AccessorCase("DTSTART:20260329T093000Z", \Journal.start, time("2026-03-29T09:30:00Z")),
        AccessorCase(
            "DTSTART;TZID=Europe/Berlin:20260329T093000",
            \Todo.start,
            time("2026-03-29 09:30", in: "Europe/Berlin")
        ),
        AccessorCase("DTEND;VALUE=DATE:20260329", \Event.end, time("2026-03-29")),
        AccessorCase(
            "DTEND;TZID=Europe/Berlin:20260329T093000",
            \Event.end,
            time("2026-03-29 09:30", in: "Europe/Berlin")
        ),
        AccessorCase("DURATION:PT1H30M", \Event.duration, .minutes(90)),
        AccessorCase("RECURRENCE-ID:20260329T093000Z", \Event.recurrenceID, time("2026-03-29T09:30:00Z")),
        AccessorCase(
            "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO,FR",
            \Event.recurrenceRules,
            [.weekly(on: .monday, .friday).count(3)]
        ),
        AccessorCase("EXRULE:FREQ=DAILY;INTERVAL=2", \Event.exceptionRules, [.daily(every: 2)]),
        AccessorCase("RDATE;VALUE=DATE:20260329", \Event.recurrenceDates, [.time(time("2026-03-29"))]),
        AccessorCase(
            "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260329T093000/PT1H",
            \Event.recurrenceDates,
            [.period(start: time("2026-03-29 09:30", in: "Europe/Berlin"), end: .duration(.hours(1)))]
        ),
        AccessorCase(
            "EXDATE;TZID=Europe/Berlin:20260329T093000",
            \Event.exceptionDates,
            [time("2026-03-29 09:30", in: "Europe/Berlin")]
        ),
    ]

    /// Properties of VTODO, VJOURNAL and VFREEBUSY.
    private static let tasks: [AccessorCase] = [
        AccessorCase("DUE;VALUE=DATE:20260329", \Todo.due, time("2026-03-29")),
        AccessorCase("COMPLETED:20260329T093000Z", \Todo.completed, instant("2026-03-29T09:30:00Z")),
        AccessorCase("PERCENT-COMPLETE:40", \Todo.percentComplete, 40),
        AccessorCase("STATUS:IN-PROCESS", \Todo.status, .inProcess),
        AccessorCase("DESCRIPTION:d", \Todo.descriptionText, "d"),
        AccessorCase("STATUS:FINAL", \Journal.status, .final),
        AccessorCase("DESCRIPTION:d", \Journal.descriptions, ["d"]),
        AccessorCase("DTEND:20260329T093000Z", \FreeBusy.end, time("2026-03-29T09:30:00Z")),
        AccessorCase(
            "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260329T093000Z/20260329T103000Z",
            \FreeBusy.periods,
            [
                .init(
                    from: instant("2026-03-29T09:30:00Z"),
                    to: instant("2026-03-29T10:30:00Z"),
                    kind: .tentative
                )
            ]
        ),
    ]

    /// Properties of VALARM, including RFC 9074 and Apple's extensions.
    private static let alarms: [AccessorCase] = [
        AccessorCase("ACTION:DISPLAY", \Alarm.action, .display),
        AccessorCase("TRIGGER:-PT15M", \Alarm.trigger, .before(.minutes(15))),
        AccessorCase("TRIGGER;RELATED=END:PT5M", \Alarm.trigger, .after(.minutes(5), .end)),
        AccessorCase(
            "TRIGGER;VALUE=DATE-TIME:20260329T093000Z",
            \Alarm.trigger,
            .absolute(instant("2026-03-29T09:30:00Z"))
        ),
        AccessorCase("REPEAT:2", \Alarm.repetitions, 2, absent: 0, removes: false),
        AccessorCase("DURATION:PT5M", \Alarm.repetitionInterval, .minutes(5)),
        AccessorCase("SUMMARY:s", \Alarm.summary, "s"),
        AccessorCase("DESCRIPTION:d", \Alarm.descriptionText, "d"),
        AccessorCase("UID:u", \Alarm.uid, "u"),
        AccessorCase("ACKNOWLEDGED:20260329T093000Z", \Alarm.acknowledged, instant("2026-03-29T09:30:00Z")),
        AccessorCase("PROXIMITY:DEPART", \Alarm.proximity, .depart),
        AccessorCase(
            "RELATED-TO;RELTYPE=SNOOZE:u",
            \Alarm.relatedComponents,
            [RelatedComponent(uid: "u", relation: .snooze)]
        ),
        AccessorCase(
            "ATTACH:https://example.com/a.mp3",
            \Alarm.attachments,
            [Attachment(uri: "https://example.com/a.mp3")]
        ),
        AccessorCase("X-APPLE-DEFAULT-ALARM:TRUE", \Alarm.isAppleDefault, true),
        AccessorCase("X-WR-ALARMUID:u", \Alarm.appleUID, "u"),
    ]
}
