package import ICalendar

// Whom a message speaks for, and who sent it.
extension ItemMessage {
    /// Returns the reason to refuse a message whose organizer differs from the item's (RFC 5546 section 6.1).
    ///
    /// Returns `nil` if they match or either is unknown.
    func otherOrganizer(than item: StoredItem) -> String? {
        func organizer(of components: [Component]) -> String? {
            components.lazy.compactMap { Event($0).organizer }.first?.key
        }
        guard method != nil, let old = organizer(of: item.own) else { return nil }
        guard let new = organizer(of: components) else {
            // A change to a whole meeting must name its organizer (section 3.2.2), but many omit it for single
            // occurrences.
            let isWhole = components.contains { $0.first("RECURRENCE-ID") == nil }
            guard isWhole, method == .request || method == .publish else { return nil }
            return "the message has no ORGANIZER, but the stored item has \(Words.short(old))"
        }
        if new == old { return nil }
        return "the organizer is \(Words.short(new)), but that of the stored item is \(Words.short(old))"
    }

    /// Whether the organizer sends messages with this METHOD; attendees send the others.
    private var isOfOrganizer: Bool {
        switch method {
        case nil, .publish, .request, .add, .cancel, .declineCounter: true
        case .reply, .refresh, .counter: false
        }
    }

    /// Returns the problem if the sender of a mail is not the organizer or attendee that the message speaks for.
    ///
    /// Returns `nil` if the sender is unknown, or the user. Someone who sends on behalf of another (SENT-BY, RFC 5545
    /// section 3.2.18) must be known from the stored item or have an address in the same domain, as anyone can write
    /// the parameter.
    package func wrongSender(over stored: [Component] = [], _ context: MessageContext) -> String? {
        guard method != nil, let sender else { return nil }
        let key = Attendee.key(of: CalendarAddress.mailto(sender))
        if context.users.contains(key) { return nil }
        let speakers = speakers(over: stored)
        guard let first = speakers.first else { return nil }
        let isRight = speakers.contains { speaker in
            if speaker.key == key { return true }
            guard speaker.sentBy == key else { return false }
            if speaker.key.isInDomain(of: key) { return true }
            return stored.contains { component in
                component.properties.contains { property in
                    property.name == speaker.property.name && Attendee(property).key == speaker.key
                        && Attendee(property).sentBy == key
                }
            }
        }
        if isRight || stored.isEmpty && isDelegation(by: key) { return nil }
        let role = isOfOrganizer ? "the organizer" : "the attendee"
        return "sent by \(Words.short(sender)), not by \(role) \(Words.short(first.shownName))"
    }

    private func speakers(over stored: [Component]) -> [Attendee] {
        if !isOfOrganizer { return components.flatMap { Event($0).attendees } }
        let organizers = components.compactMap { Event($0).organizer }
        return (organizers.isEmpty ? stored.compactMap { Event($0).organizer } : organizers).map {
            Attendee($0.property)
        }
    }

    /// Whether an attendee passes the invitation on to a delegate (RFC 5546 section 3.2.2.3).
    private func isDelegation(by key: String) -> Bool {
        method == .request
            && components.contains { component in
                Event(component).attendees.contains { $0.key == key && !$0.delegates.isEmpty }
            }
    }

    /// Returns the outcome of a message that asks for a decision and changes nothing: REFRESH, COUNTER or
    /// DECLINECOUNTER (RFC 5546 sections 3.2.6 to 3.2.8).
    func requestOutcome(about item: StoredItem, _ context: MessageContext) -> MessageOutcome {
        let organizer = item.own.lazy.compactMap { Event($0).organizer }.first
        if method == .declineCounter {
            let comment = components.lazy.compactMap { $0.text("COMMENT") }.first
            let words = comment.map { ": \(Words.short($0))" } ?? ""
            return .init(.proposalDeclined, "the organizer keeps the stored revision\(words)")
        }
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

    private func proposal(by name: String, about item: StoredItem) -> MessageOutcome {
        var words = ShortList()
        for component in components {
            let id = Event(component).recurrenceID
            let place = item.own.first { Event($0).recurrenceID == id } ?? item.master
            guard let stored = place else { continue }
            guard component.revisionNumber >= stored.revisionNumber else {
                return .init(
                    .ignored,
                    "the proposal is for SEQUENCE \(component.revisionNumber), but the stored item has SEQUENCE "
                        + "\(stored.revisionNumber)"
                )
            }
            let occurrence = id.map { " (\($0.words))" } ?? ""
            let names = PropertyChanges.times.union(["LOCATION", "SUMMARY", "RRULE", "ATTENDEE"])
            var changed = names.filter { component.first($0) != nil && component.all($0) != stored.all($0) }
            // Most programs send only the attendee who proposes.
            let invited = Set(Event(stored).attendees.map(\.key))
            if Event(component).attendees.allSatisfy({ invited.contains($0.key) }) {
                changed.remove("ATTENDEE")
            }
            if let start = Event(component).start, !changed.isDisjoint(with: PropertyChanges.times) {
                let end = (Event(component).end ?? Todo(component).due).map { " to \($0.words)" } ?? ""
                words.append("\(name) proposes \(start.words)\(end)\(occurrence)")
            } else {
                let list =
                    changed.isEmpty ? "a change" : "another \(changed.sorted().joined(separator: ", "))"
                words.append("\(name) proposes \(list)\(occurrence)")
            }
        }
        return .init(.proposed, words.text)
    }
}

extension String {
    fileprivate func isInDomain(of other: String) -> Bool {
        guard let at = lastIndex(of: "@"), let its = other.lastIndex(of: "@") else { return false }
        return self[at...] == other[its...]
    }
}
