/// When something happens.
extension Violation.Code {
    /// DTEND or DUE is of another type than DTSTART, or one of them is a local time and the other is not:
    /// `DTEND:20260330T160000` after `DTSTART:20260330T150000Z`.
    ///
    /// Repair: for DTEND, and for DUE where both are times: it becomes what it is read as, in the form of DTSTART.
    public static let endType = Self("end-type")
    /// DTEND or DUE is not after DTSTART: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
    ///
    /// A warning for a DUE that is the same as DTSTART, as Apple writes it and RFC 2445 section 4.8.2.3 allowed.
    ///
    /// Repair of DTEND: removes it; the event then has no length, or lasts one day.
    public static let endNotAfterStart = Self("end-not-after-start")
    /// A DURATION that runs backwards, or is no number of days though DTSTART is a date: `DURATION:-PT1H`.
    ///
    /// Repair in a VEVENT: removes a DURATION that runs backwards; rounds the other up to whole days.
    public static let durationForm = Self("duration-form")
    /// RECURRENCE-ID, EXDATE or RDATE is of another type than the DTSTART of its series:
    /// `EXDATE;VALUE=DATE:20260406` where DTSTART is a time.
    public static let instanceType = Self("instance-type")
    /// A rule that cannot be read or run: `RRULE:FREQ=SOMETIMES`.
    ///
    /// Repair: one that cannot be read is left out, and one that cannot be run where it stands alone; the component happens
    /// once without it too.
    public static let badRule = Self("bad-rule")
    /// A rule whose meaning is clear but that is not written as RFC 5545 wants it: `RRULE:COUNT=3;FREQ=DAILY`.
    ///
    /// Repair: rewrites it as it is read.
    public static let ruleForm = Self("rule-form")
    /// A part of a rule that means nothing where it stands: `RRULE:FREQ=WEEKLY;BYWEEKNO=3`.
    ///
    /// Repair: removes the part, which reading ignores.
    public static let rulePart = Self("rule-part")
    /// A COUNT or an INTERVAL of 0: `RRULE:FREQ=DAILY;COUNT=0`.
    ///
    /// Repair: removes a rule that stands alone, as only the start is read.
    public static let ruleNumber = Self("rule-number")
    /// COUNT and UNTIL in one rule: `RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260410T080000Z`.
    ///
    /// Repair: keeps whichever ends the rule first, if that can be determined.
    public static let countAndUntil = Self("count-and-until")
    /// An UNTIL of another form than DTSTART wants: `UNTIL=20260410` where DTSTART is a time in a zone.
    ///
    /// Repair: it becomes what it is read as, in the form that DTSTART wants. In a VTIMEZONE that the system does not know it
    /// stays, as strict readers differ about it.
    public static let untilType = Self("until-type")
    /// An UNTIL before DTSTART, so that nothing happens at all: `UNTIL=20251231T080000Z` with
    /// `DTSTART:20260105T080000Z`.
    public static let untilBeforeStart = Self("until-before-start")
    /// A DTSTART that its own rule does not give: a Thursday with `RRULE:FREQ=WEEKLY;BYDAY=MO`.
    public static let startNotInRule = Self("start-not-in-rule")
    /// Several rules in one component: a second `RRULE` in a VEVENT, which programs interpret differently.
    ///
    /// Repair: removes copies of the first rule.
    public static let severalRules = Self("several-rules")
    /// A TZID without its VTIMEZONE: `DTSTART;TZID=Nowhere:20260330T091500`.
    ///
    /// Writing adds those that the system knows (``WritingOptions/addsTimeZones``). Repair: any other TZID is left out, as its
    /// times are read as floating, but for one that begins with a slash.
    public static let undefinedZone = Self("undefined-zone")
    /// A TZID with several VTIMEZONEs: `TZID:Europe/Berlin` in two of them.
    ///
    /// Repair: removes copies of an earlier definition.
    public static let repeatedZone = Self("repeated-zone")
    /// Two components of one UID, one instance and one SEQUENCE: `UID:talk@studio.example` in two VEVENTs.
    ///
    /// Repair: keeps the last of identical components.
    public static let sameUID = Self("same-uid")
    /// An override whose series is not in the calendar: a VEVENT with `RECURRENCE-ID` and nothing to override.
    public static let orphanOverride = Self("orphan-override")
    /// An override with a rule of its own: `RECURRENCE-ID` and `RRULE` in one VEVENT.
    public static let overrideWithRule = Self("override-with-rule")
}

/// What a METHOD asks for (RFC 5546).
extension Violation.Code {
    /// A METHOD that RFC 5546 does not have, or not for a component: `METHOD:COUNTER` with a VJOURNAL.
    public static let method = Self("method")
    /// Something that the METHOD needs is missing: `METHOD:PUBLISH` with a VEVENT that has no ORGANIZER.
    public static let methodNeeds = Self("method-needs")
    /// Something that must not be there with the METHOD: an `ATTENDEE` with `METHOD:PUBLISH`.
    public static let methodForbids = Self("method-forbids")
}

/// What is wrong with the file itself.
extension Violation.Code {
    /// BEGIN, END or a content line that does not fit: `END:VEVENT` without a BEGIN.
    ///
    /// Repair where nothing is lost: adds a missing END:VCALENDAR, removes an END without BEGIN, and puts a VCALENDAR
    /// around components outside any. Lines that are not content lines are removed.
    public static let framing = Self("framing")
    /// More than ``ReadingLimits`` puts up with, or than checking keeps:
    /// `components are nested deeper than 32; what is deeper is left out`.
    public static let limit = Self("limit")
    /// Lines of more than 75 octets: a long `DESCRIPTION` that is not folded; writing folds what is changed.
    public static let longLine = Self("long-line")
    /// Lines that do not end in CRLF, as in a file whose lines end in `\n` alone; writing gives them that.
    public static let lineEnd = Self("line-end")
}
