package import ICalendar

/// What another program says of one item: the components of one UID and kind, and what is asked (METHOD, RFC 5546).
///
/// ``ItemEditor/receive(_:)`` decides what becomes of the item; nothing here reads or writes files.
package struct ItemMessage: Sendable {
    /// METHOD; nil in a file that is no message, which is taken in as a publication.
    package let method: SchedulingMethod?
    /// The components, all of one UID and kind: a whole item, overrides, or both.
    package let components: [Component]

    /// A message.
    package init(_ method: SchedulingMethod?, _ components: [Component]) {
        self.method = method
        self.components = components
    }

    /// Whether it may bring an item that is not there yet.
    package var mayAdd: Bool { method == nil || method == .publish || method == .request }

    /// Why it makes no new item: `a reply (METHOD:REPLY) to an invitation`; nil where it may.
    package var purpose: String? {
        switch method {
        case nil, .publish, .request: nil
        case .reply: "a reply (METHOD:REPLY) to an invitation"
        case .cancel: "a cancellation (METHOD:CANCEL)"
        case .add: "further instances of a series (METHOD:ADD)"
        case .refresh: "a request for the latest revision (METHOD:REFRESH)"
        case .counter: "a proposal of another time (METHOD:COUNTER)"
        case .declineCounter: "a declined proposal (METHOD:DECLINECOUNTER)"
        }
    }
}

/// What a message did with an item, in a word and in words.
package struct MessageOutcome: Sendable, Hashable {
    /// What was done.
    package enum Action: Sendable, Hashable {
        /// The item is new.
        case added
        /// A newer revision took its place, or that of some of its occurrences.
        case updated
        /// It, or some of its occurrences, are cancelled.
        case cancelled
        /// An attendee's answer was noted.
        case answered
        /// The item says all of it already.
        case unchanged
        /// It was not applied.
        case ignored
    }

    /// What was done.
    package let action: Action
    /// More of it, or why nothing was done: `SEQUENCE 0 is older than 2`; nothing where there is no more to say.
    package let words: String

    init(_ action: Action, _ words: String = "") {
        self.action = action
        self.words = words
    }

    /// That everything in a message is known.
    static let known = MessageOutcome(.unchanged, "nothing new, this revision is stored already")
}

/// Which of two revisions of one component is the later (RFC 5546 section 2.1.5).
enum RevisionOrder: Hashable {
    case newer, same, older

    /// How a revision stands to another one: by SEQUENCE, then DTSTAMP, then LAST-MODIFIED where both have it.
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
    /// What it says but for when that was written.
    var unstamped: Component {
        var component = self
        component.remove(["DTSTAMP", "LAST-MODIFIED"])
        return component
    }

    /// `SEQUENCE 2`, or with the DTSTAMP where that decides.
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
    /// `2026-04-06 09:00`, or the date, for people.
    var words: String {
        if isDate { return civil.date.description }
        return civil.description.prefix(16).replacing("T", with: " ") + (isUTC ? "Z" : "")
    }
}
