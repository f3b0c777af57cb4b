public import ICalendarCore

/// A place where a calendar violates RFC 5545, RFC 5546 or a later RFC, or does something that is known to cause
/// trouble.
///
/// The description has the form `FILE:LINE: error: message (RFC 5545 section 3.8.2.2)`.
///
/// ```swift
/// for violation in try CalendarFile(contentsOf: "team.ics").validate() where violation.severity == .error {
///     print(violation, violation.repair ?? "has to be settled by hand")
/// }
/// ```
public struct Violation: Sendable, Hashable {
    /// The text, which violations of the same kind share.
    private(set) var words: ViolationWords
    /// The file name as given, such as `team.ics`; nil for data without a name.
    public var file: String?
    /// The 1-based line in the file, as in `team.ics:8`; nil when the content was not read from a file.
    public var line: Int?

    /// The severity: `.error` for a violated MUST or grammar rule of an RFC, `.warning` for a SHOULD and for known
    /// interoperability problems: `violation.severity // .error`.
    public var severity: Diagnostic.Severity {
        get { words.said.severity }
        set { words.change { $0.severity = newValue } }
    }
    /// The kind of violation, for use by programs: `violation.code // .endNotAfterStart`.
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
    /// The problem and its place, as one phrase without a full stop:
    /// `violation.message // "DTEND is not after DTSTART"`.
    public var message: String {
        get { words.said.message }
        set { words.change { $0.message = newValue } }
    }
    /// The source of the rule, such as `RFC 5545 section 3.6.1`.
    public var section: String {
        get { words.said.section }
        set { words.change { $0.section = newValue } }
    }
    /// A short description of what ``CalendarObject/repaired()`` does about the violation, such as `add VERSION:2.0`;
    /// nil if there is no single sensible correction.
    public var repair: String? {
        get { words.said.repair }
        set { words.change { $0.repair = newValue } }
    }

    /// Whether ``CalendarObject/repaired()`` repairs the violation; the others need manual work:
    /// `calendar.validate().filter { !$0.isMendable }`.
    public var isMendable: Bool { repair != nil }

    /// Creates a violation from all its parts.
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

    /// Creates a violation on a line, with a text that other violations may share.
    init(_ words: ViolationWords, line: Int?) {
        self.words = words
        self.line = line
        file = nil
    }

    /// The kind of a violation, with a name that stays the same when messages are reworded.
    ///
    /// This is a struct rather than an enum, so that new kinds do not break a `switch`. The documentation of each kind
    /// describes its repair; kinds without such a note have none.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: calendar.validate(), by: \.code)
    /// for (code, violations) in kinds { print(code, violations.count) }  // missing-property 3
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, suitable for printing and matching:
        /// `Violation.Code.missingProperty.description // "missing-property"`.
        public let description: String

        init(_ name: String) {
            description = name
        }
    }
}

extension Violation: CustomStringConvertible {
    /// The file, line, severity, message and section; an unknown file or line is omitted:
    /// `team.ics:8: error: DTEND is not after DTSTART (RFC 5545 section 3.8.2.2)`.
    public var description: String {
        Diagnostic(severity, .badValue, file: file, line: line, "\(message) (\(section))").description
    }
}

extension [Violation] {
    /// Sorts the violations by line, in a stable order; violations without a line come first.
    ///
    /// The sort is in place: a file may consist of violations only, and a copy of them would dominate memory use.
    mutating func sortByLine() {
        let isInOrder = zip(indices, indices.dropFirst()).allSatisfy {
            (self[$0].line ?? 0) <= (self[$1].line ?? 0)
        }
        if isInOrder { return }
        let lines = map { $0.line ?? 0 }
        reorder(by: indices.sorted { (lines[$0], $0) < (lines[$1], $1) })
    }
}

/// The kinds of violation, beginning with those about the contents of a component.
extension Violation.Code {
    /// A required property is missing: a VEVENT without `UID`.
    ///
    /// Repair: derives UID from the content, as reading does; sets DTSTAMP to LAST-MODIFIED, CREATED or the first
    /// second of 1970, PRODID to the name of this package, and VERSION to 2.0. An alarm gets ACTION:DISPLAY, and the
    /// event's SUMMARY or `Reminder` as its DESCRIPTION. An alarm without TRIGGER never fires and is removed; one with
    /// PROXIMITY gets the trigger that RFC 9074 recommends. Also removes a VTIMEZONE without TZID and observances that
    /// reading ignores, and writes TZOFFSETFROM as it is read.
    public static let missingProperty = Self("missing-property")
    /// A property that may occur only once is repeated: a second `SUMMARY` in one VEVENT.
    ///
    /// Repair: keeps the first and removes the others.
    public static let repeatedProperty = Self("repeated-property")
    /// A property is not allowed in its component: `PERCENT-COMPLETE:40` in a VEVENT.
    public static let misplacedProperty = Self("misplaced-property")
    /// A component is not allowed in its parent: `BEGIN:VALARM` in a VJOURNAL.
    public static let misplacedComponent = Self("misplaced-component")
    /// A required component is missing: any component in a VCALENDAR, or `STANDARD` or `DAYLIGHT` in a VTIMEZONE.
    ///
    /// Repair: adds the definition of UTC to an empty VCALENDAR, and removes a VTIMEZONE that defines nothing.
    public static let missingComponent = Self("missing-component")
    /// Two properties exclude each other: `DTEND:20260330T160000Z` and `DURATION:PT1H`.
    ///
    /// Repair: removes DURATION if there is a DTEND.
    public static let exclusiveProperties = Self("exclusive-properties")
    /// A property requires another one that is missing: `REPEAT:3` in a VALARM without DURATION.
    ///
    /// Repair: removes REPEAT or DURATION from a VALARM that lacks the other, and DTEND from an event without DTSTART.
    public static let requiredTogether = Self("required-together")
    /// A feature that RFC 5545 removed: `EXRULE:FREQ=WEEKLY`, `ACTION:PROCEDURE`.
    public static let deprecated = Self("deprecated")

    // MARK: - Values

    /// A value that its type does not allow, and which is ignored: `DTSTART:20260231T100000`, since February has no
    /// 31st.
    ///
    /// Repair: removes an optional property, such as `PRIORITY:high`, and the unreadable values of a list. Removes an
    /// event with an unreadable start, which never occurs, and an alarm with an unreadable trigger (``Repair/isLoss``).
    public static let badValue = Self("bad-value")
    /// A value with a clear meaning that is not written as its type requires: `DTSTART:20260330T240000`.
    ///
    /// Repair: rewrites it as it is read.
    public static let valueForm = Self("value-form")
    /// A value of another type than VALUE or the default of the property: `DTSTART:20260330`, a date without
    /// `VALUE=DATE`.
    ///
    /// Repair: sets VALUE to the actual type if the property allows it. A date where a time in UTC is required, as in
    /// `DTSTAMP:20260330`, becomes midnight UTC. If DTSTAMP decides between revisions, it becomes the first second of
    /// 1970.
    public static let valueType = Self("value-type")
    /// Values of different types in one property: `RDATE:20260330,20260331T080000`.
    public static let mixedTypes = Self("mixed-types")
    /// A number out of range: `PRIORITY:10`, where the maximum is 9.
    ///
    /// Repair: removes PRIORITY, PERCENT-COMPLETE and UTC offsets of a day or more, which reading ignores.
    public static let outOfRange = Self("out-of-range")
    /// A value that is not one of those that the property allows: `STATUS:DRAFT` in a VEVENT.
    ///
    /// A value that is allowed but not defined by any RFC, such as `CLASS:SECRET`, is a warning.
    ///
    /// Repair: removes a property whose value is not allowed.
    public static let unknownWord = Self("unknown-word")
    /// A time that must be in UTC but is not: `DTSTAMP:20260301T080000`.
    ///
    /// Repair: adds Z to a time without TZID, and to FREEBUSY, since both are read as UTC.
    public static let notUTC = Self("not-utc")
    /// A time in UTC or with a time zone where a local time is required: `DTSTART:19961027T030000Z` in a STANDARD.
    ///
    /// Repair: replaces it with the local time that it is read as.
    public static let notLocal = Self("not-local")
    /// A TZID on a date or on a time in UTC: `DTSTART;TZID=Europe/Berlin:20260330T080000Z`.
    ///
    /// Repair: removes the TZID, which has no meaning there.
    public static let needlessTimeZone = Self("needless-time-zone")
    /// A value that is not a URI: `URL:see our page`.
    public static let badURI = Self("bad-uri")
    /// An address that is not a URI: `ATTENDEE:sam@client.example`.
    ///
    /// Repair: adds `mailto:` to a bare email address, removes blanks, and removes an empty address.
    public static let badAddress = Self("bad-address")
    /// An unescaped comma, semicolon or backslash in a text, or an invalid escape: `SUMMARY:Glaze, then fire`.
    ///
    /// Repair: rewrites the text with correct escapes, as it is read.
    public static let unescapedText = Self("unescaped-text")
    /// A control character, such as NUL: `LOCATION:Room\0 4`.
    ///
    /// Repair: removes control characters, except from properties that decide when something happens or identify it,
    /// such as UID, since these could mean something else without the characters. NUL is always removed.
    public static let controlCharacter = Self("control-character")
    /// Bytes that are not valid UTF-8, as in a Windows-1252 file: `SUMMARY:Caf\xE9`.
    ///
    /// Repair: reads them as Windows-1252 and writes UTF-8.
    public static let notUTF8 = Self("not-utf-8")
    /// Second 60, which few programs support: `DTSTAMP:20161231T235960Z`.
    ///
    /// Repair: replaces it with 59, as it is read.
    public static let leapSecond = Self("leap-second")
    /// A VERSION other than 2.0: `VERSION:1.0`, as in vCalendar.
    ///
    /// Repair: removes blanks around 2.0.
    public static let version = Self("version")
    /// A keyword, rule or parameter name that is not uppercase, which some programs do not accept: `STATUS:confirmed`,
    /// `ORGANIZER;Cn=Tom:mailto:tom@client.example`.
    ///
    /// Repair: converts it to uppercase.
    public static let letterCase = Self("letter-case")
    /// An invalid name: `X_ODD.NAME:1`, `BEGIN:` without a name.
    ///
    /// Repair: removes a component without a name and blanks around a property name. Any other name becomes an X- name,
    /// such as `X-ODD-NAME`.
    public static let nameForm = Self("name-form")

    // MARK: - Parameters

    /// A parameter that is not allowed on its property: `SUMMARY;PARTSTAT=ACCEPTED:Talk`.
    public static let misplacedParameter = Self("misplaced-parameter")
    /// A repeated parameter: `ATTENDEE;CN=Sam;CN=Samuel:mailto:sam@client.example`.
    ///
    /// Repair: keeps the first; merges the values of a list parameter.
    public static let repeatedParameter = Self("repeated-parameter")
    /// A malformed parameter, which lacks its value, its name or required quotes:
    /// `SUMMARY;LANGUAGE:Hello`, `ATTENDEE;CN=Doe, Jane:mailto:jane@client.example`.
    ///
    /// Repair: rewrites it as it is read.
    public static let parameterForm = Self("parameter-form")
    /// A value that the parameter does not allow: `ATTENDEE;RSVP=PERHAPS:mailto:sam@client.example`.
    ///
    /// Repair: removes a VALUE that the property does not allow and blanks around a word; keeps the first of several
    /// values if only one is allowed.
    public static let parameterValue = Self("parameter-value")
    /// A required parameter is missing: `ATTACH;ENCODING=BASE64:SGVsbG8=` without `VALUE=BINARY`.
    ///
    /// Repair: adds ENCODING=BASE64 or VALUE=BINARY, whichever is missing, and VALUE where it is required.
    public static let missingParameter = Self("missing-parameter")

    // MARK: - Times and recurrence

    /// DTEND or DUE has another type than DTSTART, or only one of the two is a local time:
    /// `DTEND:20260330T160000` after `DTSTART:20260330T150000Z`.
    ///
    /// Repair for DTEND, and for DUE if both are times: converts it to the form of DTSTART, as it is read.
    public static let endType = Self("end-type")
    /// DTEND or DUE is not after DTSTART: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
    ///
    /// Only a warning for a DUE that equals DTSTART, as Apple writes it and RFC 2445 section 4.8.2.3 allowed.
    ///
    /// Repair for DTEND: removes it. The event then has no duration, or lasts one day.
    public static let endNotAfterStart = Self("end-not-after-start")
    /// A negative DURATION, or one that is not in whole days although DTSTART is a date: `DURATION:-PT1H`.
    ///
    /// Repair in a VEVENT: removes a negative DURATION; rounds the other kind up to whole days.
    public static let durationForm = Self("duration-form")
    /// RECURRENCE-ID, EXDATE or RDATE has another type than the DTSTART of its series:
    /// `EXDATE;VALUE=DATE:20260406` where DTSTART is a time.
    public static let instanceType = Self("instance-type")
    /// A rule that cannot be read or expanded: `RRULE:FREQ=SOMETIMES`.
    ///
    /// Repair: removes an unreadable rule, and the only rule of a component if it cannot be expanded. Either way, the
    /// component occurs once.
    public static let badRule = Self("bad-rule")
    /// A rule with a clear meaning that is not written as RFC 5545 requires: `RRULE:COUNT=3;FREQ=DAILY`.
    ///
    /// Repair: rewrites it as it is read.
    public static let ruleForm = Self("rule-form")
    /// A rule part that has no meaning in its context: `RRULE:FREQ=WEEKLY;BYWEEKNO=3`.
    ///
    /// Repair: removes the part, which reading ignores.
    public static let rulePart = Self("rule-part")
    /// A COUNT or INTERVAL of 0: `RRULE:FREQ=DAILY;COUNT=0`.
    ///
    /// Repair: removes the rule if it is the only one, since only the start is read.
    public static let ruleNumber = Self("rule-number")
    /// COUNT and UNTIL in one rule: `RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260410T080000Z`.
    ///
    /// Repair: keeps whichever ends the rule first, if that can be determined.
    public static let countAndUntil = Self("count-and-until")
    /// An UNTIL of another form than DTSTART requires: `UNTIL=20260410` where DTSTART is a time in a zone.
    ///
    /// Repair: converts it to the form that DTSTART requires, as it is read. In a VTIMEZONE that the system does not
    /// know, UNTIL is left alone, since strict readers disagree about it.
    public static let untilType = Self("until-type")
    /// An UNTIL before DTSTART, which leaves no instances: `UNTIL=20251231T080000Z` with
    /// `DTSTART:20260105T080000Z`.
    public static let untilBeforeStart = Self("until-before-start")
    /// A DTSTART that does not match its own rule: a Thursday with `RRULE:FREQ=WEEKLY;BYDAY=MO`.
    public static let startNotInRule = Self("start-not-in-rule")
    /// Several rules in one component: a second `RRULE` in a VEVENT, which programs interpret differently.
    ///
    /// Repair: removes copies of the first rule.
    public static let severalRules = Self("several-rules")
    /// A TZID without a VTIMEZONE: `DTSTART;TZID=Nowhere:20260330T091500`.
    ///
    /// Writing adds the zones that the system knows (``WritingOptions/addsTimeZones``). Repair: removes any other TZID
    /// that does not begin with a slash, since its times are read as floating.
    public static let undefinedZone = Self("undefined-zone")
    /// Several VTIMEZONE components with the same TZID: `TZID:Europe/Berlin` in two of them.
    ///
    /// Repair: removes copies of an earlier definition.
    public static let repeatedZone = Self("repeated-zone")
    /// Components with the same UID, instance and SEQUENCE: `UID:talk@studio.example` in two VEVENTs.
    ///
    /// Repair: keeps the last of identical components.
    public static let sameUID = Self("same-uid")
    /// An override whose series is not in the calendar: a VEVENT with `RECURRENCE-ID` and nothing to override.
    public static let orphanOverride = Self("orphan-override")
    /// An override with its own rule: `RECURRENCE-ID` and `RRULE` in one VEVENT.
    public static let overrideWithRule = Self("override-with-rule")

    // MARK: - METHOD (RFC 5546)

    /// A METHOD that RFC 5546 does not define, or not for this component: `METHOD:COUNTER` with a VJOURNAL.
    public static let method = Self("method")
    /// Something that the METHOD requires is missing: `METHOD:PUBLISH` with a VEVENT that has no ORGANIZER.
    public static let methodNeeds = Self("method-needs")
    /// Something that the METHOD forbids: an `ATTENDEE` with `METHOD:PUBLISH`.
    public static let methodForbids = Self("method-forbids")

    // MARK: - The file

    /// A misplaced BEGIN or END, or an unusable content line: `END:VEVENT` without a BEGIN.
    ///
    /// Repair, if nothing is lost: adds a missing END:VCALENDAR, removes an END without BEGIN, and wraps components
    /// outside any VCALENDAR in one. Removes lines that are not content lines.
    public static let framing = Self("framing")
    /// A limit of ``ReadingLimits`` or of checking was exceeded:
    /// `limit reached: 32 levels of nesting (ReadingLimits.nesting); deeper components skipped`.
    public static let limit = Self("limit")
    /// Lines longer than 75 octets: a long `DESCRIPTION` that is not folded; writing folds changed lines.
    public static let longLine = Self("long-line")
    /// Lines that do not end in CRLF, as in a file with `\n` line breaks; writing uses CRLF.
    public static let lineEnd = Self("line-end")
}
