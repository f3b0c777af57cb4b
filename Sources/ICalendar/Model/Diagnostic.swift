/// A remark about input that was skipped, mended or guessed; collected, never thrown.
///
/// Printed as `FILE:LINE: warning: message`.
public struct Diagnostic: Sendable, Hashable {
    /// How much was lost.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// Something was guessed or mended; the rest stands.
        case warning
        /// Something could not be used at all and was left out.
        case error
    }

    /// How much was lost.
    public var severity: Severity
    /// What kind of thing was found, for programs.
    public var code: Code
    /// The file's name as it was given, or nil when the input has none.
    public var file: String?
    /// The line in the file, from 1, or nil when the remark is about the whole.
    public var line: Int?
    /// What, where, and what was done about it, in one sentence without a full stop.
    public var message: String

    /// A remark with all its parts.
    public init(
        _ severity: Severity = .warning,
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
}

extension Diagnostic {
    /// The kind of a diagnostic: a name that stays the same when the message is reworded.
    ///
    /// A struct rather than an enum, so that new kinds break nobody's `switch`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, such as `bad-value`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Bytes that are not UTF-8, or a control character.
        public static let encoding = Code("encoding")
        /// BEGIN, END or a content line that does not fit.
        public static let framing = Code("framing")
        /// A limit of ``ReadingLimits`` was reached.
        public static let limit = Code("limit")
        /// A parameter that cannot be used.
        public static let badParameter = Code("bad-parameter")
        /// A value that cannot be used.
        public static let badValue = Code("bad-value")
        /// A required property is missing.
        public static let missingProperty = Code("missing-property")
        /// A recurrence rule or one of its parts that cannot be used as written.
        public static let rule = Code("rule")
        /// A start, end or duration that was mended.
        public static let duration = Code("duration")
        /// A time zone that is unknown, or defined in contradictory ways.
        public static let timeZone = Code("time-zone")
        /// Components of one UID that do not fit together.
        public static let series = Code("series")
        /// An attendee's or organizer's address that was guessed.
        public static let address = Code("address")
        /// A window that was shortened.
        public static let window = Code("window")
        /// A version that is not 2.0.
        public static let version = Code("version")
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `FILE:LINE: warning: message`; file and line are left out when unknown.
    public var description: String {
        var text = ""
        if let file { text += "\(file):" }
        if let line { text += "\(line):" }
        return text + (text.isEmpty ? "" : " ") + "\(severity.rawValue): \(message)"
    }
}
