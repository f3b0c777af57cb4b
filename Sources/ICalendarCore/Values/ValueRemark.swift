/// A remark about a value, made during parsing.
///
/// The caller, which knows the file and line, converts the remark to a ``Diagnostic``.
package struct ValueRemark: Sendable, Hashable {
    package var severity: Diagnostic.Severity
    package var code: Diagnostic.Code
    /// The problem and the action taken, as one sentence without a period.
    package var message: String
    /// The problem alone, without the action taken.
    ///
    /// Only a rule's remarks keep it apart.
    package private(set) var problem: String?
    /// Whether the message is a predicate that still needs the quoted value as its subject.
    package var needsSubject = false
    /// Whether the remark concerns only the notation in jCal, so that writing the value again resolves it.
    package var isAboutJCal = false

    package init(severity: Diagnostic.Severity, code: Diagnostic.Code, message: String) {
        self.severity = severity
        self.code = code
        self.message = message
    }

    init(severity: Diagnostic.Severity, code: Diagnostic.Code, problem: String, action: String) {
        self.init(severity: severity, code: code, message: "\(problem); \(action)")
        self.problem = problem
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

    /// Adds a warning whose message is a predicate for the value, such as `has no seconds; read as :00`.
    package mutating func note(ofValue predicate: String) {
        var remark = ValueRemark(severity: .warning, code: .badValue, message: predicate)
        remark.needsSubject = true
        append(remark)
    }

    /// Adds the value as the subject of all predicates from the given index onward, and removes duplicates, such as a
    /// remark about both ends of a period.
    package mutating func name(_ value: @autoclosure () -> String, from first: Int) {
        for index in self.indices.dropFirst(first) where self[index].needsSubject {
            self[index].message = "\(value()) \(self[index].message)"
            self[index].needsSubject = false
        }
        for index in self.indices.dropFirst(first).reversed() where self[first..<index].contains(self[index])
        {
            remove(at: index)
        }
    }
}

/// A counter for remarks about one line or value.
///
/// Hostile input may cause hundreds of thousands of remarks.
package struct RemarkFlood: Sendable, Hashable {
    /// The maximum number of remarks to report.
    ///
    /// Further remarks are counted but not reported.
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
