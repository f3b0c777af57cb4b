import ICalendarCore

/// What a violation says beside where it is: one thing for all that say the same.
///
/// A file of a hundred thousand mistakes has mostly one kind of them, and their words would be most of the memory.
struct ViolationWords: Sendable {
    struct Said: Sendable, Hashable {
        var severity: Diagnostic.Severity
        var code: Violation.Code
        var component: String?
        var property: String?
        var message: String
        var section: String
        var repair: String?

        /// What is said of different things is different mostly, and the rest need not be hashed.
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

    /// Says something else; whoever shared the words says what it said.
    mutating func change(_ change: (inout Said) -> Void) {
        var said = said
        change(&said)
        kept = Kept(said)
    }

    /// Whether both are kept in one place.
    func isShared(with other: ViolationWords) -> Bool { kept === other.kept }
}

extension ViolationWords: Hashable {
    static func == (left: ViolationWords, right: ViolationWords) -> Bool {
        left.kept === right.kept || left.said == right.said
    }

    func hash(into hasher: inout Hasher) { hasher.combine(said) }
}

/// The words of the last violations, to be shared by those that say the same.
struct KnownWords {
    private var known: [ViolationWords.Said: ViolationWords] = [:]
    /// A file may have a word for each of its lines, and each is said once.
    private static let most = 256

    /// The words, as they are kept already where somebody said them lately.
    mutating func words(_ said: ViolationWords.Said) -> ViolationWords {
        if let words = known[said] { return words }
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        let words = ViolationWords(said)
        known[said] = words
        return words
    }
}
