package import ICalendar

/// Creates the messages that an item's organizer or attendee sends (RFC 5546 section 3).
///
/// This type is the counterpart of ``ItemMessage``. Creating messages does not change the item: the user's own reply or
/// cancellation is applied to it like anyone else's, so all participants end up with the same item.
package struct ItemScheduling: Sendable {
    let item: StoredItem
    let users: Set<String>
    package let people: ItemPeople
    /// The DTSTAMP of the messages.
    let stamp: Instant

    init(_ item: StoredItem, users: Set<String>, at stamp: Instant) {
        (self.item, self.users, self.stamp) = (item, users, stamp)
        people = ItemPeople(item.own, users: users)
    }

    package var components: [Component] { item.own }
    /// A calendar that contains only this item.
    package var calendar: CalendarObject { item.calendar.with(item.own) }
    package var title: String { item.own.lazy.compactMap { $0.text("SUMMARY") }.first ?? item.uid }

    func refusal(_ detail: String) -> StoreError { StoreError(.invalidItem, title, detail) }

    /// Returns the organizer, who must not be the user, and the user as an attendee.
    private func invited() throws(StoreError) -> (organizer: Organizer, own: Attendee) {
        guard let organizer = people.organizer else {
            throw refusal("it is not an invitation: it has no organizer")
        }
        guard !people.isOrganizer else {
            throw refusal("you are the organizer; attendees get changes with `invite`")
        }
        guard let own = people.own else {
            let reason =
                users.isEmpty
                ? "cannot tell which attendee you are; use --address, or set ICS_STORE_ADDRESS"
                : "none of your addresses (\(users.sorted().prefix(5).joined(separator: ", "))) is an attendee"
            throw refusal(reason)
        }
        return (organizer, own)
    }

    /// Returns the organizer, who must be the user.
    func organizing() throws(StoreError) -> Organizer {
        guard let organizer = people.organizer else { throw refusal("it has no organizer") }
        guard people.isOrganizer else {
            let name = Words.short(organizer.key)
            let how = users.isEmpty ? "; use --address, or set ICS_STORE_ADDRESS, if this is you" : ""
            throw refusal("only its organizer \(name) can do this\(how)")
        }
        return organizer
    }

    // MARK: - Attendees

    /// Returns the user's reply to the whole item or one occurrence (METHOD:REPLY, RFC 5546 section 3.2.3).
    ///
    /// - Parameter progress: The percentage of a to-do that is complete (section 3.4.3).
    package func reply(
        _ status: Attendee.Status,
        at slot: EventTime? = nil,
        progress: Int? = nil,
        comment: String? = nil,
        delegatingTo delegate: String? = nil
    ) throws(StoreError) -> OutgoingMessage {
        let (organizer, own) = try invited()
        var subjects = try subjects(at: slot)
        // The delegate is also invited to the moved occurrences, which a reply to the series does not cover.
        if delegate != nil, slot == nil, let series = item.master {
            subjects += item.own.filter { $0.isOverride && $0.revisionNumber > series.revisionNumber }
        }
        // A reply to a cancellation would count as a reply to a later invitation.
        subjects.removeAll(where: \.isCancelled)
        guard !subjects.isEmpty else { throw refusal("it is canceled") }
        let replies = subjects.compactMap { subject -> Component? in
            guard var attendee = Event(subject).attendees.first(where: { $0.key == own.key }) else {
                return nil
            }
            attendee.status = status
            attendee.expectsReply = false
            attendee.delegates = delegate.map { [CalendarAddress.mailto($0)] } ?? []
            var reply = MessageForm.brief(subject, .reply)
            if let progress {
                reply.put("PERCENT-COMPLETE", .integer(progress))
                let time = CivilDateTime(secondNumber: stamp.secondsSince1970)
                reply.remove(["COMPLETED"])
                if progress == 100 { reply.put("COMPLETED", .dateTime(time, isUTC: true)) }
            }
            reply.properties.append(MessageForm.person(attendee.property))
            reply.properties.append(
                Property("REQUEST-STATUS", .requestStatus(.init(code: "2.0", description: "Success")))
            )
            return commented(reply, comment)
        }
        guard !replies.isEmpty else { throw refusal("you are not an attendee of this occurrence") }
        // A delegate's reply is also sent to the delegators (section 4.2.6).
        let delegators = people.attendees.filter { own.delegators.map(Attendee.key(of:)).contains($0.key) }
        // If the user replies twice within a second, the second reply must count.
        let last = item.own.flatMap { Event($0).attendees }.filter { $0.key == own.key }
            .compactMap(\.replyTime).max()
        return try message(
            .reply,
            replies,
            from: own,
            to: [Attendee(organizer.property)] + delegators,
            after: last
        )
    }

    /// Returns the reply to the organizer and the invitation to the delegate (RFC 5546 sections 2.2.2 and 4.2.5).
    package func delegation(
        to delegate: Attendee,
        at slot: EventTime? = nil,
        comment: String? = nil
    ) throws(StoreError) -> [OutgoingMessage] {
        let (_, own) = try invited()
        guard let email = delegate.email, delegate.key != own.key, delegate.key != people.organizer?.key
        else {
            throw refusal("an invitation cannot be delegated to yourself or to the organizer")
        }
        if own.delegators.map(Attendee.key(of:)).contains(delegate.key) {
            throw refusal("\(Words.short(delegate.key)) delegated it to you")
        }
        let reply = try reply(.delegated, at: slot, comment: comment, delegatingTo: email)
        // The delegate also needs the changed occurrences of a series.
        let subjects = slot == nil ? invitation(for: own.key) : try subjects(at: slot)
        guard !subjects.isEmpty else { throw refusal("it is canceled") }
        let requests = subjects.map { subject in
            var event = Event(MessageForm.proposal(subject))
            var attendees = event.attendees.filter { $0.key != delegate.key }.map { attendee in
                guard attendee.key == own.key else { return attendee }
                var attendee = attendee
                attendee.status = .delegated
                attendee.delegates = [CalendarAddress.mailto(email)]
                attendee.expectsReply = false
                return attendee
            }
            var new = delegate
            new.status = .pending
            new.expectsReply = true
            new.delegators = [CalendarAddress.mailto(own.email ?? own.uri)]
            attendees.append(new)
            event.attendees = attendees
            return commented(event.component, comment)
        }
        return [reply, try message(.request, requests, from: own, to: [delegate])]
    }

    /// Returns a proposal to the organizer (METHOD:COUNTER, RFC 5546 section 3.2.7).
    ///
    /// - Parameter proposed: The components with the proposed changes.
    package func counter(_ proposed: [Component], comment: String? = nil) throws(StoreError)
        -> OutgoingMessage
    {
        let (organizer, own) = try invited()
        let stored = Dictionary(item.own.map { (SentPlace($0), $0) }) { first, _ in first }
        let changed = proposed.filter { component in
            stored[SentPlace(component)]?.sentContent != component.sentContent
        }
        // A proposal for the series covers its occurrences.
        guard let first = changed.first(where: { !$0.isOverride }) ?? changed.first else {
            throw refusal("the proposal changes nothing")
        }
        guard changed.count == 1 || !first.isOverride else {
            throw refusal(
                "the proposal changes \(changed.count) occurrences, but a message can propose only one change"
            )
        }
        var event = Event(MessageForm.proposal(first))
        event.attendees = event.attendees.filter { $0.key == own.key }
        if event.attendees.isEmpty { event.attendees = [own] }
        // The proposal refers to the revision that the organizer sent.
        let revision = (stored[SentPlace(first)] ?? item.master)?.revisionNumber ?? 0
        event.component.put("SEQUENCE", .integer(revision))
        let component = commented(event.component, comment)
        return try message(.counter, [component], from: own, to: [Attendee(organizer.property)])
    }

    /// Returns a request for the latest revision (METHOD:REFRESH, RFC 5546 section 3.2.6).
    package func refresh(comment: String? = nil) throws(StoreError) -> OutgoingMessage {
        let (organizer, own) = try invited()
        guard let subject = try subjects(at: nil).first else { throw refusal("it has no components") }
        var component = MessageForm.brief(subject, .refresh)
        component.remove(["SEQUENCE", "RECURRENCE-ID"])
        component.properties.append(own.withoutReply.property)
        return try message(
            .refresh,
            [commented(component, comment)],
            from: own,
            to: [Attendee(organizer.property)]
        )
    }

    // MARK: - The organizer

    /// Returns a message that declines an attendee's proposal (METHOD:DECLINECOUNTER, RFC 5546 section 3.2.8).
    package func declinedCounter(
        of email: String,
        at slot: EventTime? = nil,
        comment: String? = nil
    ) throws(StoreError) -> OutgoingMessage {
        let organizer = try organizing()
        let key = Attendee.key(of: CalendarAddress.mailto(email))
        guard let attendee = people.attendees.first(where: { $0.key == key }) else {
            throw refusal("\(Words.short(email)) is not an attendee")
        }
        let components = try subjects(at: slot).prefix(1).map { subject in
            var component = MessageForm.brief(subject, .declineCounter)
            component.properties.append(attendee.withoutReply.property)
            return commented(component, comment)
        }
        return try message(.declineCounter, components, from: Attendee(organizer.property), to: [attendee])
    }

    /// Returns a cancellation of the whole item or one occurrence (METHOD:CANCEL, RFC 5546 section 3.2.5).
    package func cancellation(at slot: EventTime? = nil, comment: String? = nil) throws(StoreError)
        -> OutgoingMessage
    {
        let organizer = try organizing()
        let last = item.own.map(\.revisionNumber).max() ?? 0
        var components = try subjects(at: slot).map { subject in
            commented(canceled(subject, revision: min(last, .max - 1) + 1), comment)
        }
        var recipients = components.flatMap { Event($0).attendees }
        if slot == nil, let first = components.first {
            // Attendees of single occurrences also get the cancellation, but attendees who were removed earlier do not.
            let active = item.own.filter { !$0.isCancelled }
            let known = Set(Event(first).attendees.map(\.key))
            let guests = ItemPeople(active, users: users).others.filter { !known.contains($0.key) }
            components[0].properties += guests.map { MessageForm.person($0.property) }
            recipients += guests
        }
        return try message(.cancel, components, from: Attendee(organizer.property), to: recipients)
    }

    /// Returns the component for a cancellation.
    ///
    /// The component contains STATUS only if nobody remains invited (RFC 5546 section 3.2.5).
    func canceled(_ component: Component, revision: Int, isForAll: Bool = true) -> Component {
        var new = MessageForm.brief(component, .cancel)
        new.put("SEQUENCE", .integer(revision))
        if isForAll { new.put("STATUS", .text("CANCELLED")) }
        return new
    }

    // MARK: - Parts of messages

    /// Returns the component for the whole item or one occurrence, or all stored occurrences of a series without a master.
    private func subjects(at slot: EventTime?) throws(StoreError) -> [Component] {
        guard let slot else { return item.master.map { [$0] } ?? item.own }
        guard var subject = item.own.first else { throw refusal("it has no components") }
        subject.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: slot)])
        var components = ItemComponents(item)
        guard let place = try components.place(of: slot, in: subject) else {
            throw refusal("the series has no occurrence at \(slot.words)")
        }
        return [components.components[place]]
    }

    func commented(_ component: Component, _ comment: String?) -> Component {
        guard let comment, !comment.isEmpty else { return component }
        var new = component
        new.replace("COMMENT", with: [Property("COMMENT", .text(comment))])
        return new
    }

    func message(
        _ method: SchedulingMethod,
        _ components: [Component],
        from sender: Attendee,
        to attendees: [Attendee],
        after last: Instant? = nil
    ) throws(StoreError) -> OutgoingMessage {
        let seconds = max(stamp.secondsSince1970, last.map { $0.secondsSince1970 + 1 } ?? .min)
        let stamped = components.map { component in
            var new = method.fitted(component)
            new.put("DTSTAMP", .dateTime(CivilDateTime(secondNumber: seconds), isUTC: true))
            return new
        }
        guard let person = OutgoingMessage.Person(sender) else {
            throw refusal("\(sender.shownName) has no email address to send from")
        }
        var object = item.calendar.with(stamped)
        object.component.properties = CalendarObject().component.properties
        object.schedulingMethod = method
        let file = CalendarFile(calendars: [object.withUsedZones]).withTimeZones()
        var seen: Set<String> = users
        let others = attendees.filter { seen.insert($0.key).inserted }
        var message = OutgoingMessage(
            method: method,
            calendar: file.calendars.first ?? object,
            sender: person,
            recipients: others.compactMap(OutgoingMessage.Person.init)
        )
        message.title = item.own.lazy.compactMap { $0.text("SUMMARY") }.first ?? ""
        message.unreachable = others.filter { OutgoingMessage.Person($0) == nil }.map(\.shownName)
        return message
    }
}

extension Attendee {
    /// The attendee with only an address and a name.
    fileprivate var withoutReply: Attendee {
        var attendee = self
        attendee.property.parameters.removeAll { !["CN", "EMAIL", "CUTYPE"].contains($0.name) }
        return attendee
    }
}

extension CalendarObject {
    /// The calendar without the time zones that its components do not use.
    fileprivate var withUsedZones: CalendarObject {
        var names: Set<String> = []
        for component in component.components where component.name != "VTIMEZONE" {
            names.formUnion(component.properties.compactMap { $0.timeZoneID?.lowercased() })
        }
        var used = self
        used.component.components.removeAll { component in
            component.name == "VTIMEZONE" && !names.contains(component.text("TZID")?.lowercased() ?? "")
        }
        return used
    }
}
