public import ICalendarCore

/// A violation of RFC 5545, RFC 5546 or a later RFC in a calendar, or content that is known to cause problems.
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
    /// The file name as given, such as `team.ics`, or nil for data without a name.
    public var file: String?
    /// The 1-based line in the file, as in `team.ics:8`, or nil if the content was not read from a file.
    public var line: Int?
    /// Whether only lines or properties were skipped, and the component that contains them was kept.
    var keepsComponent = false

    /// The severity: `violation.severity // .error`.
    ///
    /// The value is `.error` for a violated MUST or grammar rule in an RFC, `.warning` for a violated SHOULD or a known
    /// interoperability problem, and `.note` for an email around the calendar.
    public var severity: Diagnostic.Severity {
        get { words.said.severity }
        set { words.change { $0.severity = newValue } }
    }
    /// The kind of violation, for use by programs: `violation.code // .endNotAfterStart`.
    public var code: Code {
        get { words.said.code }
        set { words.change { $0.code = newValue } }
    }
    /// The component name, such as `VEVENT`, or nil if the violation concerns the entire file.
    public var component: String? {
        get { words.said.component }
        set { words.change { $0.component = newValue } }
    }
    /// The property name, such as `DTEND`, or nil if the violation concerns the entire component.
    public var property: String? {
        get { words.said.property }
        set { words.change { $0.property = newValue } }
    }
    /// The problem, as a phrase without a period: `violation.message // "DTEND is not after DTSTART"`.
    public var message: String {
        get { words.said.message }
        set { words.change { $0.message = newValue } }
    }
    /// The section that contains the rule, such as `RFC 5545 section 3.6.1`.
    public var section: String {
        get { words.said.section }
        set { words.change { $0.section = newValue } }
    }
    /// The change that ``CalendarObject/repaired()`` makes, such as `add VERSION:2.0`, or nil if there is no single
    /// sensible correction.
    public var repair: String? {
        get { words.said.repair }
        set { words.change { $0.repair = newValue } }
    }

    /// Whether the violation can be repaired.
    package var isRepairable: Bool { repair != nil }

    package init(
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

    /// Creates a violation on a line with text that other violations may share.
    init(_ words: ViolationWords, line: Int?) {
        self.words = words
        self.line = line
        file = nil
    }

    /// The kind of a violation.
    ///
    /// The name of a code remains stable when messages are reworded.
    ///
    /// <doc:What-a-check-finds> lists all codes, each with an example and its repair. Codes that programs often match
    /// have a constant here. Create any other code from its name, as in `Violation.Code(rawValue: "bad-uri")`.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: calendar.validate(), by: \.code)
    /// for (code, violations) in kinds { print(code, violations.count) }  // missing-property 3
    /// ```
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name, suitable for printing and matching:
        /// `Violation.Code.missingProperty.rawValue // "missing-property"`.
        public let rawValue: String

        /// Creates a code from its name.
        ///
        /// ```swift
        /// let addresses = calendar.validate().filter { $0.code == Violation.Code(rawValue: "bad-address") }
        /// ```
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        init(_ name: String) { rawValue = name }

        /// The name, as in `print(violation.code)`.
        public var description: String { rawValue }
    }
}

extension Violation: CustomStringConvertible {
    /// The file, line, severity, message and section:
    /// `team.ics:8: error: DTEND is not after DTSTART (RFC 5545 section 3.8.2.2)`.
    ///
    /// An unknown file or line is omitted.
    public var description: String {
        Diagnostic(severity, .badValue, file: file, line: line, "\(message) (\(section))").description
    }
}

extension [Violation] {
    /// Sorts the violations stably by line number; violations without a line number come first.
    ///
    /// Sorting in place avoids a copy, which would dominate memory use for a file full of violations.
    mutating func sortByLine() {
        let isInOrder = zip(indices, indices.dropFirst()).allSatisfy {
            (self[$0].line ?? 0) <= (self[$1].line ?? 0)
        }
        if isInOrder { return }
        let lines = map { $0.line ?? 0 }
        reorder(by: indices.sorted { (lines[$0], $0) < (lines[$1], $1) })
    }
}

/// The kinds of violations, described in the article "What a check finds".
extension Violation.Code {
    /// A missing required property, as in a VEVENT without `UID`.
    ///
    /// Repair: derives UID from the content, as the reader does; sets DTSTAMP to LAST-MODIFIED, CREATED or the first
    /// second of 1970, PRODID to the name of this package, and VERSION to 2.0. An alarm gets ACTION:DISPLAY, with the
    /// event's SUMMARY or `Reminder` as its DESCRIPTION. An alarm without TRIGGER never fires and is removed; an alarm
    /// with PROXIMITY gets the trigger that RFC 9074 recommends. The repair also removes a VTIMEZONE without TZID and
    /// observances that the reader ignores, and writes TZOFFSETFROM as the reader interprets it.
    public static let missingProperty = Self("missing-property")
    package static let repeatedProperty = Self("repeated-property")
    package static let misplacedProperty = Self("misplaced-property")
    package static let misplacedComponent = Self("misplaced-component")
    package static let missingComponent = Self("missing-component")
    package static let exclusiveProperties = Self("exclusive-properties")
    package static let requiredTogether = Self("required-together")
    package static let deprecated = Self("deprecated")

    // MARK: - Values

    /// A value that is invalid for its type and therefore ignored, such as `DTSTART:20260231T100000`, since February
    /// has no 31st.
    ///
    /// Repair: removes an optional property, such as `PRIORITY:high`, and the unreadable values of a list. Also removes
    /// an event with an unreadable start, which never occurs, and an alarm with an unreadable trigger
    /// (``Repair/isLoss``).
    public static let badValue = Self("bad-value")
    package static let valueForm = Self("value-form")
    package static let valueType = Self("value-type")
    package static let mixedTypes = Self("mixed-types")
    package static let outOfRange = Self("out-of-range")
    package static let unknownWord = Self("unknown-word")
    package static let notUTC = Self("not-utc")
    package static let notLocal = Self("not-local")
    package static let needlessTimeZone = Self("needless-time-zone")
    package static let badURI = Self("bad-uri")
    package static let badAddress = Self("bad-address")
    package static let unescapedText = Self("unescaped-text")
    package static let controlCharacter = Self("control-character")
    package static let notUTF8 = Self("not-utf-8")
    package static let leapSecond = Self("leap-second")
    package static let version = Self("version")
    package static let letterCase = Self("letter-case")
    package static let nameForm = Self("name-form")

    // MARK: - Parameters

    package static let misplacedParameter = Self("misplaced-parameter")
    package static let repeatedParameter = Self("repeated-parameter")
    package static let parameterForm = Self("parameter-form")
    package static let parameterValue = Self("parameter-value")
    package static let missingParameter = Self("missing-parameter")

    // MARK: - Times and recurrence

    package static let endType = Self("end-type")
    /// A DTEND or DUE that is not after DTSTART, such as `DTEND:20260330T150000Z` with `DTSTART:20260330T160000Z`.
    ///
    /// A DUE that equals DTSTART is only a warning, since Apple writes it and RFC 2445 section 4.8.2.3 allowed it. In a
    /// recurring to-do, an equal DUE is allowed, since a rule needs a DTSTART as its starting point.
    ///
    /// Repair: removes DTEND, so the event has no duration or lasts one day.
    public static let endNotAfterStart = Self("end-not-after-start")
    package static let durationForm = Self("duration-form")
    package static let instanceType = Self("instance-type")
    package static let badRule = Self("bad-rule")
    package static let ruleForm = Self("rule-form")
    package static let rulePart = Self("rule-part")
    package static let ruleNumber = Self("rule-number")
    package static let countAndUntil = Self("count-and-until")
    package static let untilType = Self("until-type")
    package static let untilBeforeStart = Self("until-before-start")
    /// A DTSTART that does not match its own rule, such as a Thursday with `RRULE:FREQ=WEEKLY;BYDAY=MO`.
    public static let startNotInRule = Self("start-not-in-rule")
    package static let severalRules = Self("several-rules")
    /// A TZID without a VTIMEZONE, as in `DTSTART;TZID=Nowhere:20260330T091500`.
    ///
    /// The writer adds the zones that the system knows (``WritingOptions/addsTimeZones``). Repair: removes any other
    /// TZID that does not begin with a slash, since the reader treats its times as floating.
    public static let undefinedZone = Self("undefined-zone")
    package static let repeatedZone = Self("repeated-zone")
    package static let sameUID = Self("same-uid")
    package static let orphanOverride = Self("orphan-override")
    package static let overrideWithRule = Self("override-with-rule")

    // MARK: - METHOD (RFC 5546)

    package static let method = Self("method")
    package static let methodNeeds = Self("method-needs")
    package static let methodForbids = Self("method-forbids")

    // MARK: - The file

    /// A misplaced BEGIN or END, such as `END:VEVENT` without a BEGIN, or an unusable content line.
    ///
    /// Repair, if nothing is lost: adds a missing END:VCALENDAR, removes an END without BEGIN, and adds a VCALENDAR
    /// around components outside any calendar. Also removes lines that are not content lines.
    package static let framing = Self("framing")
    /// An exceeded limit, either from ``ReadingLimits`` or on the check itself:
    /// `limit reached: 32 levels of nesting (ReadingLimits.nesting); deeper components skipped`.
    package static let limit = Self("limit")
    /// A line longer than 75 octets, such as a `DESCRIPTION` that is not folded.
    ///
    /// The writer folds changed lines.
    package static let longLine = Self("long-line")
    /// A line that does not end with CRLF, as in a file with `\n` line breaks.
    ///
    /// The writer uses CRLF.
    package static let lineEnd = Self("line-end")
}
