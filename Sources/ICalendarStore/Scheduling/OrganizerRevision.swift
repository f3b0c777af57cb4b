import ICalendar

/// The revision that an organizer's change requires (RFC 5546 section 2.1.4).
///
/// After a change to the times, the recurrence rule, or the location, earlier replies no longer apply. Removing an
/// attendee also requires a new revision, since the attendee's cancellation must have a higher SEQUENCE (section
/// 3.2.5).
///
/// An attendee never creates a revision, since it could appear to be newer than the organizer's next message.
struct OrganizerRevision {
    private let item: StoredItem
    private let users: Set<String>

    /// The properties whose changes require a new reply.
    private static let deciding = PropertyChanges.times.union(["RRULE", "LOCATION"])

    init(of item: StoredItem, by users: Set<String>) {
        self.item = item
        self.users = users
    }

    /// Returns an edited calendar with the revisions that attendees need.
    ///
    /// Components that require new replies get a higher SEQUENCE and lose other people's replies. Components with a
    /// different organizer keep their SEQUENCE and DTSTAMP. Occurrences stored only for replies are removed if the
    /// series requires new replies.
    func revised(_ edited: CalendarObject) -> CalendarObject {
        guard !users.isEmpty, edited != item.calendar else { return edited }
        var result = edited
        let before = item.own
        let changed = Set(item.own(in: edited)).subtracting(before)
        // Consider all components of an item. A change to the series must be later than all earlier changes to its
        // occurrences.
        let next = min(before.map(\.revisionNumber).max() ?? 0, .max - 1) + 1
        let outdated = edited.component.components.indices.filter {
            edited.component.components[$0].isOverride && edited.component.components[$0].holdsOnlyReplies
        }
        var asksAgain = false
        for place in result.component.components.indices {
            let component = result.component.components[place]
            guard changed.contains(component), let organizer = Event(component).organizer else { continue }
            let id = component.first("RECURRENCE-ID")?.value
            let same = before.first { $0.first("RECURRENCE-ID")?.value == id }
            guard let old = same ?? item.master else { continue }
            var new = component
            guard users.contains(organizer.key) else {
                guard Event(old).organizer?.key == organizer.key else { continue }
                for name in ["SEQUENCE", "DTSTAMP"] { new.replace(name, with: old.all(name)) }
                result.component.components[place] = new
                continue
            }
            new.holdsOnlyReplies = false
            let isMoved = new.revisionNumber > old.revisionNumber
            let differs = Self.deciding.contains { name in
                (same != nil || name == "LOCATION") && old.all(name) != new.all(name)
            }
            let isAsked = same == nil && isMoved || differs
            guard isMoved || isAsked || removesAttendee(of: old, in: new) else {
                result.component.components[place] = new
                continue
            }
            new.put("SEQUENCE", .integer(next))
            result.component.components[place] = isAsked ? withoutReplies(new) : new
            if isAsked, !new.isOverride { asksAgain = true }
        }
        if asksAgain { for place in outdated.reversed() { result.component.components.remove(at: place) } }
        return result
    }

    /// Returns a series' continuation with the replies removed.
    func asked(_ continuation: CalendarObject) -> CalendarObject {
        guard !users.isEmpty else { return continuation }
        var result = continuation
        result.component.components.removeAll { $0.isOverride && $0.holdsOnlyReplies }
        for place in result.component.components.indices
        where isOrganized(result.component.components[place]) {
            result.component.components[place] = withoutReplies(result.component.components[place])
        }
        return result
    }

    private func removesAttendee(of old: Component, in new: Component) -> Bool {
        let left = Set(Event(new).attendees.map(\.key))
        // Some programs omit the attendees in a changed occurrence.
        if left.isEmpty, new.isOverride { return false }
        return Event(old).attendees.contains { !left.contains($0.key) && !users.contains($0.key) }
    }

    private func isOrganized(_ component: Component) -> Bool {
        Event(component).organizer.map { users.contains($0.key) } ?? false
    }

    private func withoutReplies(_ component: Component) -> Component {
        var event = Event(component)
        let attendees = event.attendees.map { attendee in
            guard !users.contains(attendee.key), attendee.status != .pending else { return attendee }
            var attendee = attendee.withoutAnswer
            attendee.expectsReply = true
            return attendee
        }
        if attendees != event.attendees { event.attendees = attendees }
        return event.component
    }
}
