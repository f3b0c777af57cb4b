package import ICSViews
package import ICalendar
package import ICalendarStore

extension ViewedEvent {
    /// Creates a viewed event from a store's event, or returns nil if the event was never saved.
    package init?(_ event: CalendarEvent, in zone: Zone, addresses: Set<String> = []) {
        guard let occurrence = event.occurrence else { return nil }
        self.init(
            occurrence,
            of: ViewedCalendar(event.calendar),
            in: zone,
            identifier: event.occurrenceIdentifier,
            addresses: addresses
        )
    }
}

extension ViewedCalendar {
    package init(_ calendar: EventCalendar?) {
        self.init(
            identifier: calendar?.calendarIdentifier ?? "",
            title: calendar?.title ?? "",
            color: calendar?.color.map { ViewedColor(red: $0.red, green: $0.green, blue: $0.blue) }
        )
    }
}
