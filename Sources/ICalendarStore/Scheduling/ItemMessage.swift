package import ICalendar

/// An iTIP message about one item: its components, all of one UID and kind, and the METHOD (RFC 5546).
package struct ItemMessage: Sendable {
    /// The METHOD; `nil` for a file that is not a message, which is treated as PUBLISH.
    package let method: SchedulingMethod?
    package let components: [Component]

    package init(_ method: SchedulingMethod?, _ components: [Component]) {
        self.method = method
        self.components = components
    }

    package var mayAdd: Bool { method == nil || method == .publish || method == .request }

    /// The purpose of a message that cannot add an item, such as `a reply (METHOD:REPLY) to an invitation`; otherwise
    /// `nil`.
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

    /// Applies the message to an item whose calendar defines the time zones that the message uses.
    ///
    /// The calendar is unchanged if the message does not apply.
    func applied(
        to item: StoredItem
    ) throws(StoreError) -> (calendar: CalendarObject, outcome: MessageOutcome) {
        func ignored(_ reason: String) -> (CalendarObject, MessageOutcome) {
            (item.calendar, .init(.ignored, reason))
        }
        if let reason = otherOrganizer(than: item) { return ignored(reason) }
        let merge: any MessageMerge
        switch method {
        case nil, .publish, .request:
            let new = item.changed(to: item.calendar.with(components), uid: item.uid, knownAs: nil)
            guard item.rivals.isEmpty, new.rivals.isEmpty else {
                let known = Set(item.calendar.component.components.lazy.filter(item.isOwn).map(\.unstamped))
                let isKnown = components.allSatisfy { known.contains($0.unstamped) }
                return isKnown ? (item.calendar, .known) : ignored(Self.several)
            }
            merge = try RevisionMerge(new, to: item)
        case .cancel:
            guard item.rivals.isEmpty else { return ignored(Self.several) }
            merge = try Cancellation(self, of: item)
        case .reply:
            guard item.rivals.isEmpty else { return ignored(Self.several) }
            merge = try AttendeeAnswers(self, to: item)
        case .add, .refresh, .counter, .declineCounter:
            return ignored("\(purpose ?? ""); not applied")
        }
        guard merge.isChanged else { return (item.calendar, merge.outcome) }
        return (try item.replacingOwn(with: merge.components) ?? item.calendar, merge.outcome)
    }

    private static let several = "more than one item has this UID"

    /// Returns the reason to refuse a message whose organizer differs from the item's (RFC 5546 section 6.1).
    ///
    /// Returns `nil` if they match or either is unknown.
    private func otherOrganizer(than item: StoredItem) -> String? {
        func organizer(of components: [Component]) -> String? {
            let organizer = components.lazy.compactMap { Event($0).organizer }.first
            return organizer.map { ($0.email ?? $0.uri).lowercased() }
        }
        guard method != nil, let old = organizer(of: item.own) else { return nil }
        guard let new = organizer(of: components) else {
            // A change to a whole meeting must name its organizer (section 3.2.2), but many omit it for single
            // occurrences.
            let isWhole = components.contains { $0.first("RECURRENCE-ID") == nil }
            guard isWhole, method == .request else { return nil }
            return "the message has no ORGANIZER, but the stored item has \(Words.short(old))"
        }
        if new == old { return nil }
        return "the organizer is \(Words.short(new)), but that of the stored item is \(Words.short(old))"
    }
}

protocol MessageMerge {
    var isChanged: Bool { get }
    var components: [Component] { get }
    var outcome: MessageOutcome { get }
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

package struct MessageOutcome: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case added
        case updated
        case cancelled
        case answered
        case unchanged
        case ignored
    }

    package let action: Action
    /// The details, or the reason for not applying the message, such as `SEQUENCE 0 is older than the stored SEQUENCE
    /// 2`.
    ///
    /// May be empty.
    package let words: String

    init(_ action: Action, _ words: String = "") {
        self.action = action
        self.words = words
    }

    static let known = MessageOutcome(.unchanged, "nothing new; this revision is already stored")
}

/// The order of two revisions of one component (RFC 5546 section 2.1.5).
enum RevisionOrder: Hashable {
    case newer, same, older

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
    var words: String {
        if isDate { return civil.date.description }
        return civil.description.prefix(civil.second == 0 ? 16 : 19).replacing("T", with: " ")
            + (isUTC ? "Z" : "")
    }
}
