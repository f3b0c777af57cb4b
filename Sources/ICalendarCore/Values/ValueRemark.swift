/// A remark on a value, made during parsing. Code that knows the file and line turns it into a ``Diagnostic``.
package struct ValueRemark: Sendable, Hashable {
    package var severity: Diagnostic.Severity
    package var code: Diagnostic.Code
    /// The problem and the action taken, in one sentence without a period.
    package var message: String

    package init(severity: Diagnostic.Severity, code: Diagnostic.Code, message: String) {
        self.severity = severity
        self.code = code
        self.message = message
    }
}

extension [ValueRemark] {
    package mutating func note(
        _ code: Diagnostic.Code,
        as severity: Diagnostic.Severity = .warning,
        _ message: String
    ) {
        append(ValueRemark(severity: severity, code: code, message: message))
    }
}

/// A counter of remarks on one line or value. Hostile input may cause hundreds of thousands.
package struct RemarkFlood: Sendable, Hashable {
    /// The maximum number of remarks to report. The rest are only counted.
    package static let most = 20

    private var count = 0

    package init() {}

    /// Counts a remark and returns whether to report it.
    package mutating func admits() -> Bool {
        count += 1
        return count <= Self.most
    }

    /// The number of unreported remarks.
    package var unsaid: Int { max(0, count - Self.most) }
}
