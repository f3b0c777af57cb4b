import ICalendarCore

/// The text of a violation without its location, shared by violations with equal texts.
///
/// In a file with a hundred thousand violations, most are of one kind, and their texts would dominate memory use.
struct ViolationWords: Sendable {
    struct Said: Sendable, Hashable {
        var severity: Diagnostic.Severity
        var code: Violation.Code
        var component: String?
        var property: String?
        var message: String
        var section: String
        var repair: String?

        /// Hashes only the code and the message, which are nearly always enough to tell two texts apart.
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

    /// Changes the text of this violation only; others that share it keep theirs.
    mutating func change(_ change: (inout Said) -> Void) {
        var said = said
        change(&said)
        kept = Kept(said)
    }

    /// Returns whether both share one instance.
    func isShared(with other: ViolationWords) -> Bool { kept === other.kept }
}

extension ViolationWords: Hashable {
    static func == (left: ViolationWords, right: ViolationWords) -> Bool {
        left.kept === right.kept || left.said == right.said
    }

    func hash(into hasher: inout Hasher) { hasher.combine(said) }
}

/// The texts of recent violations, so that equal ones can be shared.
struct KnownWords {
    private var known: [ViolationWords.Said: ViolationWords] = [:]
    /// The maximum number of remembered texts, since each line of a file may have a text that occurs only once.
    private static let most = 256

    /// Returns the shared instance for a text, if it was used recently, or a new one.
    mutating func words(_ said: ViolationWords.Said) -> ViolationWords {
        if let words = known[said] { return words }
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        let words = ViolationWords(said)
        known[said] = words
        return words
    }
}
