package import ICalendar

// Keys that identify attendees, organizers, and the user.
extension CalendarUser {
    /// The key of an attendee or organizer: the email address or, without one, the URI, in lowercase.
    package var key: String { (email ?? uri).lowercased() }

    /// The keys for all of this person's addresses: ``key`` and, if there is an EMAIL parameter, the key for its value.
    ///
    /// iCloud invitations use a special reply address and put the organizer's real address into EMAIL.
    var keys: Set<String> {
        guard let email = property.parameters["EMAIL"], !email.isEmpty else { return [key] }
        return [key, Attendee.key(of: CalendarAddress.mailto(email))]
    }

    /// The key of the person acting on this person's behalf (SENT-BY, RFC 5545 section 3.2.18).
    var sentBy: String? { property.parameters["SENT-BY"].map(Attendee.key(of:)) }

    var shownName: String { Words.short(email ?? uri) }
}

extension Attendee {
    package static func key(of address: String) -> String {
        Attendee(Property("ATTENDEE", .calendarAddress(address))).key
    }

    package static func keys(ofEmails emails: some Sequence<String>) -> Set<String> {
        Set(emails.map { key(of: CalendarAddress.mailto($0)) })
    }
}
