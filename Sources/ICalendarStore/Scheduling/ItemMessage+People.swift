package import ICalendar

// The sender of a message, and the people it represents.
extension ItemMessage {
    /// Returns the reason to reject a message whose organizer differs from the item's organizer (RFC 5546 section 6.1).
    ///
    /// Returns `nil` if the organizers match, if either is unknown, or if the input is a file without METHOD.
    func otherOrganizer(than item: StoredItem) -> String? {
        guard method != nil || sender != nil,
            let old = item.own.lazy.compactMap({ Event($0).organizer }).first
        else { return nil }
        // A change to a whole meeting must name its organizer (section 3.2.2). Many programs omit the organizer for
        // single occurrences.
        let mustName = method == nil || method == .request || method == .publish
        for component in components {
            guard let new = Event(component).organizer else {
                guard mustName, component.first("RECURRENCE-ID") == nil else { continue }
                return "the message has no ORGANIZER, but the stored item has \(Words.short(old.key))"
            }
            if new.keys.isDisjoint(with: old.keys) {
                return
                    "the organizer is \(Words.short(new.key)), but the stored item's organizer is \(Words.short(old.key))"
            }
        }
        return nil
    }

    /// Whether messages with this METHOD come from the organizer rather than an attendee.
    private var isOfOrganizer: Bool {
        switch method {
        case nil, .publish, .request, .add, .cancel, .declineCounter: true
        case .reply, .refresh, .counter: false
        }
    }

    /// Returns the reason to distrust an email that does not come from the organizer or attendee it represents.
    ///
    /// Returns `nil` if the message is not an email or was sent by the user. For a stored item, the store determines
    /// the organizer, since anyone can write another organizer's address in a message.
    package func wrongSender(over stored: [Component] = [], _ context: MessageContext) -> String? {
        guard let sender = MessageSender(self, over: stored, context) else { return nil }
        let organizer = stored.lazy.compactMap { Event($0).organizer }.first
        if isOfOrganizer, !stored.isEmpty, organizer == nil, !sender.isUser {
            return "sent by \(sender.words), but the stored item has no organizer"
        }
        for component in components {
            let speakers =
                isOfOrganizer
                ? [organizer ?? Event(component).organizer].compactMap { $0.map { Attendee($0.property) } }
                : Event(component).attendees
            guard let first = speakers.first, !speakers.contains(where: sender.speaks) else { continue }
            if stored.isEmpty, method == .request, sender.delegates(component) { continue }
            let role = isOfOrganizer ? "the organizer" : "the attendee"
            return "sent by \(sender.words), not by \(role) \(Words.short(first.shownName))"
        }
        return nil
    }

    /// Returns the reason to distrust an invitation from another person that names the user as the organizer of an
    /// unknown item.
    func pretense(_ context: MessageContext) -> String? {
        let organizers = components.compactMap { Event($0).organizer?.key }
        guard method == .request, !context.allowsAnySender, !context.users.isDisjoint(with: organizers),
            let reason = wrongSender(context)
        else { return nil }
        return "\(reason), which is you; not added"
    }

    /// Returns the outcome of a message that requests a decision without changing anything: REFRESH, COUNTER, or
    /// DECLINECOUNTER (RFC 5546 sections 3.2.6 to 3.2.8).
    func requestOutcome(about item: StoredItem, _ context: MessageContext) -> MessageOutcome {
        let organizer = item.own.lazy.compactMap { Event($0).organizer }.first
        if method == .declineCounter { return refusalOutcome(about: item, context) }
        if let organizer, !context.users.isEmpty, !context.users.contains(organizer.key) {
            return .init(.ignored, "only the organizer \(Words.short(organizer.key)) can act on it")
        }
        let names = components.flatMap { Event($0).attendees }
        let invited = Set(item.own.flatMap { Event($0).attendees }.map(\.key))
        let asking = sender.map { Attendee.key(of: CalendarAddress.mailto($0)) }
        let attendee = names.first { $0.key == asking } ?? (names.count == 1 ? names.first : nil)
        if let attendee, !invited.contains(attendee.key) {
            return .init(.ignored, "\(attendee.shownName) is not an attendee")
        }
        let name = attendee?.shownName ?? "an attendee"
        if method == .refresh {
            return .init(.refreshRequested, "\(name) asks for the latest revision; send the invitation again")
        }
        return proposal(by: name, about: item)
    }

    /// Returns the outcome of a declined proposal.
    ///
    /// The proposal must be the user's own and refer to the stored revision.
    private func refusalOutcome(about item: StoredItem, _ context: MessageContext) -> MessageOutcome {
        let people = ItemPeople(item.own, users: context.users)
        if people.isOrganizer {
            return .init(.ignored, "you are the organizer, and only attendees make proposals")
        }
        if !context.users.isEmpty {
            guard people.own != nil else { return .init(.ignored, "you are not an attendee") }
            let named = components.flatMap { Event($0).attendees }
            if let first = named.first, context.users.isDisjoint(with: named.map(\.key)) {
                return .init(.ignored, "it declines a proposal by \(first.shownName)")
            }
        }
        for component in components {
            guard let stored = stored(for: component, in: item),
                let reason = outdated(component, than: stored, "the refusal")
            else { continue }
            return .init(.ignored, reason)
        }
        let comment = components.lazy.compactMap { $0.text("COMMENT") }.first
        let words = comment.map { ": \(Words.short($0))" } ?? ""
        return .init(.proposalDeclined, "the organizer keeps the stored revision\(words)")
    }

    private func stored(for component: Component, in item: StoredItem) -> Component? {
        let id = Event(component).recurrenceID
        return item.own.first { Event($0).recurrenceID == id } ?? item.master
    }

    private func outdated(_ component: Component, than stored: Component, _ what: String) -> String? {
        guard component.revisionNumber < stored.revisionNumber else { return nil }
        return "\(what) is for SEQUENCE \(component.revisionNumber), but the stored item has SEQUENCE "
            + "\(stored.revisionNumber)"
    }

    private func proposal(by name: String, about item: StoredItem) -> MessageOutcome {
        var words = ShortList()
        for component in components {
            guard let stored = stored(for: component, in: item) else { continue }
            if let reason = outdated(component, than: stored, "the proposal") {
                return .init(.ignored, reason)
            }
            let occurrence =
                Event(component).recurrenceID.map { " (\($0.words(in: item.displayZone)))" } ?? ""
            let names = PropertyChanges.times.union(["LOCATION", "SUMMARY", "RRULE", "ATTENDEE"])
            var changed = names.filter { component.first($0) != nil && component.all($0) != stored.all($0) }
            // Outlook uses its own time zone names and adds `New Time Proposed:` before the title.
            if item.times(of: component) == item.times(of: stored) { changed.subtract(PropertyChanges.times) }
            // Most programs include only the attendee who proposes the change.
            let invited = Set(Event(stored).attendees.map(\.key))
            if Event(component).attendees.allSatisfy({ invited.contains($0.key) }) {
                changed.remove("ATTENDEE")
            }
            if let start = Event(component).start, !changed.isDisjoint(with: PropertyChanges.times) {
                let end = (Event(component).end ?? Todo(component).due).map { time in
                    " to \(time.words(in: item.displayZone))"
                }
                let time = start.words(in: item.displayZone)
                words.append("\(name) proposes \(time)\(end ?? "")\(occurrence)")
            } else {
                let list =
                    changed.isEmpty ? "a change" : "another \(changed.sorted().joined(separator: ", "))"
                words.append("\(name) proposes \(list)\(occurrence)")
            }
        }
        return .init(.proposed, words.text)
    }
}

/// The sender of an email, and the people on whose behalf the sender may act.
struct MessageSender {
    private let address: String
    private let key: String
    fileprivate let isUser: Bool
    private let known: Set<Representation>

    /// A person in the stored item with a second accepted address: the address of a representative (SENT-BY, RFC 5545
    /// section 3.2.18), or the address in EMAIL.
    private struct Representation: Hashable {
        let role: String
        let key: String
        let sender: String
    }

    /// Creates the sender of a message.
    ///
    /// Returns nil if the message is not an email.
    init?(_ message: ItemMessage, over stored: [Component], _ context: MessageContext) {
        guard let sender = message.sender else { return nil }
        address = sender
        key = Attendee.key(of: CalendarAddress.mailto(sender))
        isUser = context.users.contains(key)
        var known: Set<Representation> = []
        for property in (stored.isEmpty ? message.components : stored).lazy.flatMap(\.properties)
        where ["ORGANIZER", "ATTENDEE"].contains(property.name) {
            let person = Attendee(property)
            var senders = person.keys.subtracting([person.key])
            // Do not trust the message itself, since anyone can write SENT-BY.
            if !stored.isEmpty, let sender = person.sentBy { senders.insert(sender) }
            for sender in senders {
                known.insert(Representation(role: property.name, key: person.key, sender: sender))
            }
        }
        self.known = known
    }

    var words: String { address.isEmpty ? "an unknown sender" : Words.short(address) }

    /// Returns whether the sender is this person, the user, or a representative of this person in the stored item.
    func speaks(for person: Attendee) -> Bool {
        isUser || person.key == key
            || known.contains(Representation(role: person.property.name, key: person.key, sender: key))
    }

    /// Returns whether the sender is an attendee who delegates the invitation (RFC 5546 section 3.2.2.3).
    fileprivate func delegates(_ component: Component) -> Bool {
        Event(component).attendees.contains { $0.key == key && !$0.delegates.isEmpty }
    }
}
