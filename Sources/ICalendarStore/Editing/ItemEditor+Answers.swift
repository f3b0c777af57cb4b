import ICalendar

extension ItemEditor {
    /// Notes what attendees answered (METHOD:REPLY, RFC 5546 section 3.2.3).
    func answered(
        by message: ItemMessage
    ) throws(StoreError) -> (calendar: CalendarObject, outcome: MessageOutcome) {
        guard rivals.isEmpty else { return (calendar, .init(.ignored, "several whole items have this UID")) }
        var answers = AttendeeAnswers(self)
        for reply in message.components { try answers.take(reply) }
        guard answers.isChanged else { return (calendar, answers.outcome) }
        return (try replacingOwn(with: answers.components) ?? calendar, answers.outcome)
    }
}

/// An item on its way from one set of answers to the next.
private struct AttendeeAnswers {
    private let now: Instant
    private var item: ItemComponents
    private(set) var isChanged = false
    private var words: [String] = []
    private var refusals: [String] = []

    init(_ editor: ItemEditor) {
        now = editor.now
        item = ItemComponents(editor)
    }

    var components: [Component] { item.components }

    var outcome: MessageOutcome {
        if isChanged { return .init(.answered, (words + refusals).joined(separator: ", ")) }
        return refusals.isEmpty
            ? .init(.unchanged, "nothing new, the answer is noted already")
            : .init(.ignored, refusals.joined(separator: ", "))
    }

    /// Takes in an answer about the whole item, or about one occurrence.
    mutating func take(_ reply: Component) throws(StoreError) {
        guard let id = Event(reply).recurrenceID else {
            let place = components.firstIndex { $0.first("RECURRENCE-ID") == nil }
            let before = place.map { components[$0] }
            guard let place else {
                for place in components.indices { answer(reply, at: place) }
                return
            }
            answer(reply, at: place)
            // Who said nothing else of an occurrence means it too.
            for other in components.indices where other != place {
                answer(reply, at: other, where: before)
            }
            return
        }
        guard let place = try item.place(of: id, in: reply) else {
            refusals.append("the series has no occurrence at \(id.words)")
            return
        }
        let isLast = item.isNew(place) && place == components.count - 1
        let wasChanged = isChanged
        isChanged = false
        answer(reply, at: place)
        // What says nothing else than its series is not needed.
        if !isChanged, isLast { item.removeLast() }
        isChanged = isChanged || wasChanged
    }

    /// Notes an answer in a component; of an occurrence only where the attendee said there what they said of the series.
    private mutating func answer(_ reply: Component, at place: Int, where series: Component? = nil) {
        let old = components[place]
        guard reply.revisionNumber >= old.revisionNumber else {
            if series == nil {
                refusals.append(
                    "an answer to SEQUENCE \(reply.revisionNumber), which is older than \(old.revisionNumber)"
                )
            }
            return
        }
        var event = Event(old)
        var attendees = event.attendees
        let before = series.map { Event($0).attendees } ?? []
        for answer in Event(reply).attendees {
            let name = answer.email ?? answer.uri
            guard answer.status != .unknown else {
                refusals.append("\(name): unknown PARTSTAT")
                continue
            }
            let stamp = answer.replyStamp(of: reply)
            if let known = attendees.firstIndex(where: { $0.key == answer.key }) {
                if series != nil,
                    before.first(where: { $0.key == answer.key })?.status != attendees[known].status
                {
                    continue
                }
                if let last = attendees[known].replyStamp, let stamp, stamp < last {
                    if series == nil {
                        refusals.append("\(name): an older answer than the one that is noted")
                    }
                    continue
                }
                let was = attendees[known]
                attendees[known].takeAnswer(of: answer)
                if let stamp { attendees[known].replyStamp = stamp }
                if attendees[known] != was, series == nil { words.append("\(name) \(answer.status.words)") }
            } else if let from = answer.delegators.first(where: { delegator in
                attendees.contains { $0.key == Attendee.key(of: delegator) }
            }) {
                attendees.append(answer)
                if series == nil {
                    words.append("\(name) \(answer.status.words), for \(Attendee.key(of: from))")
                }
            } else if series == nil {
                refusals.append("\(name) is not one of its attendees")
            }
        }
        guard attendees != event.attendees else { return }
        event.attendees = attendees
        event.component.revise(from: nil, at: now)
        item.components[place] = event.component
        isChanged = true
    }
}

extension Attendee {
    /// What tells attendees apart: the mail address, or else the address as written, whatever the case.
    var key: String { (email ?? uri).lowercased() }

    /// The same of an address as a parameter has it.
    static func key(of address: String) -> String {
        Attendee(Property("ATTENDEE", .calendarAddress(address))).key
    }

    /// Takes over what another form of the attendee answered.
    mutating func takeAnswer(of other: Attendee) {
        status = other.status
        if !other.delegates.isEmpty { delegates = other.delegates }
        if !other.delegators.isEmpty { delegators = other.delegators }
    }

    /// When the answer that is noted was sent, as Apple's servers keep it: an older one that arrives later is known by it.
    fileprivate var replyStamp: String? {
        get { property.parameters.first { $0.name == Self.replyStampName }?.values.first }
        set {
            property.parameters.removeAll { $0.name == Self.replyStampName }
            if let newValue { property.parameters.append(Parameter(Self.replyStampName, newValue)) }
        }
    }

    private static let replyStampName = "X-CALENDARSERVER-DTSTAMP"

    /// When an answer was sent.
    fileprivate func replyStamp(of reply: Component) -> String? {
        Event(reply).stamp.map { stamp in stamp.description.filter { $0 != "-" && $0 != ":" } }
    }
}

extension Attendee.Status {
    /// What an attendee did, for people.
    fileprivate var words: String {
        switch self {
        case .accepted: "accepted"
        case .declined: "declined"
        case .tentative: "accepted tentatively"
        case .delegated: "delegated it"
        case .completed: "completed it"
        case .inProcess: "is at it"
        case .pending: "has not answered"
        case .unknown: "gave an unknown answer"
        }
    }
}
