import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarEvent {
    /// A new event from a start to an end, in the system's zone.
    ///
    /// ```swift
    /// let lunch = CalendarEvent(title: "Lunch", startDate: monday.date, endDate: monday.date.addingTimeInterval(3600))
    /// ```
    public init(title: String, startDate: Date, endDate: Date, calendar: EventCalendar? = nil) {
        self.init(Event(), calendar: calendar)
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
    }

    /// A new event from a start to an end in a zone, or floating, as the system's zone shows it, with nil.
    ///
    /// ```swift
    /// let call = CalendarEvent(
    ///     title: "Call",
    ///     startDate: monday.date,
    ///     endDate: monday.date.addingTimeInterval(3600),
    ///     timeZone: TimeZone(identifier: "America/New_York")
    /// )
    /// call.timeZone?.identifier  // "America/New_York"
    /// ```
    public init(
        title: String,
        startDate: Date,
        endDate: Date,
        calendar: EventCalendar? = nil,
        timeZone: TimeZone?
    ) {
        self.init(Event(), calendar: calendar)
        self.title = title
        self.timeZone = timeZone
        self.startDate = startDate
        self.endDate = endDate
    }
}

extension CalendarEvent: Hashable {
    /// Whether both are the same occurrence of one store, or the same new event, and say the same.
    ///
    /// ```swift
    /// var changed = calendarEvent
    /// changed.title = "Stand-up, short"
    /// changed == calendarEvent  // false
    /// ```
    public static func == (left: CalendarEvent, right: CalendarEvent) -> Bool {
        guard left.origin?.store == right.origin?.store, left.id == right.id, left.calendar == right.calendar
        else { return false }
        if let one = left.origin?.occurrence, let other = right.origin?.occurrence, left.draft == nil,
            right.draft == nil, one.eventIdentity == other.eventIdentity
        {
            return one.start == other.start && one.end == other.end
        }
        return left.event == right.event
    }

    /// Hashes ``id``, so that `Set(events)` has each occurrence once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
