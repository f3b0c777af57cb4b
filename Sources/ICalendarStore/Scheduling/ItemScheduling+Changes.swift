package import ICalendar

/// The place of a component in its item: the whole item, or the occurrence that it names.
struct SentPlace: Hashable {
    private let id: Property?

    init(_ component: Component) {
        id = component.first("RECURRENCE-ID")
    }

    var isWhole: Bool { id == nil }
}

// What a saved change makes the organizer send.
extension ItemScheduling {
    /// Returns the messages that attendees need after a saved change (RFC 5546 sections 3.2.2 and 3.2.5).
    ///
    /// - A new attendee gets the whole item, and a removed one a cancellation. The others are not told, unless
    ///   `tellsAll` is set.
    /// - After a change of the contents, each attendee gets the components that changed, or the whole item if its series
    ///   did.
    /// - Canceled occurrences and items are canceled.
    ///
    /// Attendees with the same changes share a message.
    package func changes(
        since old: [Component],
        tellsAll: Bool = false,
        comment: String? = nil
    ) throws(StoreError) -> [OutgoingMessage] {
        let organizer = Attendee(try organizing().property)
        let (before, after) = (Invitations(old), Invitations(item.own))
        var requests: [(places: Set<SentPlace>, isNew: Bool, to: [Attendee])] = []
        var cancellations: [(places: Set<SentPlace>, to: [Attendee])] = []
        for attendee in ItemPeople(item.own + old, users: users).others where attendee.scheduleAgent != .none
        {
            let (had, has) = (before.places(of: attendee.key), after.places(of: attendee.key))
            var lost = had.subtracting(has)
            if had.contains(where: \.isWhole), has.contains(where: \.isWhole) {
                // An occurrence that the series no longer tells them about.
                lost.formUnion(
                    after.components.keys.filter { before.components[$0] == nil && !has.contains($0) }
                )
            }
            if let whole = lost.first(where: \.isWhole), has.isEmpty {
                Self.add(attendee, to: &cancellations, [whole])
            } else if !lost.isEmpty {
                Self.add(attendee, to: &cancellations, lost)
            }
            var changed = has.filter { place in
                !had.contains(place) && after.invites(attendee.key, at: place)
                    || before.components[place].map { $0.sentContent != after.components[place]?.sentContent }
                        ?? true
            }
            if tellsAll { changed = has }
            guard !changed.isEmpty else { continue }
            // Occurrences without a component of their own follow the series.
            let places = changed.contains(where: \.isWhole) ? has : changed
            if let index = requests.firstIndex(where: { $0.places == places && $0.isNew == had.isEmpty }) {
                requests[index].to.append(attendee)
            } else {
                requests.append((places, had.isEmpty, [attendee]))
            }
        }
        var messages: [OutgoingMessage] = []
        for (places, attendees) in cancellations {
            let components = (old + item.own).filter { places.contains(SentPlace($0)) }
            let newest = Dictionary(grouping: components, by: SentPlace.init).compactMap(\.value.last)
            let gone = newest.map { component in
                var event = Event(canceled(component, revision: revision(after: component)))
                let keys = Set(attendees.map(\.key))
                event.attendees = (event.attendees + attendees).filter { keys.contains($0.key) }.eachOnce
                return event.component
            }
            var message = try message(.cancel, inOrder(gone, comment), from: organizer, to: attendees)
            message.isRemoval = newest.contains { component in
                item.own.contains { SentPlace($0) == SentPlace(component) && !$0.isCancelled }
            }
            messages.append(message)
        }
        for (places, isNew, attendees) in requests {
            let components = request(places, of: after, for: attendees)
            var message = try message(.request, inOrder(components, comment), from: organizer, to: attendees)
            message.isUpdate = !isNew
            messages.append(message)
        }
        return messages
    }

    /// Returns the invitation as it is now, for attendees who lost it or asked for it; nil for all.
    package func invitation(to emails: [String]? = nil, comment: String? = nil) throws(StoreError)
        -> [OutgoingMessage]
    {
        let organizer = Attendee(try organizing().property)
        let after = Invitations(item.own)
        let keys = emails.map { Attendee.keys(ofEmails: $0) }
        var groups: [(places: Set<SentPlace>, to: [Attendee])] = []
        for attendee in people.others
        where attendee.scheduleAgent != .none && keys?.contains(attendee.key) ?? true {
            Self.add(attendee, to: &groups, after.places(of: attendee.key))
        }
        return try groups.filter { !$0.places.isEmpty }.map { places, attendees throws(StoreError) in
            let components = request(places, of: after, for: attendees)
            var message = try message(.request, inOrder(components, comment), from: organizer, to: attendees)
            message.isUpdate = attendees.contains { $0.status != .pending }
            return message
        }
    }

    /// The revision of a cancellation, which is that of the item if this has only lost an attendee.
    private func revision(after component: Component) -> Int {
        let now = item.own.filter { SentPlace($0) == SentPlace(component) }.map(\.revisionNumber).max()
        guard let now else { return min(component.revisionNumber, .max - 1) + 1 }
        return max(now, component.revisionNumber)
    }

    private func request(_ places: Set<SentPlace>, of invitations: Invitations, for attendees: [Attendee])
        -> [Component]
    {
        var components = item.own.filter { places.contains(SentPlace($0)) && !$0.isCancelled }
        guard let whole = components.firstIndex(where: { !$0.isOverride }) else {
            return components.map(MessageForm.request)
        }
        // Occurrences to which they are not invited, or that are canceled, are not part of their series.
        for override in item.own where override.isOverride && !override.isForAllThatFollow {
            guard !components.contains(where: { SentPlace($0) == SentPlace(override) }),
                let id = Event(override).recurrenceID
            else { continue }
            components[whole].properties.append(Property("EXDATE", at: id))
        }
        return components.map(MessageForm.request)
    }

    /// Returns components with the whole item first, and a comment in each.
    private func inOrder(_ components: [Component], _ comment: String?) -> [Component] {
        let ordered = components.filter { !$0.isOverride } + components.filter { $0.isOverride }
        guard let comment, !comment.isEmpty else { return ordered }
        return ordered.map { component in
            var new = component
            new.replace("COMMENT", with: [Property("COMMENT", .text(comment))])
            return new
        }
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

/// The components of an item, with the attendees whom each invites.
private struct Invitations {
    let components: [SentPlace: Component]
    private let invited: [SentPlace: Set<String>]

    init(_ components: [Component]) {
        let all = Dictionary(components.map { (SentPlace($0), $0) }) { first, _ in first }
        self.components = all
        let whole = all.first { $0.key.isWhole }?.value
        invited = all.mapValues { component in
            if component.isCancelled { return [] }
            let own = Event(component).attendees
            // Some programs omit the people of a changed occurrence.
            let attendees = own.isEmpty ? whole.map { Event($0).attendees } ?? [] : own
            return Set(attendees.map(\.key))
        }
    }

    func invites(_ key: String, at place: SentPlace) -> Bool { invited[place]?.contains(key) ?? false }

    func places(of key: String) -> Set<SentPlace> { Set(invited.filter { $0.value.contains(key) }.keys) }
}

extension [Attendee] {
    fileprivate var eachOnce: [Attendee] {
        var seen: Set<String> = []
        return filter { seen.insert($0.key).inserted }
    }
}
