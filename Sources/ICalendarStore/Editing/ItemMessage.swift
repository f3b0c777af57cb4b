package import ICalendar

/// An iTIP message about one item: its components, all of one UID and kind, and the METHOD (RFC 5546).
///
/// ``ItemEditor/receive(_:)`` applies it. Nothing here reads or writes files.
package struct ItemMessage: Sendable {
    /// The METHOD; nil for a file that is not a message, which is treated as PUBLISH.
    package let method: SchedulingMethod?
    /// The components, all of one UID and kind: a whole item, overrides, or both.
    package let components: [Component]

    /// A message.
    package init(_ method: SchedulingMethod?, _ components: [Component]) {
        self.method = method
        self.components = components
    }

    /// Whether the message may add a new item.
    package var mayAdd: Bool { method == nil || method == .publish || method == .request }

    /// A description of a message that cannot add an item, such as `a reply (METHOD:REPLY) to an invitation`; else nil.
    package var purpose: String? {
        switch method {
        case nil, .publish, .request: nil
        case .reply: "a reply (METHOD:REPLY) to an invitation"
        case .cancel: "a cancellation (METHOD:CANCEL)"
        case .add: "additional instances of a series (METHOD:ADD)"
        case .refresh: "a request for the latest revision (METHOD:REFRESH)"
        case .counter: "a proposal for another time (METHOD:COUNTER)"
        case .declineCounter: "a declined proposal (METHOD:DECLINECOUNTER)"
        }
    }
}

/// A list for a message to people: the first entries, and how many more there are.
struct ShortList {
    private static let most = 5
    private var shown: [String] = []
    private var count = 0

    /// Whether nothing was added.
    var isEmpty: Bool { count == 0 }

    /// Adds an entry.
    mutating func append(_ entry: String) {
        count += 1
        if shown.count < Self.most { shown.append(entry) }
    }

    /// `2026-04-06 09:00, 2026-04-13 09:00, 7 more`.
    var text: String {
        (shown + (count > shown.count ? ["\(count - shown.count) more"] : [])).joined(separator: ", ")
    }

    /// The texts of two lists.
    static func text(_ first: ShortList, _ second: ShortList) -> String {
        [first, second].filter { !$0.isEmpty }.map(\.text).joined(separator: ", ")
    }
}

/// The outcome of applying a message to an item.
package struct MessageOutcome: Sendable, Hashable {
    /// The effect of a message.
    package enum Action: Sendable, Hashable {
        /// The item is new.
        case added
        /// A later revision replaced the item or some of its occurrences.
        case updated
        /// The item or some of its occurrences are cancelled.
        case cancelled
        /// An attendee's reply was recorded.
        case answered
        /// The item already has this content.
        case unchanged
        /// The message was not applied.
        case ignored
    }

    /// The effect on the item.
    package let action: Action
    /// Details, or the reason why nothing was done, such as `SEQUENCE 0 is older than the stored SEQUENCE 2`; may be
    /// empty.
    package let words: String

    init(_ action: Action, _ words: String = "") {
        self.action = action
        self.words = words
    }

    /// The outcome of a message that brings nothing new.
    static let known = MessageOutcome(.unchanged, "nothing new; this revision is already stored")
}

/// The order of two revisions of one component (RFC 5546 section 2.1.5).
enum RevisionOrder: Hashable {
    case newer, same, older

    /// Compares two revisions by SEQUENCE, then DTSTAMP, then LAST-MODIFIED if both have it.
    init(_ new: Component, to old: Component) {
        let (one, other) = (Event(new), Event(old))
        let never = Instant(secondsSince1970: 0)
        var order = [
            (new.revisionNumber, old.revisionNumber),
            ((one.stamp ?? never).secondsSince1970, (other.stamp ?? never).secondsSince1970),
        ]
        if let modified = one.lastModified, let before = other.lastModified {
            order.append((modified.secondsSince1970, before.secondsSince1970))
        }
        guard let (first, second) = order.first(where: { $0.0 != $0.1 }) else {
            self = .same
            return
        }
        self = first > second ? .newer : .older
    }
}

extension Component {
    /// The component without DTSTAMP and LAST-MODIFIED.
    var unstamped: Component {
        var component = self
        component.remove(["DTSTAMP", "LAST-MODIFIED"])
        return component
    }

    /// Returns the property that decides the order of two revisions: `SEQUENCE 2`, or a DTSTAMP or LAST-MODIFIED.
    func revision(besides other: Component) -> String {
        if revisionNumber != other.revisionNumber { return "SEQUENCE \(revisionNumber)" }
        let stamp = Event(self).stamp
        if let modified = Event(self).lastModified, stamp == Event(other).stamp {
            return "LAST-MODIFIED \(modified)"
        }
        return stamp.map { "DTSTAMP \($0)" } ?? "no DTSTAMP"
    }
}

extension EventTime {
    /// The time for messages, such as `2026-04-06 09:00`, or the date.
    var words: String {
        if isDate { return civil.date.description }
        return civil.description.prefix(civil.second == 0 ? 16 : 19).replacing("T", with: " ")
            + (isUTC ? "Z" : "")
    }
}
