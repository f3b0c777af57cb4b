import ICalendarCore

/// The zones of absolute triggers (RFC 5545 section 3.8.6.3) and FREEBUSY (section 3.8.2.6) with a TZID, although both
/// must be in UTC.
struct PropertyZones {
    private let calendar: CalendarObject
    private let context: SeriesContext
    /// The resolver, created for the first property that needs it.
    private var resolver: TimeResolver?

    /// Creates the zones for a calendar.
    init(_ calendar: CalendarObject, _ context: SeriesContext) {
        self.calendar = calendar
        self.context = context
    }

    /// Returns the zone of a property's local times, or nil if the property has no TZID or an unknown TZID.
    mutating func zone(of property: Property) -> Zone? {
        guard let id = property.timeZoneID else { return nil }
        if resolver == nil { resolver = TimeResolver(calendar: calendar, context: context) }
        return resolver?.zone(id, line: nil)
    }
}
