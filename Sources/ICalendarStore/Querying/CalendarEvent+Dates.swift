import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarEvent {
    /// When it starts, as `EKEvent.startDate`; whole days and floating times start in the store's zone.
    ///
    /// Setting it keeps the form of the event (its zone, floating, or whole days), and the end where it is.
    ///
    /// ```swift
    /// calendarEvent.startDate = calendarEvent.startDate?.addingTimeInterval(3600)
    /// ```
    public var startDate: Date? {
        if edited == nil, let origin { return origin.occurrence.startDate }
        return event.start.flatMap { date(of: $0) }
    }

    /// When it ends, excluded, as `EKEvent.endDate`; an event without an end ends where RFC 5545 section 3.6.1 says.
    public var endDate: Date? {
        if edited == nil, let origin { return origin.occurrence.endDate }
        return event.end.flatMap { date(of: $0) }
    }

    /// Whether it takes whole days, as `EKEvent.isAllDay`.
    public var isAllDay: Bool {
        if edited == nil, let origin { return origin.occurrence.isAllDay }
        return event.start?.isDate ?? false
    }

    private func date(of time: EventTime) -> Date? { nil }
}
