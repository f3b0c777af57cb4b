import ICalendar

/// Merges replies into an item.
///
/// Attendees are looked up in a table, since an item or message may have thousands of them.
struct AttendeeAnswers: MessageMerge {
    private let now: Instant
    private let context: MessageContext
    private let isOfUser: Bool
    /// The sender of an email, or nil if all ATTENDEE lines in the reply count.
    private let sender: MessageSender?
    private var merged: ItemComponents
    private let whole: Int?
    private var attendees: [[Attendee]] = []
    private var indices: [Entry: Int] = [:]
    private var places: [String: [Int]] = [:]
    /// The delegators, keyed by delegate.
    ///
    /// A delegate may reply without naming the delegator.
    private var delegators: [Entry: String] = [:]
    private var delegations: [String: [Int]] = [:]
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
        /// Whether this is the sender's own answer rather than another person's.
        let isOfSender: Bool

        var asDelegate: Attendee {
            var delegate = attendee
            guard isOfSender else {
                delegate.status = .pending
                return delegate
            }
            if let stamp { delegate.replyStamp = stamp }
            return delegate
        }
    }

    /// Records replies (METHOD:REPLY, RFC 5546 section 3.2.3).
    init(_ message: ItemMessage, to item: StoredItem, _ context: MessageContext) throws(StoreError) {
        now = item.now
        self.context = context
        isOfUser =
            message.sender.map { context.users.contains(Attendee.key(of: CalendarAddress.mailto($0))) }
            ?? false
        sender = context.allowsAnySender ? nil : MessageSender(message, over: item.own, context)
        merged = ItemComponents(item)
        whole = merged.components.firstIndex { !$0.isOverride }
        for place in merged.components.indices { note(place) }
        for reply in message.components { try take(reply) }
    }

    var isChanged: Bool { !changed.isEmpty }

    var components: [Component] {
        var components = merged.components
        for place in changed {
            var event = Event(components[place])
            event.attendees = attendees[place]
            event.component.noteModified(at: now)
            components[place] = event.component
        }
        return components
    }

    var outcome: MessageOutcome {
        if isChanged { return .init(.answered, ShortList.text(words, refusals)) }
        return refusals.isEmpty
            ? .init(known: "; this reply is already recorded")
            : .init(.ignored, refusals.text)
    }

    private mutating func take(_ reply: Component) throws(StoreError) {
        guard reply.first("ATTENDEE") != nil else { return refusals.append("the reply has no ATTENDEE") }
        let answers = answers(in: reply)
        if let reason = contradiction(among: answers) { return refusals.append(reason) }
        guard let id = Event(reply).recurrenceID else {
            let places = whole.map { [$0] } ?? Array(attendees.indices)
            for place in places {
                let isOpen = mayAnswer(reply, at: place)
                for answer in answers {
                    if isOpen { record(answer, at: place) } else { passOn(answer) }
                }
            }
            return
        }
        let isRange = reply.isForAllThatFollow
        var found = isRange ? try merged.range(from: id, in: reply) : nil
        if found == nil { found = try merged.place(of: id, in: reply) }
        guard let place = found else {
            return refusals.append("the series has no occurrence at \(merged.words(of: id, in: reply))")
        }
        let isMade = place == attendees.count
        if isMade {
            merged.components[place].holdsOnlyReplies = true
            note(place)
        }
        let first = isRange ? merged.key(of: id, in: reply) : nil
        if mayAnswer(reply, at: place) {
            let time = merged.words(of: id, in: reply) + (isRange ? " and all that follow" : "")
            for answer in answers { record(answer, at: place, " (\(time))", from: first) }
        } else if isRange {
            for answer in answers { passOn(answer, from: first) }
        }
        // An override that is equal to its series is redundant.
        if isMade, !changed.contains(place) { removeLast() }
    }

    /// Returns the reason why the answers cannot come from one attendee and, possibly, a delegate.
    private func contradiction(among answers: [Answer]) -> String? {
        let keys = Set(answers.map(\.key))
        let speakers = answers.filter { keys.isDisjoint(with: $0.delegators) }
        if speakers.count > 1 { return "the reply is for \(speakers.count) attendees; only 1 is allowed" }
        let isCircle = answers.contains { answer in
            let delegates = answer.attendee.delegates.map(Attendee.key(of:))
            return delegates.contains(answer.key) || !Set(delegates).isDisjoint(with: answer.delegators)
        }
        return isCircle || speakers.isEmpty && !answers.isEmpty
            ? "the reply contains a circular delegation" : nil
    }

    private mutating func answers(in reply: Component) -> [Answer] {
        let stamp = Event(reply).stamp.map { stamp in stamp.description.filter { $0 != "-" && $0 != ":" } }
        var answers: [Answer] = []
        for attendee in Event(reply).attendees {
            guard attendee.status != .unknown else {
                refusals.append("\(attendee.shownName): unknown PARTSTAT")
                continue
            }
            guard isOfUser || !context.users.contains(attendee.key) else {
                refusals.append("\(attendee.shownName): a message cannot change your own reply")
                continue
            }
            answers.append(
                Answer(
                    attendee: attendee,
                    key: attendee.key,
                    delegators: attendee.delegators.map(Attendee.key(of:)),
                    stamp: stamp,
                    revision: reply.revisionNumber,
                    isOfSender: sender.map { $0.speaks(for: attendee) } ?? true
                )
            )
        }
        // The sender may name a delegate on another line.
        return answers.filter(\.isOfSender) + answers.filter { !$0.isOfSender }
    }

    private mutating func mayAnswer(_ reply: Component, at place: Int) -> Bool {
        let (answered, stored) = (reply.revisionNumber, merged.components[place].revisionNumber)
        if answered >= stored { return true }
        refusals.append("the reply is for SEQUENCE \(answered), but the stored item has SEQUENCE \(stored)")
        return false
    }

    /// Records an answer in a component.
    ///
    /// In an email from a delegate, the delegator's line only repeats the delegator's earlier reply and is ignored. A
    /// new attendee must be named by a stored delegator or, if the message is not an email, by the reply. An answer to
    /// the whole series, or to all occurrences from a slot on, also applies to each of its overrides that has the same
    /// revision and no later answer.
    private mutating func record(
        _ answer: Answer,
        at place: Int,
        _ occurrence: String = "",
        from first: Int? = nil
    ) {
        let name = answer.attendee.shownName
        let status = answer.attendee.status.words
        let isOfSeries = place == whole && occurrence.isEmpty || first != nil
        if let index = indices[Entry(key: answer.key, place: place)] {
            guard answer.isOfSender else { return }
            let was = attendees[place][index]
            if !was.isAnswered(before: answer.attendee, at: answer.stamp) {
                refusals.append("\(name): older than the reply already recorded")
                noteFormerDelegates(of: answer, index, at: place)
            } else if closesCircle(answer, at: place) {
                return refusals.append("\(name): the reply would make a circular delegation")
            } else {
                if replace(index, at: place, by: answer) { words.append("\(name) \(status)\(occurrence)") }
            }
            if isOfSeries { passOn(answer, from: first) }
            return
        }
        let delegator = delegator(of: answer, at: place)
        guard delegator != nil || context.admitsUninvited && answer.isOfSender else {
            return refusals.append("\(name) is not an attendee")
        }
        add(answer.asDelegate, at: place)
        let source = delegator.map { "on behalf of \(Words.short($0))" } ?? "although not invited"
        let done = answer.isOfSender ? status : Attendee.Status.pending.words
        words.append("\(name) \(done), \(source)\(occurrence)")
        guard isOfSeries else { return }
        if delegator == nil {
            for other in attendees.indices where isOpen(other, to: answer, from: first) {
                if indices[Entry(key: answer.key, place: other)] == nil { add(answer.asDelegate, at: other) }
            }
        }
        passOn(answer, from: first)
    }

    /// Applies an answer to the series to its overrides, beginning with a slot if the answer does.
    ///
    /// Overrides older than the series still belong to the answered revision. For a newer override, both the delegate
    /// and the delegator must reply again.
    private mutating func passOn(_ answer: Answer, from first: Int? = nil) {
        var delegated = delegations[answer.key] ?? []
        if sender == nil { for key in answer.delegators { delegated += places[key] ?? [] } }
        for other in delegated where other != whole && isOpen(other, to: answer, from: first) {
            if indices[Entry(key: answer.key, place: other)] == nil, delegator(of: answer, at: other) != nil {
                add(answer.asDelegate, at: other)
            }
        }
        guard answer.isOfSender else { return }
        for other in places[answer.key] ?? [] where other != whole && isOpen(other, to: answer, from: first) {
            guard let index = indices[Entry(key: answer.key, place: other)] else { continue }
            if !attendees[other][index].isAnswered(before: answer.attendee, at: answer.stamp) {
                noteFormerDelegates(of: answer, index, at: other)
            } else if !closesCircle(answer, at: other) {
                replace(index, at: other, by: answer)
            }
        }
    }

    /// Returns whether an answer would create a delegation cycle, directly or indirectly.
    ///
    /// The latest delegation in a cycle is ignored. If an earlier delegation arrives afterward, the latest one is
    /// removed.
    private mutating func closesCircle(_ answer: Answer, at place: Int) -> Bool {
        var (next, seen) = (answer.attendee.delegates.map(Attendee.key(of:)), Set<String>())
        var from: [String: String] = [:]
        while let key = next.popLast() {
            guard let index = indices[Entry(key: key, place: place)], seen.insert(key).inserted else {
                continue
            }
            for delegate in attendees[place][index].delegates.map(Attendee.key(of:)) {
                if delegate != answer.key {
                    from[delegate] = from[delegate] ?? key
                    next.append(delegate)
                    continue
                }
                var (circle, link) = ([index], key)
                while let earlier = from[link], earlier != key, circle.count <= seen.count {
                    if let index = indices[Entry(key: earlier, place: place)] { circle.append(index) }
                    link = earlier
                }
                func stamp(_ index: Int) -> String { attendees[place][index].replyStamp ?? "" }
                guard let latest = circle.max(by: { stamp($0) < stamp($1) }), let own = answer.stamp,
                    stamp(latest) > own
                else { return true }
                attendees[place][latest] = attendees[place][latest].withoutAnswer
                changed.insert(place)
            }
        }
        return false
    }

    private func delegator(of answer: Answer, at place: Int) -> String? {
        let named =
            sender == nil ? answer.delegators.first { indices[Entry(key: $0, place: place)] != nil } : nil
        return named ?? delegators[Entry(key: answer.key, place: place)]
    }

    /// Keeps the delegates named in an outdated answer, who may have replied in the meantime.
    private mutating func noteFormerDelegates(of answer: Answer, _ index: Int, at place: Int) {
        var attendee = attendees[place][index]
        attendee.noteFormerDelegates(answer.attendee.delegates)
        guard attendee != attendees[place][index] else { return }
        attendees[place][index] = attendee
        noteDelegates(of: attendee, at: place)
        changed.insert(place)
    }

    private func isOpen(_ place: Int, to answer: Answer, from first: Int?) -> Bool {
        guard first == nil || merged.key(at: place) ?? .min >= first ?? .min else { return false }
        return answer.revision >= merged.components[place].revisionNumber
    }

    @discardableResult
    private mutating func replace(_ index: Int, at place: Int, by answer: Answer) -> Bool {
        let was = attendees[place][index]
        var attendee = was
        attendee.takeAnswer(of: answer.attendee)
        if let stamp = answer.stamp { attendee.replyStamp = stamp }
        guard attendee != was else { return false }
        attendees[place][index] = attendee
        noteDelegates(of: attendee, at: place)
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
        attendees[place].append(attendee)
        noteDelegates(of: attendee, at: place)
        // If an attendee is listed twice, the first entry counts.
        for key in attendee.keys where indices[Entry(key: key, place: place)] == nil {
            indices[Entry(key: key, place: place)] = attendees[place].count - 1
            places[key, default: []].append(place)
        }
    }

    private mutating func noteDelegates(of attendee: Attendee, at place: Int) {
        for delegate in attendee.delegates + attendee.formerDelegates {
            let entry = Entry(key: Attendee.key(of: delegate), place: place)
            if delegators.updateValue(attendee.key, forKey: entry) == nil {
                delegations[entry.key, default: []].append(place)
            }
        }
    }

    private mutating func removeLast() {
        let place = attendees.count - 1
        for attendee in attendees.removeLast() {
            for key in attendee.keys where indices.removeValue(forKey: Entry(key: key, place: place)) != nil {
                places[key]?.removeLast()
            }
            for key in (attendee.delegates + attendee.formerDelegates).map(Attendee.key(of:))
            where delegators.removeValue(forKey: Entry(key: key, place: place)) != nil {
                delegations[key]?.removeLast()
            }
        }
        merged.removeLast()
    }
}

extension Attendee.Status {
    var words: String {
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
