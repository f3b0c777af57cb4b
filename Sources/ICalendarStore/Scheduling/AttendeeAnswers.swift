import ICalendar

/// A merge of replies into an item.
///
/// Attendees are looked up in a table, as an item and a message may each have thousands.
struct AttendeeAnswers: MessageMerge {
    private let now: Instant
    private var merged: ItemComponents
    private let whole: Int?
    private var attendees: [[Attendee]] = []
    private var indices: [Entry: Int] = [:]
    private var places: [String: [Int]] = [:]
    private var changed: Set<Int> = []
    private var words = ShortList()
    private var refusals = ShortList()

    private struct Entry: Hashable {
        let key: String
        let place: Int
    }

    private struct Answer {
        let attendee: Attendee
        let key: String
        let delegators: [String]
        let stamp: String?
        let revision: Int

        var asDelegate: Attendee {
            var delegate = attendee
            if let stamp { delegate.replyStamp = stamp }
            return delegate
        }
    }

    /// Records replies (METHOD:REPLY, RFC 5546 section 3.2.3).
    init(_ message: ItemMessage, to item: StoredItem) throws(StoreError) {
        now = item.now
        merged = ItemComponents(item)
        whole = merged.components.firstIndex { $0.first("RECURRENCE-ID") == nil }
        for place in merged.components.indices { note(place) }
        for reply in message.components { try take(reply) }
    }

    var isChanged: Bool { !changed.isEmpty }

    var components: [Component] {
        var components = merged.components
        for place in changed {
            var event = Event(components[place])
            event.attendees = attendees[place]
            event.component.revise(from: nil, at: now)
            components[place] = event.component
        }
        return components
    }

    var outcome: MessageOutcome {
        if isChanged { return .init(.answered, ShortList.text(words, refusals)) }
        return refusals.isEmpty
            ? .init(.unchanged, "nothing new; this reply is already recorded")
            : .init(.ignored, refusals.text)
    }

    private mutating func take(_ reply: Component) throws(StoreError) {
        guard reply.first("ATTENDEE") != nil else { return refusals.append("the reply has no ATTENDEE") }
        let answers = answers(in: reply)
        guard let id = Event(reply).recurrenceID else {
            let places = whole.map { [$0] } ?? Array(attendees.indices)
            for place in places where mayAnswer(reply, at: place) {
                for answer in answers { record(answer, at: place) }
            }
            return
        }
        guard let place = try merged.place(of: id, in: reply) else {
            return refusals.append("the series has no occurrence at \(id.words)")
        }
        let isMade = place == attendees.count
        if isMade { note(place) }
        guard mayAnswer(reply, at: place) else { return }
        for answer in answers { record(answer, at: place, " (\(id.words))") }
        // An override that is the same as its series is not needed.
        if isMade, !changed.contains(place) { removeLast() }
    }

    private mutating func answers(in reply: Component) -> [Answer] {
        let stamp = Event(reply).stamp.map { stamp in stamp.description.filter { $0 != "-" && $0 != ":" } }
        var answers: [Answer] = []
        for attendee in Event(reply).attendees {
            guard attendee.status != .unknown else {
                refusals.append("\(attendee.shownName): unknown PARTSTAT")
                continue
            }
            answers.append(
                Answer(
                    attendee: attendee,
                    key: attendee.key,
                    delegators: attendee.delegators.map(Attendee.key(of:)),
                    stamp: stamp,
                    revision: reply.revisionNumber
                )
            )
        }
        return answers
    }

    private mutating func mayAnswer(_ reply: Component, at place: Int) -> Bool {
        let (answered, stored) = (reply.revisionNumber, merged.components[place].revisionNumber)
        if answered >= stored { return true }
        refusals.append("the reply is for SEQUENCE \(answered), but the stored item has SEQUENCE \(stored)")
        return false
    }

    /// Records an answer in a component.
    ///
    /// An answer about the whole series also applies to each override in which the attendee had the same status as in
    /// the series.
    private mutating func record(_ answer: Answer, at place: Int, _ occurrence: String = "") {
        let name = answer.attendee.shownName
        let status = answer.attendee.status.words
        let isOfSeries = place == whole && occurrence.isEmpty
        if let index = indices[Entry(key: answer.key, place: place)] {
            let was = attendees[place][index]
            guard was.isAnswered(before: answer.stamp) else {
                return refusals.append("\(name): older than the reply already recorded")
            }
            if replace(index, at: place, by: answer) { words.append("\(name) \(status)\(occurrence)") }
            guard isOfSeries else { return }
            for other in places[answer.key] ?? [] where other != place && isOpen(other, to: answer) {
                guard let index = indices[Entry(key: answer.key, place: other)] else { continue }
                let attendee = attendees[other][index]
                if attendee.status == was.status, attendee.isAnswered(before: answer.stamp) {
                    replace(index, at: other, by: answer)
                }
            }
            return
        }
        let delegator = answer.delegators.first { indices[Entry(key: $0, place: place)] != nil }
        guard let delegator else { return refusals.append("\(name) is not an attendee") }
        add(answer.asDelegate, at: place)
        words.append("\(name) \(status), on behalf of \(Words.short(delegator))\(occurrence)")
        guard isOfSeries else { return }
        for other in places[delegator] ?? [] where other != place && isOpen(other, to: answer) {
            if indices[Entry(key: answer.key, place: other)] == nil { add(answer.asDelegate, at: other) }
        }
    }

    private func isOpen(_ place: Int, to answer: Answer) -> Bool {
        answer.revision >= merged.components[place].revisionNumber
    }

    @discardableResult
    private mutating func replace(_ index: Int, at place: Int, by answer: Answer) -> Bool {
        let was = attendees[place][index]
        var attendee = was
        attendee.takeAnswer(of: answer.attendee)
        if let stamp = answer.stamp { attendee.replyStamp = stamp }
        guard attendee != was else { return false }
        attendees[place][index] = attendee
        changed.insert(place)
        return true
    }

    // MARK: - The table

    private mutating func note(_ place: Int) {
        attendees.append([])
        for attendee in Event(merged.components[place]).attendees { put(attendee, at: place) }
    }

    private mutating func add(_ attendee: Attendee, at place: Int) {
        guard merged.takeRoom(attendee.size) else {
            return refusals.append("\(attendee.shownName): the item would become too large")
        }
        put(attendee, at: place)
        changed.insert(place)
    }

    private mutating func put(_ attendee: Attendee, at place: Int) {
        let entry = Entry(key: attendee.key, place: place)
        attendees[place].append(attendee)
        // If an attendee is listed twice, the first entry counts.
        guard indices[entry] == nil else { return }
        indices[entry] = attendees[place].count - 1
        places[entry.key, default: []].append(place)
    }

    private mutating func removeLast() {
        let place = attendees.count - 1
        for attendee in attendees.removeLast() {
            guard indices.removeValue(forKey: Entry(key: attendee.key, place: place)) != nil else { continue }
            places[attendee.key]?.removeLast()
        }
        merged.removeLast()
    }
}

extension Attendee {
    /// The key that identifies an attendee: the email address or, without one, the URI, in lower case.
    var key: String { (email ?? uri).lowercased() }

    static func key(of address: String) -> String {
        Attendee(Property("ATTENDEE", .calendarAddress(address))).key
    }

    fileprivate var size: Int {
        property.parameters.reduce(uri.utf8.count + 16) { size, parameter in
            parameter.values.reduce(size + parameter.name.utf8.count) { $0 + $1.utf8.count + 3 }
        }
    }

    fileprivate var shownName: String { Words.short(email ?? uri) }

    fileprivate func isAnswered(before stamp: String?) -> Bool {
        guard let last = replyStamp, let stamp else { return true }
        return last <= stamp
    }

    mutating func takeAnswer(of other: Attendee) {
        status = other.status
        if !other.delegates.isEmpty { delegates = other.delegates }
        if !other.delegators.isEmpty { delegators = other.delegators }
    }

    /// The DTSTAMP of the recorded reply, stored as on Apple's servers, to detect older replies that arrive later.
    fileprivate var replyStamp: String? {
        get { property.parameters.first { $0.name == Self.replyStampName }?.values.first }
        set {
            property.parameters.removeAll { $0.name == Self.replyStampName }
            if let newValue { property.parameters.append(Parameter(Self.replyStampName, newValue)) }
        }
    }

    private static let replyStampName = "X-CALENDARSERVER-DTSTAMP"
}

extension Attendee.Status {
    fileprivate var words: String {
        switch self {
        case .accepted: "accepted"
        case .declined: "declined"
        case .tentative: "accepted tentatively"
        case .delegated: "delegated it"
        case .completed: "completed it"
        case .inProcess: "is working on it"
        case .pending: "has not replied"
        case .unknown: "sent an unknown reply"
        }
    }
}
