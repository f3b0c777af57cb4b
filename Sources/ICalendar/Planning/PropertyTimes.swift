/// Reads the times of components that are no events: in which zone a TZID lies, and at what instant a time.
struct PropertyTimes {
    private var resolver: TimeResolver

    /// A reader for a calendar and its zones; floating times and dates are read in the window's zone.
    init(
        _ calendar: CalendarObject,
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions,
        _ zoneBudget: ZoneBudget
    ) {
        let context = SeriesContext(window, options, zoneBudget: zoneBudget)
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// A reader for a calendar by itself, whose floating times and dates stand for what the clock shows.
    init(_ calendar: CalendarObject, _ zoneBudget: ZoneBudget) {
        let context = SeriesContext(
            displayZone: .utc,
            searched: 0..<0,
            zonePreference: .system,
            usesCalendarTimeZone: false,
            zoneBudget: zoneBudget
        )
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// What a time counts as, in seconds since 1970, and the clock by which days are added to it.
    mutating func second(of time: EventTime) -> (second: Int, key: Int, clock: SeriesClock) {
        let clock = resolver.clock(for: time, line: nil)
        let key = resolver.key(of: time, on: clock, line: nil)
        return (clock.sort(ofKey: key), key, clock)
    }

    /// The seconds from DTSTART to DTEND, or for DURATION; what is absent has no bound.
    mutating func range(of component: Component) -> Range<Int> {
        let start = component[time: "DTSTART"].map { second(of: $0) }
        var end = component[time: "DTEND"].map { second(of: $0).second }
        if end == nil, let start, let duration = component[duration: "DURATION"], !duration.isNegative {
            end = start.clock.sort(ofKey: OccurrenceLength(duration).end(ofKey: start.key, on: start.clock))
        }
        let from = start?.second ?? .min
        return from..<max(from, end ?? .max)
    }
}

extension OccurrenceWindow {
    /// The seconds since 1970 that are searched.
    var seconds: Range<Int> {
        searchedRange.lowerBound.secondsSince1970..<searchedRange.upperBound.secondsSince1970
    }
}

extension CalendarObject {
    /// The same calendar with its properties and zones, and these components in the place of all others.
    func replacingItems(by items: [Component]) -> CalendarObject {
        CalendarObject(
            Component(
                name: component.name,
                properties: component.properties,
                components: timeZoneDefinitions + items,
                line: component.line
            )
        )
    }
}
