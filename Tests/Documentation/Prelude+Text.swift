/// The calendars behind the names in the prelude.
extension Prelude {
    /// The calendar used by most examples.
    static let text = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Studio//Calendar//EN
        NAME:Studio
        BEGIN:VEVENT
        UID:stand-up@studio.example
        DTSTAMP:20260301T080000Z
        SEQUENCE:2
        STATUS:CONFIRMED
        SUMMARY:Stand-up
        LOCATION:Room 4
        CATEGORIES:clients,weekly
        DTSTART;TZID=Europe/Berlin:20260105T091500
        DURATION:PT15M
        RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR
        ORGANIZER;CN=Nora Lind:mailto:nora@studio.example
        ATTENDEE;CN=Nora Lind;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:nora@studio.example
        ATTENDEE;CN=Sam;PARTSTAT=TENTATIVE:MAILTO:sam@Client.Example
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Stand-up
        TRIGGER:-PT15M
        END:VALARM
        END:VEVENT
        BEGIN:VTODO
        UID:kiln@studio.example
        DTSTAMP:20260301T080000Z
        SUMMARY:Empty the kiln
        DUE;TZID=Europe/Berlin:20260330T180000
        PERCENT-COMPLETE:40
        END:VTODO
        BEGIN:VJOURNAL
        UID:notes@studio.example
        DTSTAMP:20260301T080000Z
        DTSTART;VALUE=DATE:20260330
        SUMMARY:Notes
        END:VJOURNAL
        BEGIN:VFREEBUSY
        UID:busy@studio.example
        DTSTAMP:20260301T080000Z
        FREEBUSY;FBTYPE=BUSY:20260330T070000Z/PT1H
        END:VFREEBUSY
        END:VCALENDAR
        """

    /// A calendar with one call, which starts before the stand-up in `text` ends.
    static let callText = """

        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Studio//Calendar//EN
        BEGIN:VEVENT
        UID:call@studio.example
        DTSTAMP:20260301T080000Z
        SUMMARY:Call
        DTSTART;TZID=Europe/Berlin:20260330T092000
        DURATION:PT40M
        END:VEVENT
        END:VCALENDAR
        """

    /// A calendar that violates a rule.
    static let brokenText = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Studio//Calendar//EN
        BEGIN:VEVENT
        UID:talk@studio.example
        DTSTAMP:20260301T080000Z
        DTSTART:20260330T160000Z
        DTEND:20260330T150000Z
        SUMMARY:Glazing
        END:VEVENT
        END:VCALENDAR
        """
}
