import ICalendarCore

/// A resolver for the zones and times of components other than events.
struct PropertyTimes {
    private var resolver: TimeResolver

    /// Creates a resolver for a calendar and its zones.
    ///
    /// Dates and floating times are read in the window's zone.
    init(
        _ calendar: CalendarObject,
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions,
        _ budget: SearchBudget
    ) {
        let context = SeriesContext(window, options, budget: budget)
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// Creates a resolver for a calendar without a window.
    ///
    /// Dates and floating times remain local time.
    init(_ calendar: CalendarObject, _ budget: SearchBudget) {
        let context = SeriesContext(displayZone: .utc, budget: budget)
        resolver = TimeResolver(calendar: calendar, context: context)
    }

    /// Returns a time in seconds since 1970 and the clock for adding days to it.
    mutating func second(
        of time: EventTime,
        line: Int? = nil
    ) -> (second: Int, key: Int, clock: SeriesClock) {
        let clock = resolver.clock(for: time, line: line)
        let key = resolver.key(of: time, on: clock, line: line)
        return (clock.sort(ofKey: key), key, clock)
    }

    /// Returns the range from DTSTART to DTEND, or from DTSTART for the length of DURATION.
    ///
    /// If a property is missing or unusable, the range is unbounded on that side.
    ///
    /// If the end is not after the start, the range is empty and a diagnostic is added.
    mutating func range(of component: Component, _ remarks: inout DiagnosticList) -> Range<Int> {
        let start = second(of: "DTSTART", in: component, "no start", &remarks)
        var end = second(of: "DTEND", in: component, "no end", &remarks)?.second
        if component.first("DTEND") == nil, let written = component.first("DURATION") {
            if let start, let duration = component[duration: "DURATION"], !duration.isNegative {
                end = start.clock.sort(
                    ofKey: OccurrenceLength(duration).end(ofKey: start.key, on: start.clock)
                )
            } else {
                let why = start == nil ? "has no DTSTART" : "cannot be used"
                remarks.warn(
                    .duration,
                    line: written.line,
                    "\(component.name): DURATION \(why); read as having no end"
                )
            }
        }
        let from = start?.second ?? .min
        if let end, end <= from {
            remarks.add(
                .error,
                .duration,
                line: component.line,
                "\(component.name) does not end after it starts; skipped"
            )
        }
        return from..<max(from, end ?? .max)
    }

    /// Returns the time in a property, or nil if there is no such property.
    ///
    /// An unreadable property also causes a diagnostic.
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
                "\(component.name): \(name) is not a valid time; read as having \(consequence)"
            )
            return nil
        }
        return second(of: time, line: written.line)
    }

    var diagnostics: [Diagnostic] { resolver.diagnostics }
}

extension CalendarObject {
    /// Returns the calendar with everything except its properties and zones replaced.
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
