#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventTime {
    /// An instant as the wall clock of a zone shows it, with the zone's name.
    ///
    /// ```swift
    /// event.start = EventTime(.now, in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    public init(_ instant: Instant, in zone: Zone) {
        self.init(zone.civil(at: instant), timeZoneID: zone.identifier)
    }

    /// A Foundation date as the wall clock of a zone shows it, with the zone's name.
    ///
    /// ```swift
    /// event.start = EventTime(Date(), in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    @_disfavoredOverload  // Date has a `now` as well, so that `EventTime(.now, in: zone)` could mean either.
    public init(_ date: Date, in zone: Zone) {
        self.init(Instant(date), in: zone)
    }
}

extension RecurrenceRule {
    /// The same rule up to a last wall-clock time of a zone, included, written in UTC as RFC 5545 section 3.3.10 wants;
    /// a COUNT that it had goes.
    ///
    /// ```swift
    /// let zone = try Zone(identifier: "Europe/Berlin")
    /// let lastDay = zone.civil(at: nextMonday).date
    /// RecurrenceRule.daily().until(CivilDateTime(lastDay, secondOfDay: 86_399), in: zone)
    /// ```
    public func until(_ end: CivilDateTime, in zone: Zone) -> RecurrenceRule {
        until(EventTime(zone.instant(of: end)))
    }
}
