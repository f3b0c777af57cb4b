public import ICalendar

/// Which events are asked for: those that overlap a window, in some calendars; made by
/// ``EventStore/predicateForEvents(withStart:end:calendars:)``.
///
/// ```swift
/// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
/// if predicate.isShortened { print("searched up to", predicate.searchedRange.upperBound) }
/// ```
public struct EventPredicate: Sendable, Hashable {
    /// Which store made it.
    let store: StoreIdentity
    /// What is searched: `predicate.window.zone`.
    public let window: OccurrenceWindow
    /// The identifiers of the calendars that are searched, or nil for all: `predicate.calendarIdentifiers // nil`.
    public let calendarIdentifiers: Set<String>?

    /// The range that is searched, at most four years: what was asked for, or its beginning:
    /// `predicate.searchedRange.lowerBound`.
    public var searchedRange: Range<Instant> { window.searchedRange }
    /// Whether more than four years were asked for, so that the end of the range is not searched:
    /// `predicate.isShortened // false`.
    public var isShortened: Bool { window.isShortened }
}
