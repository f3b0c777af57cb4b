/// Something to say about a value while it is read; whoever knows the file and the line makes a ``Diagnostic`` of it.
struct ValueRemark: Sendable, Hashable {
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code
    /// What, and what was done about it, in one sentence without a full stop.
    var message: String
}

extension [ValueRemark] {
    mutating func note(
        _ code: Diagnostic.Code,
        as severity: Diagnostic.Severity = .warning,
        _ message: String
    ) {
        append(ValueRemark(severity: severity, code: code, message: message))
    }
}

/// Counts remarks about one line or one value, which a hostile one would have hundreds of thousands of.
struct RemarkFlood: Sendable, Hashable {
    /// How many are said; the others are only counted.
    static let most = 20

    private var count = 0

    /// Counts one more, and answers whether it is to be said.
    mutating func admits() -> Bool {
        count += 1
        return count <= Self.most
    }

    /// How many were not said.
    var unsaid: Int { max(0, count - Self.most) }
}
