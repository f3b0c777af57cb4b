/// A problem found in the input, along with how it was handled.
///
/// Diagnostics are collected, never thrown.
///
/// ```swift
/// for diagnostic in file.diagnostics where diagnostic.code == .badValue {
///     print(diagnostic)  // team.ics:12: warning: GEO: 'here' is not a pair of latitude and longitude; ignored
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
    /// The severity of a diagnostic.
    ///
    /// ```swift
    /// let losses = file.diagnostics.filter { $0.severity == .error }
    /// if !losses.isEmpty { print(losses.count, "things are missing") }
    /// ```
    public enum Severity: String, Sendable, Hashable, Codable {
        /// Useful information; nothing was lost or guessed: `the input is an email; reading the calendar in it`.
        case note
        /// Part of the input was guessed or repaired, but nothing is missing:
        /// `team.ics:15: warning: COMPLETED: blanks around the value ignored`.
        case warning
        /// Part of the input is missing from the result:
        /// `team.ics:37: error: limit reached: 32 levels of nesting (ReadingLimits.nesting); deeper components skipped`.
        case error
    }

    /// The severity.
    ///
    /// A strict program treats both errors and warnings as failures: `diagnostic.severity != .note`.
    public var severity: Severity
    /// The machine-readable code of the problem: `file.diagnostics.contains { $0.code == .encoding }`.
    public var code: Code
    /// The file name as given, such as `team.ics`, or nil if the input has no name.
    public var file: String?
    /// The one-based line number, as in `team.ics:12`, or nil if the diagnostic concerns the whole input.
    public var line: Int?
    /// The problem, its location and the action taken, as one sentence without a period:
    /// `EXDATE: '20261301T100000' is not a valid date-time; ignored`.
    public var message: String
    /// The number of additional lines with the same problem, which are not listed individually.
    ///
    /// ```swift
    /// let lines = file.diagnostics.reduce(0) { $0 + 1 + $1.repeats }
    /// print(lines, "lines with a diagnostic")
    /// ```
    public var repeats = 0
    /// Whether only lines or properties were skipped, and the component that contains them was kept.
    package var keepsComponent = false

    /// Creates a diagnostic from its parts.
    ///
    /// ```swift
    /// let remark = Diagnostic(.warning, .badValue, file: "team.ics", line: 12, "GEO: 'here' is not a place")
    /// remark.description  // "team.ics:12: warning: GEO: 'here' is not a place"
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

    /// The machine-readable code of a diagnostic, which does not change when the message is reworded.
    ///
    /// This is a struct rather than an enum, so adding a code does not break existing `switch` statements.
    ///
    /// ```swift
    /// let kinds = Dictionary(grouping: file.diagnostics, by: \.code)
    /// print(kinds[.timeZone, default: []].count, "remarks about time zones")
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, suitable for printing or matching: `Diagnostic.Code.badValue.description // "bad-value"`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Bytes that are not valid UTF-8, as in a Windows-1252 file, or a control character: `SUMMARY:Caf\xE9`.
        public static let encoding = Code("encoding")
        /// A misplaced BEGIN, END or content line, and the lines skipped because of it:
        /// `VEVENT on line 4 skipped: no END before END:VCALENDAR`.
        public static let framing = Code("framing")
        /// A calendar whose END is missing; no data is lost:
        /// `VCALENDAR on line 1 has no END; closed at the end of the file`.
        public static let missingEnd = Code("missing-end")
        /// An END without a matching BEGIN; no data is lost: `END:VEVENT without a BEGIN; ignored`.
        public static let strayEnd = Code("stray-end")
        /// A component outside any calendar, which is read anyway: `BEGIN:VEVENT` on the first line of a file.
        public static let outsideCalendar = Code("outside-calendar")
        /// Lines whose layout RFC 5545 forbids but whose meaning is clear; no data is lost.
        ///
        /// Examples are two content lines on one physical line, indented lines, folds without a blank, and
        /// quoted-printable text: `END:VCALENDARBEGIN:VCALENDAR`.
        public static let layout = Code("layout")
        /// An email, from which only the calendars are read: `Content-Type: text/calendar`.
        public static let mail = Code("mail")
        /// A property name that RFC 5545 does not allow, as in `X_ROOM:4`.
        ///
        /// The property is kept.
        public static let propertyName = Code("property-name")
        /// A limit in ``ReadingLimits`` was reached:
        /// `limit reached: 32 levels of nesting (ReadingLimits.nesting); deeper components skipped`.
        public static let limit = Code("limit")
        /// An unusable parameter: in `SUMMARY;LANGUAGE:Hello`, the parameter has no value.
        public static let badParameter = Code("bad-parameter")
        /// An unusable value: `DTSTART:20260231T100000`, because February has no 31st.
        public static let badValue = Code("bad-value")
        /// A required property is missing, such as the `UID` or the `DTSTART` of an event.
        public static let missingProperty = Code("missing-property")
        /// A recurrence rule that is partly or entirely unusable as written: `RRULE:FREQ=WEEKLY;BYDAY=1MO`, where no
        /// ordinal is allowed.
        public static let rule = Code("rule")
        /// A repaired start, end or duration, such as a `DTEND` before its `DTSTART`.
        public static let duration = Code("duration")
        /// An unknown time zone, such as `TZID=Nowhere` without a VTIMEZONE, or conflicting definitions of a time
        /// zone.
        public static let timeZone = Code("time-zone")
        /// An inconsistency among components with the same UID, such as a `RECURRENCE-ID` that matches no instance of
        /// the series.
        public static let series = Code("series")
        /// A guessed attendee or organizer address: `ATTENDEE:jane@example.com` lacks `mailto:`.
        public static let address = Code("address")
        /// A window that was shortened to four years.
        ///
        /// ``OccurrenceWindow/diagnostic`` has this code if `window.isShortened` is true.
        public static let window = Code("window")
        /// A version other than 2.0: `VERSION:1.0` is read according to RFC 5545.
        public static let version = Code("version")
    }
}

extension Diagnostic {
    /// Returns the suffix that states how often a message repeats, or an empty string if `repeats` is 0.
    package static func suffix(repeats: Int) -> String {
        repeats == 0 ? "" : " … and \(repeats) more \(repeats == 1 ? "line" : "lines") like this"
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The file, line, severity and message: `team.ics:12: warning: REPEAT: '' is not an integer; ignored`.
    ///
    /// Omits the file or line number if it is unknown. The text is always a single line, with control characters
    /// escaped, as in `\u{1B}`.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line { text += "\(line):" }
        if !text.isEmpty { text += " " }
        text += "\(severity.rawValue): \(message)" + Diagnostic.suffix(repeats: repeats)
        return text.onOneLine
    }
}
