import ICalendarCore

/// Reads the times of components that are no events: in which zone a TZID lies, and at what instant a time.
struct PropertyTimes {
    private var resolver: TimeResolver

    /// A reader for a calendar and its zones; floating times and dates are read in the window's zone.
    init(
        _ calendar: CalendarObject,
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions,
        _ budget: SearchBudget
    ) {
        let context = SeriesContext(window, options, budget: budget)
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// A reader for a calendar by itself, whose floating times and dates stand for what the clock shows.
    init(_ calendar: CalendarObject, _ budget: SearchBudget) {
        let context = SeriesContext(displayZone: .utc, budget: budget)
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// What a time counts as, in seconds since 1970, and the clock by which days are added to it.
    mutating func second(
        of time: EventTime,
        line: Int? = nil
    ) -> (second: Int, key: Int, clock: SeriesClock) {
        let clock = resolver.clock(for: time, line: line)
        let key = resolver.key(of: time, on: clock, line: line)
        return (clock.sort(ofKey: key), key, clock)
    }

    /// The seconds from DTSTART to DTEND, or for DURATION; what is absent, or cannot be used, has no bound.
    ///
    /// It is empty, as is remarked, where the end is not after the start.
    mutating func range(of component: Component, _ remarks: inout DiagnosticList) -> Range<Int> {
        let start = second(of: "DTSTART", in: component, "it has no beginning", &remarks)
        var end = second(of: "DTEND", in: component, "it has no end", &remarks)?.second
        if component.first("DTEND") == nil, let written = component.first("DURATION") {
            if let start, let duration = component[duration: "DURATION"], !duration.isNegative {
                end = start.clock.sort(
                    ofKey: OccurrenceLength(duration).end(ofKey: start.key, on: start.clock)
                )
            } else {
                let why = start == nil ? "has no DTSTART to count from" : "cannot be used"
                remarks.warn(
                    .duration,
                    line: written.line,
                    "the DURATION of the \(component.name) \(why); it has no end"
                )
            }
        }
        let from = start?.second ?? .min
        if let end, end <= from {
            remarks.warn(
                .duration,
                line: component.line,
                "the \(component.name) ends no later than it starts; it is left out"
            )
        }
        return from..<max(from, end ?? .max)
    }

    /// What a property of a component counts as; nil where it is absent, or cannot be read, which is remarked.
    private mutating func second(
        of name: String,
        in component: Component,
        _ consequence: String,
        _ remarks: inout DiagnosticList
    ) -> (second: Int, key: Int, clock: SeriesClock)? {
        guard let written = component.first(name) else { return nil }
        guard let time = component[time: name] else {
            remarks.warn(
                .badValue,
                line: written.line,
                "the \(name) of the \(component.name) cannot be read; \(consequence)"
            )
            return nil
        }
        return second(of: time, line: written.line)
    }

    var diagnostics: [Diagnostic] { resolver.diagnostics }
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
