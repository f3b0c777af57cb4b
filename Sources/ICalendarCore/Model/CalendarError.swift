/// The error thrown when there is no result at all.
///
/// What only costs a value, a line or a component is a ``Diagnostic`` instead.
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
    /// What kind of failure it is, for programs: `if error.code == .unreadable { retry() }`.
    public var code: Code
    /// The file it happened in, as its name was given, such as `team.ics`; nil where no file is concerned, as in
    /// `Zone(identifier: "Nowhere")`.
    public var file: String?
    /// What happened, in one sentence without a full stop; `description` puts the file before it:
    /// `team.ics: the input is empty`.
    public var detail: String

    /// An error with all its parts.
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

    /// The kind of an error.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`.
    ///
    /// ```swift
    /// func explain(_ error: CalendarError) -> String {
    ///     error.code == .unreadable ? "Is the disk there?" : error.detail
    /// }
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, which stays the same when messages are reworded: `CalendarError.Code.notACalendar.description`
        /// is `not-a-calendar`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The input could not be opened or read, as in `CalendarFile(contentsOf: "no/such.ics")`; printed as
        /// `unreadable`.
        public static let unreadable = Code("unreadable")
        /// A file could not be written, as in `try calendar.write(to: "/no/such/folder/a.ics")`; printed as `unwritable`.
        ///
        /// What was there before is untouched.
        public static let unwritable = Code("unwritable")
        /// The input holds no calendar, as in `CalendarFile(text: "<html>")`; printed as `not-a-calendar`.
        public static let notACalendar = Code("not-a-calendar")
        /// A window that is empty or ends before it starts, as in `OccurrenceWindow(from: now, to: now, in: .utc)`;
        /// printed as `invalid-window`.
        public static let invalidWindow = Code("invalid-window")
        /// A time zone that the system does not know, as in `Zone(identifier: "Europe/Atlantis")`, or whose file is
        /// damaged or cannot be read, or a system without a time zone database; printed as `unknown-time-zone`.
        public static let unknownTimeZone = Code("unknown-time-zone")
        /// Text that is no value of the type asked for, as in `RecurrenceRule(text: "INTERVAL=2")`, which has no
        /// FREQ, or values that an RFC does not allow together; printed as `invalid-value`.
        public static let invalidValue = Code("invalid-value")
        /// The process that was to read an input crashed or reached a limit, or there is none, see ``IsolatedReader``;
        /// printed as `worker-ended`.
        public static let workerEnded = Code("worker-ended")
    }
}

extension CalendarError: CustomStringConvertible {
    /// The file and what happened: `team.ics: the input is empty`; without a file only the latter.
    public var description: String {
        (file.map { "\($0): " } ?? "") + detail
    }
}
