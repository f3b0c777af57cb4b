public import ICalendarCore

/// One place where a calendar breaks a rule of RFC 5545, RFC 5546 or a later one, or does what is known to cause trouble.
///
/// Printed as `FILE:LINE: error: message (RFC 5545 section 3.8.2.2)`.
///
/// ```swift
/// for violation in try CalendarFile(contentsOf: "team.ics").validate() where violation.severity == .error {
///     print(violation, violation.repair ?? "has to be settled by hand")
/// }
/// ```
public struct Violation: Sendable, Hashable {
    /// What it says, which thousands of violations of one kind have in common.
    private(set) var words: ViolationWords
    /// The file's name as it was given, such as `team.ics`; nil for bytes without a name.
    public var file: String?
    /// The line in the file, from 1, as in `team.ics:8`; nil when the place was not read from a file.
    public var line: Int?

    /// `.error` for a MUST of an RFC or its grammar, `.warning` for a SHOULD and for what is trouble in practice:
    /// `violation.severity // .error`.
    public var severity: Diagnostic.Severity {
        get { words.said.severity }
        set { words.change { $0.severity = newValue } }
    }
    /// Which kind of rule is broken, for programs: `violation.code // .endNotAfterStart`.
    public var code: Code {
        get { words.said.code }
        set { words.change { $0.code = newValue } }
    }
    /// The name of the component, such as `VEVENT`; nil when the violation is about the file.
    public var component: String? {
        get { words.said.component }
        set { words.change { $0.component = newValue } }
    }
    /// The name of the property, such as `DTEND`; nil when the violation is about the component.
    public var property: String? {
        get { words.said.property }
        set { words.change { $0.property = newValue } }
    }
    /// What is wrong and where, in one sentence without a full stop:
    /// `violation.message // "DTEND is not after DTSTART"`.
    public var message: String {
        get { words.said.message }
        set { words.change { $0.message = newValue } }
    }
    /// Where the rule stands, such as `RFC 5545 section 3.6.1`.
    public var section: String {
        get { words.said.section }
        set { words.change { $0.section = newValue } }
    }
    /// What ``CalendarObject/repaired()`` does about it, in a few words, such as `add VERSION:2.0`; nil when there is
    /// no one sensible answer.
    public var repair: String? {
        get { words.said.repair }
        set { words.change { $0.repair = newValue } }
    }

    /// Whether ``CalendarObject/repaired()`` mends it:
    /// `calendar.validate().filter { !$0.isMendable }` is what is left to do by hand.
    public var isMendable: Bool { repair != nil }

    /// A violation with all its parts.
    ///
    /// ```swift
    /// let violation = Violation(
    ///     .error, .endNotAfterStart, file: "team.ics", line: 8, component: "VEVENT", property: "DTEND",
    ///     "DTEND is not after DTSTART", section: "RFC 5545 section 3.8.2.2"
    /// )
    /// violation.isMendable  // false
    /// ```
    public init(
        _ severity: Diagnostic.Severity,
        _ code: Code,
        file: String? = nil,
        line: Int? = nil,
        component: String? = nil,
        property: String? = nil,
        _ message: String,
        section: String,
        repair: String? = nil
    ) {
        words = ViolationWords(
            .init(
                severity: severity,
                code: code,
                component: component,
                property: property,
                message: message,
                section: section,
                repair: repair
            )
        )
        self.file = file
        self.line = line
    }

    /// A violation in a line that says what others say too.
    init(_ words: ViolationWords, line: Int?) {
        self.words = words
        self.line = line
        file = nil
    }

    /// The kind of a violation: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`. Where there is a repair, its note says
    /// what it does; kinds without a note have no repair.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: calendar.validate(), by: \.code)
    /// for (code, violations) in kinds { print(code, violations.count) }  // missing-property 3
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, which a program may print or match:
        /// `Violation.Code.missingProperty.description // "missing-property"`.
        public let description: String

        init(_ name: String) {
            description = name
        }
    }
}

extension Violation: CustomStringConvertible {
    /// File, line, severity, message and section; file and line are left out when unknown:
    /// `team.ics:8: error: DTEND is not after DTSTART (RFC 5545 section 3.8.2.2)`.
    public var description: String {
        Diagnostic(severity, .badValue, file: file, line: line, "\(message) (\(section))").description
    }
}

extension [Violation] {
    /// Puts them in the order of the lines; those without a line first, those of one line as they were found.
    ///
    /// Where they stand, as a file of nothing but mistakes has many, and copies of all would be most of the memory.
    mutating func sortByLine() {
        let isInOrder = zip(indices, indices.dropFirst()).allSatisfy {
            (self[$0].line ?? 0) <= (self[$1].line ?? 0)
        }
        if isInOrder { return }
        let lines = map { $0.line ?? 0 }
        reorder(by: indices.sorted { (lines[$0], $0) < (lines[$1], $1) })
    }
}

/// What a component holds.
extension Violation.Code {
    /// A property that must be there is not: a VEVENT without `UID`.
    ///
    /// Repair: derives UID from the content, as reading does; sets DTSTAMP to LAST-MODIFIED, CREATED or the first second
    /// of 1970, PRODID to the name of this package, and VERSION to 2.0. An alarm gets ACTION:DISPLAY, and the event's
    /// SUMMARY or `Reminder` as its DESCRIPTION. Removes an alarm without TRIGGER, which never goes off; one with PROXIMITY
    /// gets the trigger that RFC 9074 shows. Removes a VTIMEZONE without TZID and observances that reading ignores, and
    /// writes TZOFFSETFROM as it is read.
    public static let missingProperty = Self("missing-property")
    /// A property that may stand once stands again: a second `SUMMARY` in one VEVENT.
    ///
    /// Repair: keeps the first and removes the others.
    public static let repeatedProperty = Self("repeated-property")
    /// A property that has no place in its component: `PERCENT-COMPLETE:40` in a VEVENT.
    public static let misplacedProperty = Self("misplaced-property")
    /// A component that has no place where it stands: `BEGIN:VALARM` in a VJOURNAL.
    public static let misplacedComponent = Self("misplaced-component")
    /// A component that must be there is not: any in a VCALENDAR, `STANDARD` or `DAYLIGHT` in a VTIMEZONE.
    ///
    /// Repair: adds the definition of UTC to an empty VCALENDAR, and removes a VTIMEZONE that defines nothing.
    public static let missingComponent = Self("missing-component")
    /// Two properties that exclude each other: `DTEND:20260330T160000Z` beside `DURATION:PT1H`.
    ///
    /// Repair: removes DURATION if there is a DTEND.
    public static let exclusiveProperties = Self("exclusive-properties")
    /// A property that needs another one: `REPEAT:3` in a VALARM without a DURATION.
    ///
    /// Repair: removes REPEAT or DURATION from a VALARM that lacks the other, and DTEND from an event without DTSTART.
    public static let requiredTogether = Self("required-together")
    /// Something that RFC 5545 no longer has: `EXRULE:FREQ=WEEKLY`, `ACTION:PROCEDURE`.
    public static let deprecated = Self("deprecated")

    // MARK: - What a value says

    /// A value that its type does not allow: `DTSTART:20260231T100000`, as February has no 31st; it is ignored.
    ///
    /// Repair: removes an optional property, such as `PRIORITY:high`, and the unreadable values of a list. Removes an event
    /// with an unreadable start, which never happens, and an alarm with an unreadable trigger (``Repair/isLoss``).
    public static let badValue = Self("bad-value")
    /// A value whose meaning is clear but that is not written as its type wants it: `DTSTART:20260330T240000`.
    ///
    /// Repair: rewrites it as it is read.
    public static let valueForm = Self("value-form")
    /// A value of another type than VALUE or the property's default says: `DTSTART:20260330`, a date without
    /// `VALUE=DATE`.
    ///
    /// Repair: VALUE says what the value is, where the property may hold that. A day in the place of a time in UTC, as in
    /// `DTSTAMP:20260330`, becomes its midnight; where DTSTAMP decides between revisions the first second of 1970.
    public static let valueType = Self("value-type")
    /// Values of several types in one property: `RDATE:20260330,20260331T080000`.
    public static let mixedTypes = Self("mixed-types")
    /// A number beyond its bounds: `PRIORITY:10`, where 9 is the last.
    ///
    /// Repair: removes PRIORITY, PERCENT-COMPLETE and UTC offsets of a day or more, which reading ignores.
    public static let outOfRange = Self("out-of-range")
    /// A word that the property does not allow: `STATUS:DRAFT` in a VEVENT.
    ///
    /// A word that is allowed but that no RFC defines, such as `CLASS:SECRET`, is a warning.
    ///
    /// Repair: removes a property whose word is not allowed.
    public static let unknownWord = Self("unknown-word")
    /// A time that must be in UTC and is not: `DTSTAMP:20260301T080000`.
    ///
    /// Repair: without a TZID it is read as if it were in UTC, so that it is written with a Z, as is FREEBUSY.
    public static let notUTC = Self("not-utc")
    /// A time in UTC or with a zone where a local one must stand: `DTSTART:19961027T030000Z` in a STANDARD.
    ///
    /// Repair: it becomes the local time as which it is read.
    public static let notLocal = Self("not-local")
    /// A TZID on a date, or on a time in UTC: `DTSTART;TZID=Europe/Berlin:20260330T080000Z`.
    ///
    /// Repair: removes the TZID, which has no meaning there.
    public static let needlessTimeZone = Self("needless-time-zone")
    /// A value that is not a URI: `URL:see our page`.
    public static let badURI = Self("bad-uri")
    /// An address that is not a URI: `ATTENDEE:sam@client.example`.
    ///
    /// Repair: adds `mailto:` to a bare email address, removes blanks, and removes an address that names nobody.
    public static let badAddress = Self("bad-address")
    /// A comma, semicolon or backslash of a text without its escape, or an escape that there is none:
    /// `SUMMARY:Glaze, then fire`.
    ///
    /// Repair: rewrites the text with correct escapes, as it is read.
    public static let unescapedText = Self("unescaped-text")
    /// A control character, such as NUL: `LOCATION:Room\0 4`.
    ///
    /// Repair: removes them, except from properties that decide when something happens or identify it, such as UID.
    /// Without the characters these could have another meaning. NUL is always removed.
    public static let controlCharacter = Self("control-character")
    /// Bytes that are not UTF-8, as in a file of Windows-1252: `SUMMARY:Caf\xE9`.
    ///
    /// Repair: reads them as Windows-1252 and writes UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// Second 60, which hardly any program knows: `DTSTAMP:20161231T235960Z`.
    ///
    /// Repair: writes 59, as it is read.
    public static let leapSecond = Self("leap-second")
    /// A VERSION that is not 2.0: `VERSION:1.0`, as vCalendar has it.
    ///
    /// Repair: removes blanks around 2.0.
    public static let version = Self("version")
    /// A word, a rule or the name of a parameter in small letters, which some programs do not know: `STATUS:confirmed`,
    /// `ORGANIZER;Cn=Tom:mailto:tom@client.example`.
    ///
    /// Repair: written in capitals.
    public static let letterCase = Self("letter-case")
    /// A name that is written as no name may be: `X_ODD.NAME:1`, `BEGIN:` without a name.
    ///
    /// Repair: removes a component without a name, and blanks around the name of a property; any other name becomes an X-
    /// name, such as `X-ODD-NAME`.
    public static let nameForm = Self("name-form")

    // MARK: - What a parameter says

    /// A parameter that its property does not have: `SUMMARY;PARTSTAT=ACCEPTED:Talk`.
    public static let misplacedParameter = Self("misplaced-parameter")
    /// A repeated parameter: `ATTENDEE;CN=Sam;CN=Samuel:mailto:sam@client.example`.
    ///
    /// Repair: keeps the first; merges the values of a list parameter.
    public static let repeatedParameter = Self("repeated-parameter")
    /// A malformed parameter: one without a value, a name or the quotes that it needs:
    /// `SUMMARY;LANGUAGE:Hello`, `ATTENDEE;CN=Doe, Jane:mailto:jane@client.example`.
    ///
    /// Repair: rewrites it as it is read.
    public static let parameterForm = Self("parameter-form")
    /// A value that the parameter does not allow: `ATTENDEE;RSVP=PERHAPS:mailto:sam@client.example`.
    ///
    /// Repair: removes a VALUE that the property does not allow and blanks around a word; keeps the first of several
    /// values if only one is allowed.
    public static let parameterValue = Self("parameter-value")
    /// A parameter that must be there is not: `ATTACH;ENCODING=BASE64:SGVsbG8=` without `VALUE=BINARY`.
    ///
    /// Repair: adds whichever of ENCODING=BASE64 and VALUE=BINARY is missing, and VALUE where it is required.
    public static let missingParameter = Self("missing-parameter")

    // MARK: - When something happens

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
    /// Repair: removes an unreadable rule, and the only rule of a component if it cannot be run; the component happens once
    /// either way.
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
    /// Writing adds those that the system knows (``WritingOptions/addsTimeZones``). Repair: removes any other TZID, since its
    /// times are read as floating, unless it begins with a slash.
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

    // MARK: - What a METHOD asks for (RFC 5546)

    /// A METHOD that RFC 5546 does not have, or not for a component: `METHOD:COUNTER` with a VJOURNAL.
    public static let method = Self("method")
    /// Something that the METHOD needs is missing: `METHOD:PUBLISH` with a VEVENT that has no ORGANIZER.
    public static let methodNeeds = Self("method-needs")
    /// Something that must not be there with the METHOD: an `ATTENDEE` with `METHOD:PUBLISH`.
    public static let methodForbids = Self("method-forbids")

    // MARK: - What is wrong with the file itself

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
