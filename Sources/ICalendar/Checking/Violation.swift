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
