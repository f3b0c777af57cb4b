import ICalendarCore

/// The text of a violation without its location, shared by violations with equal texts.
///
/// Most of the hundred thousand violations in a large file are of one kind, and separate texts would dominate memory
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

        /// Hashes only the code and the message, which nearly always distinguish two texts.
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

    /// Changes the text of this violation only; violations that shared it are unaffected.
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

/// A cache of recent violation texts, so that equal texts can be shared.
struct KnownWords {
    private var known: [ViolationWords.Said: ViolationWords] = [:]
    /// The maximum number of cached texts, since each line of a file may have a unique text.
    private static let most = 256

    /// Returns the cached instance of a text, or a new one if it was not used recently.
    mutating func words(_ said: ViolationWords.Said) -> ViolationWords {
        if let words = known[said] { return words }
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        let words = ViolationWords(said)
        known[said] = words
        return words
    }
}
