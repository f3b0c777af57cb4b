package import ICalendar

/// An item's organizer and attendees, and the user's role.
package struct ItemPeople: Sendable {
    /// The organizer, if any component names one.
    package let organizer: Organizer?
    /// The attendees of all components, without duplicates.
    ///
    /// Attendees of the whole item come first.
    package let attendees: [Attendee]
    private let users: Set<String>

    /// Collects the organizer and attendees of an item's components.
    ///
    /// - Parameter users: The keys of the user's addresses; see ``Attendee/key``.
    package init(_ components: [Component], users: Set<String>) {
        let ordered = components.filter { !$0.isOverride } + components.filter { $0.isOverride }
        organizer = ordered.lazy.compactMap { Event($0).organizer }.first
        var seen: Set<String> = []
        attendees = ordered.flatMap { Event($0).attendees }.filter { seen.insert($0.key).inserted }
        self.users = users
    }

    /// Whether the user is the organizer.
    package var isOrganizer: Bool { organizer.map { users.contains($0.key) } ?? false }

    /// The user as an attendee.
    package var own: Attendee? { attendees.first { users.contains($0.key) } }

    /// Whether somebody else has invited the user.
    package var isInvitation: Bool { organizer != nil && !isOrganizer && own != nil }

    /// The attendees other than the user.
    package var others: [Attendee] { attendees.filter { !users.contains($0.key) } }
}
