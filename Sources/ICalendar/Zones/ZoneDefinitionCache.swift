import SystemIO

/// The definitions of time zones that this process has laid out, by their content.
///
/// A folder of calendars repeats a few definitions thousands of times; each is laid out once. The cache is bounded,
/// and keeps neither large definitions nor large tables nor the bytes of any file, nor what says nothing of the zone.
final class ZoneDefinitionCache: Sendable {
    /// The one that all calendars share.
    static let shared = ZoneDefinitionCache()

    /// When so many definitions are kept, they all make room.
    private static let capacity = 256
    /// Definitions with more values, and bytes of texts, are laid out anew each time.
    private static let sizeLimit = 2000

    private let definitions = Lock<[Component: ZoneDefinition]>([:])

    /// The definition of a VTIMEZONE component, laid out now or before, as large as a budget allows.
    func definition(_ component: Component, within budget: ZoneBudget = ZoneBudget()) -> ZoneDefinition {
        guard let key = ZoneDefinitionCache.key(of: component) else { return budget.definition(component) }
        if let known = definitions.withLock({ $0[key] }) { return known }
        let definition = budget.definition(component)
        // What is large, or was made small by the budget, is not for others.
        guard ZoneBudget.isModest(definition), !definition.isCut else { return definition }
        return definitions.withLock { definitions in
            if let known = definitions[key] { return known }
            if definitions.count >= ZoneDefinitionCache.capacity { definitions.removeAll() }
            definitions[key] = definition
            return definition
        }
    }

    /// How many definitions are kept.
    var count: Int { definitions.withLock { $0.count } }

    /// What ``ZoneDefinition`` and ``Observance`` read of a component.
    private static let names: Set = ["TZID", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"]

    /// What of a component says what its zone is, without comments, of which there may be megabytes, and without the
    /// places and bytes it was read from; nil when that is much.
    private static func key(of component: Component) -> Component? {
        var left = sizeLimit
        func part(_ component: Component) -> Component? {
            var properties: [Property] = []
            for property in component.properties where names.contains(property.name) {
                left -= size(property.value)
                guard left >= 0 else { return nil }
                properties.append(Property(property.name, property.value))
            }
            return Component(component.name, properties: properties)
        }
        guard var key = part(component) else { return nil }
        for observance in component.components where Observance.names.contains(observance.name) {
            guard let observance = part(observance) else { return nil }
            left -= 1
            key.components.append(observance)
        }
        return key
    }

    private static func size(_ value: Value) -> Int {
        switch value {
        case .list(let values): values.reduce(1) { $0 + size($1) }
        case .recurrenceRule(let rule): 1 + rule.valueCount
        default: 1 + (value.string?.utf8.count ?? 0)
        }
    }
}

extension RecurrenceRule {
    /// How many values its parts have together.
    fileprivate var valueCount: Int {
        let numbers = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, bySetPosition]
        return numbers.reduce(byDay.count + byMonth.count) { $0 + $1.count }
            + (calendarScale?.utf8.count ?? 0)
    }
}
