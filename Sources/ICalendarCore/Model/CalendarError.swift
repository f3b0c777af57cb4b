/// An error thrown when an operation has no result at all.
///
/// A problem that affects only a value, a line or a component is reported as a ``Diagnostic`` instead.
///
/// ```swift
/// do {
///     print(try CalendarFile(contentsOf: "team.ics").calendars.count)
/// } catch {
///     print(error)  // team.ics: cannot be opened: No such file or directory
///     if error.code == .notACalendar { print("Is it a saved web page?") }
/// }
/// ```
public struct CalendarError: Error, Sendable, Hashable {
    /// The machine-readable error code: `if error.code == .unreadable { retry() }`.
    public var code: Code
    /// The file name as given, such as `team.ics`, or nil if no file is involved, as in `Zone(identifier: "Nowhere")`.
    public var file: String?
    /// A description of the failure, in one sentence without a period.
    ///
    /// `description` prepends the file name: `team.ics: the input is empty`.
    public var detail: String

    /// Creates an error from its parts.
    ///
    /// ```swift
    /// let error = CalendarError(.invalidValue, file: "team.ics", "the rule has no FREQ")
    /// error.description  // "team.ics: the rule has no FREQ"
    /// ```
    public init(_ code: Code, file: String? = nil, _ detail: String) {
        self.code = code
        self.file = file
        self.detail = detail
    }

    /// The code of an error.
    ///
    /// This is a struct rather than an enum, so adding a code does not break existing `switch` statements.
    ///
    /// ```swift
    /// func explain(_ error: CalendarError) -> String {
    ///     error.code == .unreadable ? "Is the disk there?" : error.detail
    /// }
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The stable name, which does not change when messages are reworded:
        /// `CalendarError.Code.notACalendar.description` is `not-a-calendar`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The input cannot be opened or read, as in `CalendarFile(contentsOf: "no/such.ics")`.
        ///
        /// Printed as `unreadable`.
        public static let unreadable = Code("unreadable")
        /// A file cannot be written, as in `try calendar.write(to: "/no/such/folder/a.ics")`.
        ///
        /// Printed as `unwritable`.
        ///
        /// An existing file remains unchanged.
        public static let unwritable = Code("unwritable")
        /// The input contains no calendar, as in `CalendarFile(text: "<html>")`.
        ///
        /// Printed as `not-a-calendar`.
        public static let notACalendar = Code("not-a-calendar")
        /// The window is empty or ends before it starts, as in `OccurrenceWindow(from: now, to: now, in: .utc)`.
        ///
        /// Printed as `invalid-window`.
        public static let invalidWindow = Code("invalid-window")
        /// The time zone is unknown, as in `Zone(identifier: "Europe/Atlantis")`, its file is damaged or unreadable, or
        /// the system has no time zone database.
        ///
        /// Printed as `unknown-time-zone`.
        public static let unknownTimeZone = Code("unknown-time-zone")
        /// The text is not a value of the requested type, as in `RecurrenceRule(text: "INTERVAL=2")`, which lacks
        /// FREQ, or the combination of values violates an RFC.
        ///
        /// Printed as `invalid-value`.
        public static let invalidValue = Code("invalid-value")
        /// The reader process crashed, reached a limit or is unavailable.
        ///
        /// See ``IsolatedReader``. Printed as `worker-ended`.
        public static let workerEnded = Code("worker-ended")
    }
}

extension CalendarError: CustomStringConvertible {
    /// The file name, if any, and the failure: `team.ics: the input is empty`.
    ///
    /// Like ``Diagnostic/description``, the text is a single line without control characters.
    public var description: String {
        ((file.map { "\($0): " } ?? "") + detail).onOneLine
    }
}
