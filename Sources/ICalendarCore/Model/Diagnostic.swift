/// A remark about input that was skipped, mended or guessed; collected, never thrown.
///
/// ```swift
/// for diagnostic in file.diagnostics where diagnostic.code == .badValue {
///     print(diagnostic)  // team.ics:12: warning: GEO: 'here' is no pair of latitude and longitude; it is not used
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
    /// How much was lost.
    ///
    /// ```swift
    /// let losses = file.diagnostics.filter { $0.severity == .error }
    /// if !losses.isEmpty { print(losses.count, "things were left out") }
    /// ```
    public enum Severity: String, Sendable, Hashable, Codable {
        /// Good to know; nothing was lost or guessed: `the input is an email; reading the calendar in it`.
        case note
        /// Something was guessed or mended, and the rest stands:
        /// `team.ics:15: warning: COMPLETED: has blanks around its value; passed over`.
        case warning
        /// Something could not be used at all and was left out:
        /// `team.ics:37: error: components are nested deeper than 32; what is deeper is left out`.
        case error
    }

    /// How much was lost; a strict program stops at the first `diagnostic.severity == .error`.
    public var severity: Severity
    /// What kind of thing was found, for programs: `file.diagnostics.contains { $0.code == .encoding }`.
    public var code: Code
    /// The file's name as it was given, such as `team.ics`, or nil when the input has none.
    public var file: String?
    /// The line in the file, from 1, as in `team.ics:12`; nil when the remark is about the whole.
    public var line: Int?
    /// What, where, and what was done about it, in one sentence without a full stop:
    /// `EXDATE: '20261301T100000' is no DATE-TIME; it is not used`.
    public var message: String
    /// The number of further lines with the same complaint, which were not listed one by one.
    ///
    /// ```swift
    /// let lines = file.diagnostics.reduce(0) { $0 + 1 + $1.repeats }
    /// print(lines, "lines with a diagnostic")
    /// ```
    public var repeats = 0

    /// A remark with all its parts.
    ///
    /// ```swift
    /// let remark = Diagnostic(.warning, .badValue, file: "team.ics", line: 12, "GEO: 'here' is no place")
    /// remark.description  // "team.ics:12: warning: GEO: 'here' is no place"
    /// ```
    public init(
        _ severity: Severity,
        _ code: Code,
        file: String? = nil,
        line: Int? = nil,
        _ message: String
    ) {
        self.severity = severity
        self.code = code
        self.file = file
        self.line = line
        self.message = message
    }

    /// The kind of a diagnostic: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: file.diagnostics, by: \.code)
    /// print(kinds[.timeZone, default: []].count, "remarks about time zones")
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, which a program may print or match: `Diagnostic.Code.badValue.description // "bad-value"`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Bytes that are not UTF-8, as in a file of Windows-1252, or a control character: `SUMMARY:Caf\xE9`.
        public static let encoding = Code("encoding")
        /// A BEGIN, an END or a content line that does not fit, and what was left out for it:
        /// `VEVENT of line 4 is not closed before END:VCALENDAR; left out`.
        public static let framing = Code("framing")
        /// A calendar without its END, of which nothing was lost:
        /// `the file ends without END:VCALENDAR for the VCALENDAR of line 1`.
        public static let missingEnd = Code("missing-end")
        /// An END that closes nothing, of which nothing was lost: `END:VEVENT without a BEGIN; ignored`.
        public static let strayEnd = Code("stray-end")
        /// A component outside any calendar, which is read all the same: `BEGIN:VEVENT` in the first line of a file.
        public static let outsideCalendar = Code("outside-calendar")
        /// Lines whose layout RFC 5545 does not allow, but whose meaning is clear, so that nothing is lost.
        ///
        /// Two lines in one, indented lines, folds without a blank, and quoted-printable text:
        /// `END:VCALENDARBEGIN:VCALENDAR`.
        public static let layout = Code("layout")
        /// An e-mail, of which only the calendars are read: `Content-Type: text/calendar`.
        public static let mail = Code("mail")
        /// A property whose name RFC 5545 does not allow; it is kept: `X_ROOM:4` is no name that RFC 5545 allows.
        public static let propertyName = Code("property-name")
        /// A limit of ``ReadingLimits`` was reached:
        /// `components are nested deeper than 32; what is deeper is left out`.
        public static let limit = Code("limit")
        /// A parameter that cannot be used: `SUMMARY;LANGUAGE:Hello` has one without a value.
        public static let badParameter = Code("bad-parameter")
        /// A value that cannot be used: `DTSTART:20260231T100000`, as February has no 31st.
        public static let badValue = Code("bad-value")
        /// A required property is missing, such as the `UID` or the `DTSTART` of an event.
        public static let missingProperty = Code("missing-property")
        /// A recurrence rule or one of its parts that cannot be used as written: `RRULE:FREQ=WEEKLY;BYDAY=1MO`, where
        /// no ordinal may stand.
        public static let rule = Code("rule")
        /// A start, end or duration that was mended, such as a `DTEND` before its `DTSTART`.
        public static let duration = Code("duration")
        /// A time zone that is unknown, as `TZID=Nowhere` without a VTIMEZONE, or defined in contradictory ways.
        public static let timeZone = Code("time-zone")
        /// Components of one UID that do not fit together, such as a `RECURRENCE-ID` that names no instance of the
        /// series.
        public static let series = Code("series")
        /// An attendee's or organizer's address that was guessed: `ATTENDEE:jane@example.com` lacks its `mailto:`.
        public static let address = Code("address")
        /// A window that was shortened to four years; it is what ``OccurrenceWindow/diagnostic`` says when
        /// `window.isShortened`.
        public static let window = Code("window")
        /// A version that is not 2.0: `VERSION:1.0` is read as far as RFC 5545 goes.
        public static let version = Code("version")
    }
}

extension Diagnostic: CustomStringConvertible {
    /// File, line, severity and message: `team.ics:12: warning: REPEAT: '' is no INTEGER; it is not used`.
    ///
    /// File and line are left out when unknown.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line { text += "\(line):" }
        return text + (text.isEmpty ? "" : " ") + "\(severity.rawValue): \(message)"
            + (repeats == 0 ? "" : " … and \(repeats) more \(repeats == 1 ? "line" : "lines") like this")
    }
}
