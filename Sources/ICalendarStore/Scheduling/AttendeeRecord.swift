import ICalendar

// The record of an attendee's answer in a stored item.
extension Attendee {
    /// The approximate size of the property in bytes.
    var size: Int {
        property.parameters.reduce(uri.utf8.count + 16) { size, parameter in
            parameter.values.reduce(size + parameter.name.utf8.count) { $0 + $1.utf8.count + 3 }
        }
    }

    /// Returns whether an answer is later than the recorded one or identical to it.
    ///
    /// If different answers have the same time, the choice between them is deterministic.
    func isAnswered(before answer: Attendee, at stamp: String?) -> Bool {
        guard let last = replyStamp, let stamp else { return true }
        return last == stamp ? rank <= answer.rank : last < stamp
    }

    private var rank: String { ([status.keyword] + delegates).joined(separator: ",") }

    mutating func takeAnswer(of other: Attendee) {
        let former = delegates + formerDelegates + other.formerDelegates
        status = other.status
        delegates = other.delegates
        formerDelegates = []
        noteFormerDelegates(former)
        if !other.delegators.isEmpty { delegators = other.delegators }
        if let stamp = other.replyStamp { replyStamp = stamp }
    }

    /// The attendee without an answer, as in a new invitation.
    var withoutAnswer: Attendee {
        var attendee = self
        attendee.status = .pending
        attendee.delegates = []
        attendee.formerDelegates = []
        attendee.replyStamp = nil
        return attendee
    }

    /// The delegates named in earlier answers to the same revision.
    ///
    /// A delegate who has replied remains an attendee even if the delegator changes their mind. Replies may arrive in
    /// any order, so a delegate named in an outdated reply may still reply.
    var formerDelegates: [String] {
        get { property.parameters.values(Self.formerDelegatesName) }
        set {
            property.parameters.removeAll { $0.name == Self.formerDelegatesName }
            if !newValue.isEmpty {
                property.parameters.append(Parameter(Self.formerDelegatesName, values: newValue))
            }
        }
    }

    mutating func noteFormerDelegates(_ addresses: [String]) {
        var known = Set((delegates + formerDelegates).map(Self.key(of:)))
        let new = addresses.filter { known.insert(Self.key(of: $0)).inserted }
        if !new.isEmpty { formerDelegates = (formerDelegates + new).sorted() }
    }

    fileprivate var withoutRecord: Attendee {
        var attendee = self
        attendee.property.parameters.removeAll {
            [Self.replyStampName, Self.formerDelegatesName].contains($0.name)
        }
        return attendee
    }

    private static let formerDelegatesName = "X-FORMERLY-DELEGATED-TO"

    /// The DTSTAMP of the recorded reply, used to detect older replies that arrive later.
    ///
    /// The value is stored in the same way as on Apple's servers.
    var replyStamp: String? {
        get { property.parameters.first { $0.name == Self.replyStampName }?.values.first }
        set {
            property.parameters.removeAll { $0.name == Self.replyStampName }
            if let newValue { property.parameters.append(Parameter(Self.replyStampName, newValue)) }
        }
    }

    /// The time of the recorded reply.
    var replyTime: Instant? {
        var remarks: [ValueRemark] = []
        guard let replyStamp,
            case .dateTime(let time, _)? = DateTimeText.moment(Array(replyStamp.utf8).span, &remarks)
        else { return nil }
        return Instant(secondsSince1970: time.secondNumber)
    }

    private static let replyStampName = "X-CALENDARSERVER-DTSTAMP"
}

extension Component {
    private static let repliesOnlyName = "X-REPLIES-ONLY"

    /// Whether the component is an occurrence that is stored only for replies and has no separate revision.
    ///
    /// Any message from the organizer about the occurrence supersedes this copy of the series.
    var holdsOnlyReplies: Bool {
        get { first(Self.repliesOnlyName) != nil }
        set {
            replace(
                Self.repliesOnlyName,
                with: newValue ? [Property(Self.repliesOnlyName, .text("TRUE"))] : []
            )
        }
    }

    /// A message's component without a store's private records, which other people must not set.
    var withoutRecords: Component {
        let attendees = Event(self).attendees
        var event = Event(self)
        if holdsOnlyReplies { event.component.holdsOnlyReplies = false }
        if attendees.contains(where: { $0 != $0.withoutRecord }) {
            event.attendees = attendees.map(\.withoutRecord)
        }
        return event.component
    }
}
