/// The error thrown when there is no result at all.
///
/// What only costs a value, a line or a component is a ``Diagnostic`` instead.
public struct CalendarError: Error, Sendable, Hashable {
    /// What kind of failure it is, for programs.
    public var code: Code
    /// The file it happened in, as its name was given.
    public var file: String?
    /// What happened, in one sentence without a full stop.
    public var detail: String

    /// An error with all its parts.
    public init(_ code: Code, file: String? = nil, _ detail: String) {
        self.code = code
        self.file = file
        self.detail = detail
    }

    /// The kind of an error.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, such as `not-a-calendar`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The input could not be opened or read.
        public static let unreadable = Code("unreadable")
        /// A file could not be written; what was there before is untouched.
        public static let unwritable = Code("unwritable")
        /// The input holds no calendar.
        public static let notACalendar = Code("not-a-calendar")
        /// A window that is empty or ends before it starts.
        public static let invalidWindow = Code("invalid-window")
        /// A time zone that the system does not know, or a system without a time zone database.
        public static let unknownTimeZone = Code("unknown-time-zone")
        /// Text that is no value of the type asked for.
        public static let invalidValue = Code("invalid-value")
    }
}

extension CalendarError: CustomStringConvertible {
    /// `FILE: what happened`.
    public var description: String {
        (file.map { "\($0): " } ?? "") + detail
    }
}
