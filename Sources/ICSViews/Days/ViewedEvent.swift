package import ICalendar

/// An occurrence of an event in the form needed by an agenda, a grid, or a page.
///
/// Text comes from untrusted files. Each view must escape text for its output format.
package struct ViewedEvent: Sendable {
    package var uid: String
    /// The occurrence's identifier in its store, or nil if it is not from a store.
    package var identifier: String?
    /// The title, or an empty string.
    package var title: String
    package var location: String?
    package var notes: String?
    /// The URL as written in the file, with any scheme.
    package var url: String?
    /// The start in the event's own form and zone.
    package var start: EventTime
    /// The exclusive end in the event's own form and zone.
    package var end: EventTime
    /// The time range.
    ///
    /// Dates and floating times are interpreted in the display zone. The range is empty for an event without
    /// a duration.
    package var span: Range<Instant>
    package var isAllDay: Bool
    package var status: Event.Status?
    /// Whether the user is free during the event.
    package var isFree: Bool
    /// The user's participation status, or nil if the user is unknown or not an attendee.
    package var participation: Attendee.Status?
    /// The organizer and the attendees, without duplicates.
    package var people: [ViewedPerson]
    package var categories: [String]
    package var calendar: ViewedCalendar
    /// The color of the event itself, or nil to use the color of its calendar.
    package var ownColor: ViewedColor?
    package var isRecurring: Bool
    /// Whether the occurrence differs from its series.
    package var isDetached: Bool

    /// Creates a viewed event from an occurrence.
    ///
    /// - Parameters:
    ///   - zone: The display zone, used for dates and floating times.
    ///   - identifier: The identifier in a store.
    ///   - addresses: The user's email addresses in lowercase, which identify the user among the attendees.
    package init(
        _ occurrence: Occurrence,
        of calendar: ViewedCalendar,
        in zone: Zone,
        identifier: String? = nil,
        addresses: Set<String> = []
    ) {
        let event = occurrence.event
        uid = occurrence.uid
        self.identifier = identifier
        title = event.summary ?? ""
        location = event.location ?? event.appleLocation?.title
        notes = event.descriptionText
        url = event.url
        start = EventTime(occurrence.start)
        end = EventTime(occurrence.end)
        let first = occurrence.start.instant(in: zone)
        span = first..<max(first, occurrence.end.instant(in: zone))
        isAllDay = occurrence.isAllDay
        status = event.status
        isFree =
            event.isTransparent
            || event.component.first("TRANSP") == nil && event.microsoftBusyStatus == .free
        people = ViewedPerson.all(of: event)
        participation =
            addresses.isEmpty
            ? nil : people.first { $0.status != nil && $0.email.map(addresses.contains) ?? false }?.status
        categories = event.categories
        self.calendar = calendar
        ownColor = event.color.flatMap(ViewedColor.init(css:))
        isRecurring = occurrence.recurrenceID != nil
        isDetached = occurrence.isDetached
    }

    /// The color of the event or, if it has none, the color of its calendar.
    package var color: ViewedColor? { ownColor ?? calendar.color }

    /// Whether the user is busy because the event is not free, canceled, or declined.
    package var isBusy: Bool { !isFree && status != .cancelled && participation != .declined }
}

/// An organizer or attendee.
package struct ViewedPerson: Sendable, Hashable {
    package var name: String?
    /// The email address in lowercase.
    package var email: String?
    /// The participation status, or nil for an organizer who is not an attendee.
    package var status: Attendee.Status?
    package var isOrganizer: Bool

    package init(name: String?, email: String?, status: Attendee.Status?, isOrganizer: Bool) {
        self.name = name
        self.email = email
        self.status = status
        self.isOrganizer = isOrganizer
    }

    /// The name, or the address if there is no name.
    package var text: String { name ?? email ?? "" }

    /// Returns the organizer, then the attendees in file order.
    static func all(of event: Event) -> [ViewedPerson] {
        let organizer = event.organizer
        let email = organizer?.email?.lowercased()
        var isAttending = false
        var people = event.attendees.map { attendee in
            let own = attendee.email?.lowercased()
            let isOrganizer = own != nil && own == email
            isAttending = isAttending || isOrganizer
            return ViewedPerson(
                name: attendee.name,
                email: own,
                status: attendee.status,
                isOrganizer: isOrganizer
            )
        }
        if let organizer, !isAttending {
            people.insert(
                ViewedPerson(name: organizer.name, email: email, status: nil, isOrganizer: true),
                at: 0
            )
        }
        return people
    }
}

/// A calendar in the form needed by views.
package struct ViewedCalendar: Sendable, Hashable {
    /// The identifier in a store, or a file name.
    package var identifier: String
    package var title: String
    package var color: ViewedColor?

    package init(identifier: String, title: String, color: ViewedColor? = nil) {
        self.identifier = identifier
        self.title = title
        self.color = color
    }
}

extension EventTime {
    /// Creates a time from an occurrence's time.
    package init(_ time: OccurrenceTime) {
        switch time {
        case .date(let date): self = .date(date)
        case .floating(let civil): self = .floating(civil)
        case .instant(let instant, let zone):
            let civil = zone.civil(at: instant)
            self = zone == .utc ? .utc(civil) : .zoned(civil, timeZoneID: zone.identifier)
        }
    }
}
