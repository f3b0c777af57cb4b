package import ICalendar

/// The settings for processing a message.
package struct MessageContext: Sendable {
    /// The keys of the user's own addresses; see ``Attendee/key``.
    package var users: Set<String> = []
    /// Whether a reply from an uninvited person adds that person as an attendee.
    package var admitsUninvited = false
    /// Whether a message applies even if it represents somebody other than its sender.
    package var allowsAnySender = false
    /// Whether the calendar server delivered the message.
    ///
    /// A server may have already applied the messages that it delivers.
    package var isOfServer = false
    /// Whether the message redefines one of the stored item's time zones.
    ///
    /// If the definitions differ, equal local times may be different instants.
    package var changesZones = false
    /// The message's METHOD if RFC 5546 does not define it.
    package var unknownMethod: String?
    /// Whether a later revision may add the first alarms.
    ///
    /// Only a file without another organizer is the user's own.
    var takesAlarms = true

    package init(users: some Sequence<String> = []) {
        self.users = Attendee.keys(ofEmails: users)
    }
}

/// An iTIP message about one item (RFC 5546): the METHOD, and components with the same UID and type.
package struct ItemMessage: Sendable {
    /// The message's METHOD.
    ///
    /// A calendar without METHOD (`nil`) is treated as PUBLISH.
    package let method: SchedulingMethod?
    package let components: [Component]
    /// The sender's email address.
    ///
    /// The value is empty if the email names no sender or several, and nil if the message is not an email.
    package let sender: String?

    package init(_ method: SchedulingMethod?, _ components: [Component], sender: String? = nil) {
        self.method = method
        self.components =
            method == nil && sender == nil ? components : components.map(\.withoutRecords)
        self.sender = sender
    }

    /// Whether the message describes a whole item rather than only occurrences.
    package var isWhole: Bool { mayAdd && components.contains { !$0.isOverride } }

    package var mayAdd: Bool { method == nil || method == .publish || method == .request }

    /// The purpose of a message that cannot add an item, such as `a reply (METHOD:REPLY) to an invitation`, or `nil`
    /// for a message that can.
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

    /// Applies the message to an item.
    ///
    /// The item's calendar must define the time zones used in the message.
    ///
    /// If the message does not apply, the calendar remains unchanged.
    func applied(
        to item: StoredItem,
        in context: MessageContext = MessageContext()
    ) throws(StoreError) -> (calendar: CalendarObject, outcome: MessageOutcome) {
        let readable = components.filter { !$0.isOverride || Event($0).recurrenceID != nil }
        guard readable.count == components.count else {
            let problem = "RECURRENCE-ID is not a date or time"
            guard !readable.isEmpty else { return (item.calendar, .init(.ignored, problem)) }
            var result = try ItemMessage(method, readable, sender: sender).applied(to: item, in: context)
            result.outcome.guesses.append("\(problem); occurrence skipped")
            return result
        }
        let named = namingSlots(of: item)
        var result = try (named ?? self).merged(into: item, context)
        result.outcome.guesses += guesses(over: item)
        if named != nil {
            let guess = "RECURRENCE-ID is a midnight without an occurrence of the series; matched by day"
            result.outcome.guesses.append(guess)
        }
        if result.outcome.action == .cancelled, let guess = guessedRecipient(of: item, context) {
            result.outcome.guesses.append(guess)
        }
        return result
    }

    /// Returns a warning if the message identifies occurrences in a different form from the series.
    private func guesses(over item: StoredItem) -> [String] {
        let whole = mayAdd ? components.first { !$0.isOverride } : nil
        guard let slots = (whole ?? item.master).flatMap(item.slots(of:)) else { return [] }
        let matched = components.compactMap { Event($0).recurrenceID }.filter { id in
            id.isDate != slots.isAllDay && slots.slot(withKey: slots.key(ofSlotNamed: id)) != nil
        }
        guard let first = matched.first else { return [] }
        let more = matched.count > 1 ? ", and \(matched.count - 1) more" : ""
        return [first.matchedByDay(inAllDaySeries: slots.isAllDay) + more]
    }

    private func merged(
        into item: StoredItem,
        _ context: MessageContext
    ) throws(StoreError) -> (calendar: CalendarObject, outcome: MessageOutcome) {
        func ignored(_ reason: String) -> (CalendarObject, MessageOutcome) {
            (item.calendar, .init(.ignored, reason))
        }
        if let method = context.unknownMethod {
            return ignored("unknown METHOD '\(Words.short(method))'; message not applied")
        }
        if let reason = otherOrganizer(than: item) { return ignored(reason) }
        if let reason = wrongSender(over: item.own, context), !context.allowsAnySender {
            return ignored("\(reason); not applied")
        }
        if context.isOfServer, isShown(by: item) {
            return (item.calendar, .init(.unchanged, "the server has applied it"))
        }
        if mayAdd, !item.rivals.isEmpty || isAmbiguous(over: item) {
            let known = Set(item.calendar.component.components.lazy.filter(item.isOwn).map(\.unstamped))
            let isKnown = components.allSatisfy { known.contains($0.unstamped) }
            return isKnown ? (item.calendar, .known) : ignored(Self.several)
        }
        guard item.rivals.isEmpty else { return ignored(Self.several) }
        let merge: any MessageMerge
        switch method {
        case nil, .publish, .request:
            merge = try RevisionMerge(revised(item, by: components), to: item, context)
        case .add:
            guard item.master != nil else { return ignored("the stored item has no series to add to") }
            guard let instances = addedInstances else {
                return ignored("METHOD:ADD adds single instances, but this one has a rule, dates or no start")
            }
            merge = try RevisionMerge(revised(item, by: instances), to: item, context, addsDates: true)
        case .cancel:
            merge = try Cancellation(self, of: item, context)
        case .reply:
            merge = try AttendeeAnswers(self, to: item, context)
        case .refresh, .counter, .declineCounter:
            return (item.calendar, requestOutcome(about: item, context))
        }
        guard merge.isChanged else { return (item.calendar, merge.outcome) }
        return (try item.replacingOwn(with: merge.components) ?? item.calendar, merge.outcome)
    }

    /// Returns the message with the RECURRENCE-ID values that its occurrences have in the series, or nil if it already
    /// has them.
    ///
    /// Some versions of Exchange identify an occurrence by midnight on its day.
    private func namingSlots(of item: StoredItem) -> ItemMessage? {
        func midnight(_ component: Component) -> EventTime? {
            guard let id = Event(component).recurrenceID, !id.isDate, !id.isUTC else { return nil }
            return id.civil.secondNumber % 86_400 == 0 ? id : nil
        }
        guard components.contains(where: { midnight($0) != nil }), let master = item.master,
            StoredItem.recurs(master), let parts = SeriesParts(item), !parts.slots.isAllDay
        else { return nil }
        let named = components.map { component in
            guard let id = midnight(component),
                parts.slots.slot(withKey: parts.slots.key(ofSlotNamed: id)) == nil
            else { return component }
            let key = parts.slots.key(ofSlotNamed: .date(id.civil.date))
            guard parts.slots.slot(withKey: key) != nil else { return component }
            var new = component
            var name = Property("RECURRENCE-ID", at: parts.name(ofSlot: key))
            name.parameters +=
                component.first("RECURRENCE-ID")?.parameters.filter { $0.name == "RANGE" } ?? []
            new.replace("RECURRENCE-ID", with: [name])
            return new
        }
        return named == components ? nil : ItemMessage(method, named, sender: sender)
    }

    private static let several = "more than one item has this UID"

    private func revised(_ item: StoredItem, by components: [Component]) -> StoredItem {
        item.changed(to: item.calendar.with(components), uid: item.uid, knownAs: nil)
    }

    private func isAmbiguous(over item: StoredItem) -> Bool {
        !revised(item, by: components).rivals.isEmpty
    }

    /// The components of METHOD:ADD as occurrences of the series (RFC 5546 section 3.2.4), or nil if any of them cannot
    /// be an occurrence.
    private var addedInstances: [Component]? {
        var instances: [Component] = []
        for component in components {
            guard !StoredItem.recurs(component), component.first("RECURRENCE-ID") == nil,
                let start = Event(component).start ?? Todo(component).due
            else { return nil }
            var instance = component
            instance.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: start)])
            instances.append(instance)
        }
        return instances
    }
}

protocol MessageMerge {
    var isChanged: Bool { get }
    var components: [Component] { get }
    var outcome: MessageOutcome { get }
}

// Messages that a calendar server delivers and usually applies itself (RFC 6638 section 4.1).
extension ItemMessage {
    /// Returns whether an item already reflects the message.
    ///
    /// Contents are compared, since servers change DTSTAMP and SEQUENCE when they apply a message.
    func isShown(by item: StoredItem) -> Bool {
        var items = ItemComponents(item)
        return components.allSatisfy { component in
            let own: Component?
            if let id = Event(component).recurrenceID {
                let isRange = component.isForAllThatFollow
                let place = (try? items.place(of: id, in: component, forAllThatFollow: isRange)) ?? nil
                own = place.map { items.components[$0] }
            } else {
                own = item.master
            }
            switch method {
            case nil, .publish, .request, .add:
                guard let own, own.revisionNumber >= component.revisionNumber, !own.isCancelled else {
                    return false
                }
                return own.sentContent == component.sentContent
            // A series that excludes an occurrence already reflects its cancellation.
            case .cancel: return own?.isCancelled ?? component.isOverride
            case .reply:
                guard let own else { return false }
                let stored = Event(own).attendees
                return Event(component).attendees.allSatisfy { $0.isAnswerShown(by: stored) }
            case .refresh, .counter, .declineCounter: return false
            }
        }
    }
}

extension Attendee {
    /// Returns whether an item's attendees already reflect this answer.
    fileprivate func isAnswerShown(by attendees: [Attendee]) -> Bool {
        guard let stored = attendees.first(where: { $0.key == key }) else { return false }
        return stored.status == status
            && Set(delegates.map(Self.key(of:))).isSubset(of: stored.delegates.map(Self.key(of:)))
    }
}
