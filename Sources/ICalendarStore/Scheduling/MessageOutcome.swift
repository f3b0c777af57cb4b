/// The effect of a scheduling message (RFC 5546) on an item, with an explanation.
///
/// ```swift
/// for outcome in try store.process(SchedulingMessage(calendar)) where outcome.action == .ignored {
///     print(outcome.words)
/// }
/// ```
public struct MessageOutcome: Sendable, Hashable, CustomStringConvertible {
    /// The effect of a message: `messageOutcome.action`.
    ///
    /// Only the first four actions change the store.
    ///
    /// ```swift
    /// func changes(_ outcomes: [MessageOutcome]) -> Int {
    ///     outcomes.count { [.added, .updated, .cancelled, .answered].contains($0.action) }
    /// }
    /// ```
    public enum Action: Sendable, Hashable {
        /// A new item: `messageOutcome.action == .added`.
        case added
        /// A later revision of an item or some of its occurrences: `messageOutcome.action == .updated`.
        case updated
        /// A cancellation of an item or some of its occurrences: `messageOutcome.action == .cancelled`.
        case cancelled
        /// An attendee's reply: `messageOutcome.action == .answered`.
        case answered
        /// An attendee's proposal, which awaits the organizer's decision: `messageOutcome.action == .proposed`.
        case proposed
        /// An attendee's request for the latest revision, which the organizer should send:
        /// `messageOutcome.action == .refreshRequested`.
        case refreshRequested
        /// A proposal declined by the organizer: `messageOutcome.action == .proposalDeclined`.
        case proposalDeclined
        /// A message that contains nothing new, such as a duplicate: `messageOutcome.action == .unchanged`.
        case unchanged
        /// A message that does not apply: `messageOutcome.action == .ignored`.
        case ignored
    }

    /// The effect of the message: `messageOutcome.action`.
    public let action: Action
    /// The details, or the reason why the message was not applied: `messageOutcome.words`.
    ///
    /// The value may be empty.
    public let words: String
    /// The item's identifier, or nil if the message does not apply: `messageOutcome.itemIdentifier?.uid`.
    public internal(set) var itemIdentifier: ItemIdentifier?
    /// Whether the store already has everything in the message.
    package let isKnown: Bool
    /// The interpretations of parts that differ from the stored item, such as the form of a RECURRENCE-ID.
    package internal(set) var guesses: [String] = []

    init(_ action: Action, _ words: String = "") {
        (self.action, self.words, isKnown) = (action, words, false)
    }

    static let known = MessageOutcome(known: "; this revision is already stored")

    /// Creates the outcome of a message that contains nothing new.
    init(known reason: String) {
        (action, words, isKnown) = (.unchanged, "nothing new\(reason)", true)
    }

    /// The outcome as a sentence without a final period: `messageOutcome.description`.
    public var description: String {
        let verb =
            switch action {
            case .added: "added"
            case .updated: "updated"
            case .cancelled: "canceled"
            case .answered: "recorded the reply"
            case .proposed: "received a proposal"
            case .refreshRequested: "received a request for the latest revision"
            case .proposalDeclined: "received the organizer's refusal of a proposal"
            case .unchanged: "left unchanged"
            case .ignored: "ignored the message"
            }
        return words.isEmpty ? verb : "\(verb): \(words)"
    }
}

struct ShortList {
    private static let most = 5
    private var shown: [String] = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ entry: String) {
        count += 1
        if shown.count < Self.most { shown.append(entry) }
    }

    /// The entries, for example `2026-04-06 09:00, 2026-04-13 09:00, 7 more`.
    var text: String {
        (shown + (count > shown.count ? ["\(count - shown.count) more"] : [])).joined(separator: ", ")
    }

    static func text(_ first: ShortList, _ second: ShortList) -> String {
        [first, second].filter { !$0.isEmpty }.map(\.text).joined(separator: ", ")
    }
}
