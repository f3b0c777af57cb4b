/// When something happens.
extension Violation.Code {
    /// DTEND or DUE is of another type than DTSTART, or one of them is a local time and the other is not.
    ///
    /// Mended for DTEND: it becomes what it is read as, in the form of DTSTART.
    public static let endType = Self("end-type")
    /// DTEND or DUE is not after DTSTART.
    ///
    /// Mended for DTEND: it is left out; an event without DTEND has no length, or one day.
    public static let endNotAfterStart = Self("end-not-after-start")
    /// A DURATION that runs backwards, or is no number of days though DTSTART is a date.
    ///
    /// Mended in a VEVENT: one that runs backwards is left out, the other is rounded up to whole days.
    public static let durationForm = Self("duration-form")
    /// RECURRENCE-ID, EXDATE or RDATE is of another type than the DTSTART of its series.
    public static let instanceType = Self("instance-type")
    /// A rule that cannot be read or run.
    public static let badRule = Self("bad-rule")
    /// A rule whose meaning is clear but that is not written as RFC 5545 wants it, such as FREQ not first.
    ///
    /// Mended: written anew, as it is read.
    public static let ruleForm = Self("rule-form")
    /// A part of a rule that means nothing where it stands.
    ///
    /// Mended: the part is left out, as it is ignored.
    public static let rulePart = Self("rule-part")
    /// A COUNT or an INTERVAL of 0.
    public static let ruleNumber = Self("rule-number")
    /// COUNT and UNTIL in one rule.
    ///
    /// Mended: the one that ends the rule first stands, where that can be told.
    public static let countAndUntil = Self("count-and-until")
    /// An UNTIL of another form than DTSTART wants.
    ///
    /// Mended: it becomes what it is read as, in the form that DTSTART wants.
    public static let untilType = Self("until-type")
    /// An UNTIL before DTSTART: nothing happens at all.
    public static let untilBeforeStart = Self("until-before-start")
    /// A DTSTART that its own rule does not give.
    public static let startNotInRule = Self("start-not-in-rule")
    /// Several rules in one component.
    public static let severalRules = Self("several-rules")
    /// A TZID without its VTIMEZONE; writing adds those that the system knows (``WritingOptions/addsTimeZones``).
    public static let undefinedZone = Self("undefined-zone")
    /// A TZID with several VTIMEZONEs.
    public static let repeatedZone = Self("repeated-zone")
    /// Two components of one UID, one instance and one SEQUENCE.
    public static let sameUID = Self("same-uid")
    /// An override whose series is not in the calendar.
    public static let orphanOverride = Self("orphan-override")
    /// An override with a rule of its own.
    public static let overrideWithRule = Self("override-with-rule")
}

/// What a METHOD asks for (RFC 5546).
extension Violation.Code {
    /// A METHOD that RFC 5546 does not have for a component.
    public static let method = Self("method")
    /// Something that the METHOD needs is missing.
    public static let methodNeeds = Self("method-needs")
    /// Something that must not be there with the METHOD.
    public static let methodForbids = Self("method-forbids")
}

/// What is wrong with the file itself.
extension Violation.Code {
    /// BEGIN, END or a content line that does not fit.
    ///
    /// Mended where nothing was lost: a missing END:VCALENDAR, an END without BEGIN, components outside any VCALENDAR.
    public static let framing = Self("framing")
    /// More than reading puts up with.
    public static let limit = Self("limit")
    /// Lines of more than 75 octets; writing folds them.
    public static let longLine = Self("long-line")
    /// Lines that do not end in CRLF; writing gives them that.
    public static let lineEnd = Self("line-end")
}
