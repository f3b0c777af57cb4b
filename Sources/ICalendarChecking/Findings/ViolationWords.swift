import ICalendarCore

/// A violation's text, without its location.
///
/// Violations with equal text share one instance of it.
///
/// A large file may have a hundred thousand violations, most of them alike, so separate copies would dominate memory
/// use.
struct ViolationWords: Sendable {
    struct Said: Sendable, Hashable {
        var severity: Diagnostic.Severity
        var code: Violation.Code
        var component: String?
        var property: String?
        var message: String
        var section: String
        var repair: String?

        /// Hashes only the code and the message, which nearly always suffice to distinguish texts.
        func hash(into hasher: inout Hasher) {
            hasher.combine(code)
            hasher.combine(message)
        }
    }

    private final class Kept: Sendable {
        let said: Said

        init(_ said: Said) { self.said = said }
    }

    private var kept: Kept

    var said: Said { kept.said }

    init(_ said: Said) { kept = Kept(said) }

    /// Changes the text of this violation without affecting violations that share it.
    mutating func change(_ change: (inout Said) -> Void) {
        var said = said
        change(&said)
        kept = Kept(said)
    }

    /// Returns whether two violations share the same instance.
    func isShared(with other: ViolationWords) -> Bool { kept === other.kept }
}

extension ViolationWords: Hashable {
    static func == (left: ViolationWords, right: ViolationWords) -> Bool {
        left.kept === right.kept || left.said == right.said
    }

    func hash(into hasher: inout Hasher) { hasher.combine(said) }
}

/// A cache of the text of recent violations, so that violations can share it.
struct KnownWords {
    private var known: [ViolationWords.Said: ViolationWords] = [:]
    /// The maximum number of cached texts.
    ///
    /// Without this limit, the cache could grow with the file, since each line may cause a violation with different
    /// text.
    private static let most = 256

    /// Returns the cached instance of a text, adding the text to the cache if necessary.
    mutating func words(_ said: ViolationWords.Said) -> ViolationWords {
        if let words = known[said] { return words }
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        let words = ViolationWords(said)
        known[said] = words
        return words
    }
}
