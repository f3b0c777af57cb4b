/// Something to say about a value while it is read; whoever knows the file and the line makes a ``Diagnostic`` of it.
package struct ValueRemark: Sendable, Hashable {
    package var severity: Diagnostic.Severity
    package var code: Diagnostic.Code
    /// What, and what was done about it, in one sentence without a full stop.
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

/// Counts remarks about one line or one value, which a hostile one would have hundreds of thousands of.
package struct RemarkFlood: Sendable, Hashable {
    /// How many are said; the others are only counted.
    package static let most = 20

    private var count = 0

    package init() {}

    /// Counts one more, and answers whether it is to be said.
    package mutating func admits() -> Bool {
        count += 1
        return count <= Self.most
    }

    /// How many were not said.
    package var unsaid: Int { max(0, count - Self.most) }
}
