package import ICalendar

/// The part of an item that a component describes: the whole item or one occurrence.
struct SentPlace: Hashable {
    private let id: Property?

    init(_ component: Component) {
        id = component.first("RECURRENCE-ID")
    }

    var isWhole: Bool { id == nil }
}

// The messages that an organizer sends after saving a change.
extension ItemScheduling {
    /// Returns the messages to send to attendees after a saved change (RFC 5546 sections 3.2.2 and 3.2.5).
    ///
    /// - A new attendee gets the whole item, and a removed attendee gets a cancellation. Without a new SEQUENCE, other
    ///   attendees do not get a message unless `tellsAll` is set.
    /// - If the contents or SEQUENCE changed, each attendee gets the changed components, or the whole item if the
    ///   series changed.
    /// - Attendees of canceled occurrences and items get cancellations.
    ///
    /// Attendees affected by the same changes share a message.
    package func changes(
        since old: [Component],
        tellsAll: Bool = false,
        comment: String? = nil
    ) throws(StoreError) -> [OutgoingMessage] {
        let organizer = Attendee(try organizing().property)
        var before = Invitations(item.changed(to: item.calendar.with(old), uid: item.uid, knownAs: nil))
        var after = Invitations(item)
        for override in item.own where override.isOverride { try before.add(occurrenceOf: override) }
        for override in old where override.isOverride { try after.add(occurrenceOf: override) }
        // All attendees need a new SEQUENCE, since a reply to the old one would not count.
        let edited = Set(
            after.components.filter { place, component in
                guard let old = before.components[place] else { return true }
                return component.sentContent != old.sentContent
                    || component.revisionNumber > old.revisionNumber
            }.keys
        )
        var requests: [(places: Set<SentPlace>, isNew: Bool, to: [Attendee])] = []
        var cancellations: [(places: Set<SentPlace>, to: [Attendee])] = []
        for attendee in ItemPeople(item.own + old, users: users).others where attendee.scheduleAgent != .none
        {
            let (had, has) = (before.places(of: attendee.key), after.places(of: attendee.key))
            var changed = has.filter { !had.contains($0) || edited.contains($0) }
            if tellsAll { changed = has.filter(after.isStored) }
            let tellsWhole = changed.contains(where: \.isWhole)
            let lost = had.subtracting(has)
            if let whole = lost.first(where: \.isWhole), has.isEmpty {
                Self.add(attendee, to: &cancellations, [whole])
            } else if !lost.isEmpty, !tellsWhole {
                // Otherwise, the whole item replaces the attendee's copy.
                Self.add(attendee, to: &cancellations, lost)
            }
            guard !changed.isEmpty else { continue }
            // Occurrences without a separate component follow the series.
            let places = tellsWhole ? has.filter(after.isStored) : changed
            if let index = requests.firstIndex(where: { $0.places == places && $0.isNew == had.isEmpty }) {
                requests[index].to.append(attendee)
            } else {
                requests.append((places, had.isEmpty, [attendee]))
            }
        }
        var messages: [OutgoingMessage] = []
        for (places, attendees) in cancellations {
            let newest = places.compactMap { after.components[$0] ?? before.components[$0] }
            let isRemoval = newest.contains { after.components[SentPlace($0)]?.isCancelled == false }
            let gone = newest.map { component in
                // The cancellation is only for removed attendees (RFC 5546 section 3.2.5).
                var event = Event(
                    canceled(component, revision: revision(after: component), isForAll: !isRemoval)
                )
                let keys = Set(attendees.map(\.key))
                let people = event.attendees + attendees.map { Attendee(MessageForm.person($0.property)) }
                event.attendees = people.filter { keys.contains($0.key) }.eachOnce
                return event.component
            }
            var message = try message(.cancel, inOrder(gone, comment), from: organizer, to: attendees)
            message.isRemoval = isRemoval
            messages.append(message)
        }
        for (places, isNew, attendees) in requests {
            let components = request(places, of: after)
            var message = try message(.request, inOrder(components, comment), from: organizer, to: attendees)
            message.isUpdate = !isNew
            messages.append(message)
        }
        return messages
    }

    /// Returns the current invitation for attendees who lost or requested it, or for all attendees if `emails` is nil.
    package func invitation(to emails: [String]? = nil, comment: String? = nil) throws(StoreError)
        -> [OutgoingMessage]
    {
        let organizer = Attendee(try organizing().property)
        let after = Invitations(item)
        let keys = emails.map { Attendee.keys(ofEmails: $0) }
        var groups: [(places: Set<SentPlace>, to: [Attendee])] = []
        for attendee in people.others
        where attendee.scheduleAgent != .none && keys?.contains(attendee.key) ?? true {
            Self.add(attendee, to: &groups, after.places(of: attendee.key))
        }
        return try groups.filter { !$0.places.isEmpty }.map { places, attendees throws(StoreError) in
            let components = request(places, of: after)
            var message = try message(.request, inOrder(components, comment), from: organizer, to: attendees)
            message.isUpdate = attendees.contains { $0.status != .pending }
            return message
        }
    }

    /// Returns the components that invite an attendee, starting with the whole item.
    func invitation(for key: String) -> [Component] {
        let invitations = Invitations(item)
        return inOrder(request(invitations.places(of: key), of: invitations), nil)
    }

    /// Returns the revision for a cancellation.
    ///
    /// If only an attendee was removed, the result is the item's revision.
    private func revision(after component: Component) -> Int {
        let now = item.own.filter { SentPlace($0) == SentPlace(component) }.map(\.revisionNumber).max()
        guard let now else {
            let next = min(component.revisionNumber, .max - 1) + 1
            return max(next, item.master?.revisionNumber ?? 0)
        }
        return max(now, component.revisionNumber)
    }

    private func request(_ places: Set<SentPlace>, of invitations: Invitations) -> [Component] {
        var components = places.compactMap { invitations.components[$0] }.filter { !$0.isCancelled }
        let sent = Set(components.map(SentPlace.init))
        guard let whole = components.firstIndex(where: { !$0.isOverride }) else {
            return components.map(MessageForm.request)
        }
        // Exclude canceled occurrences and those that these attendees are not invited to.
        for override in item.own where override.isOverride && !override.isForAllThatFollow {
            guard !sent.contains(SentPlace(override)), let id = Event(override).recurrenceID else { continue }
            components[whole].properties.append(Property("EXDATE", at: id))
        }
        return components.map(MessageForm.request)
    }

    /// Returns the components, each with the comment, starting with the whole item.
    private func inOrder(_ components: [Component], _ comment: String?) -> [Component] {
        components.filter { !$0.isOverride }.map { commented($0, comment) }
            + components.filter(\.isOverride).sorted { Self.slot($0) < Self.slot($1) }.map {
                commented($0, comment)
            }
    }

    private static func slot(_ component: Component) -> String {
        Event(component).recurrenceID?.words ?? ""
    }

    private static func add(
        _ attendee: Attendee,
        to groups: inout [(places: Set<SentPlace>, to: [Attendee])],
        _ places: Set<SentPlace>
    ) {
        if let index = groups.firstIndex(where: { $0.places == places }) {
            groups[index].to.append(attendee)
        } else {
            groups.append((places, [attendee]))
        }
    }
}

extension [Attendee] {
    fileprivate var eachOnce: [Attendee] {
        var seen: Set<String> = []
        return filter { seen.insert($0.key).inserted }
    }
}
