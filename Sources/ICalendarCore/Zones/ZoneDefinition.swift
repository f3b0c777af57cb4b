import SystemIO

/// A zone created from a VTIMEZONE by computing its onsets once (RFC 5545 section 3.6.5).
package struct ZoneDefinition: Sendable {
    /// The zone, named by its TZID, or nil if no observance is usable.
    package let zone: Zone?
    let remarks: [ValueRemark]
    /// Whether changes beyond the limit were omitted.
    package let isCut: Bool
    /// The number of computed onsets, including onsets that do not change the offset.
    let onsetCount: Int

    /// Computes the onsets of a VTIMEZONE component with typed values.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of onsets. For this limit and `lowLimit`, see ``ObservanceLayout``.
    ///   - mostRules: The maximum number of rules, whose plans use memory. Further rules are ignored.
    init(
        _ component: Component,
        limit: Int = ObservanceLayout.limit,
        lowLimit: Int? = nil,
        mostRules: Int = ReadingLimits.standard.zoneRules
    ) {
        let identifier = component.text("TZID") ?? ""
        // A multi-megabyte name could otherwise appear in the messages about each of a thousand observances.
        let shownName = Words.short(identifier)
        var remarks: [ValueRemark] = []
        func remark(_ message: String) { remarks.note(.timeZone, message) }
        if component.properties.count(where: { $0.name == "TZID" }) > 1 {
            remark("duplicate TZID in the definition of time zone \"\(shownName)\"; using the first")
        }

        let parts = component.components.filter { Observance.names.contains($0.name) }
        let fallbacks = Observance.fallbacks(among: parts)
        var observances: [Observance] = []
        // Hundreds of observances may cause the same remark.
        var said: Set<String> = []
        var rules = 0
        for part in parts {
            guard rules <= mostRules else {
                remark(
                    "limit reached: \(mostRules) rules in time zone \"\(shownName)\";"
                        + " the rest ignored"
                )
                break
            }
            rules += part.all("RRULE").count
            let fallback = part.name == "STANDARD" ? fallbacks.standard : fallbacks.daylight
            var found: [ValueRemark] = []
            let observance = Observance(part, fallback: fallback, remarks: &found)
            for remark in found where said.insert(remark.message).inserted {
                let message = "time zone \"\(shownName)\": \(remark.message)"
                remarks.append(ValueRemark(severity: remark.severity, code: remark.code, message: message))
            }
            if let observance {
                observances.append(observance)
            } else {
                remark(
                    "time zone \"\(shownName)\": \(part.name) has no valid DTSTART or TZOFFSETTO;"
                        + " ignored"
                )
            }
        }
        guard !observances.isEmpty else {
            remark("time zone \"\(shownName)\": definition has no valid STANDARD or DAYLIGHT; ignored")
            zone = nil
            self.remarks = remarks
            isCut = false
            onsetCount = 0
            return
        }
        let layout = ObservanceLayout(observances, limit: limit, lowLimit: lowLimit)
        if layout.isCut {
            remark(
                "time zone \"\(shownName)\" changes its offset too often; later changes ignored"
            )
        }
        let table = layout.table
        if table.isRestless, !layout.isCut {
            remark(
                "time zone \"\(shownName)\" changes its offset more often than any real zone;"
                    + " COUNT may include skipped times twice"
            )
        }
        isCut = layout.isCut
        onsetCount = layout.onsetCount
        zone = Zone(identifier: identifier, table: table)
        self.remarks = remarks
    }
}

/// The time zone definitions that this process has computed, keyed by their content.
///
/// A folder of calendars repeats a few definitions thousands of times; each definition is computed only once. The cache
/// is bounded and stores no large definitions or tables, no file contents, and nothing that does not affect the zone.
package final class ZoneDefinitionCache: Sendable {
    package static let shared = ZoneDefinitionCache()

    /// The number of definitions at which the cache is cleared.
    private static let capacity = 256
    /// The maximum number of values, and the maximum number of text bytes, in a cached definition.
    private static let sizeLimit = 2000

    private let definitions = Lock<[Component: ZoneDefinition]>([:])

    /// Returns the definition of a VTIMEZONE component, from the cache or computed within a budget.
    package func definition(_ component: Component, within budget: ZoneBudget = ZoneBudget())
        -> ZoneDefinition
    {
        guard let key = ZoneDefinitionCache.key(of: component) else { return budget.definition(component) }
        if let known = definitions.withLock({ $0[key] }) { return known }
        let definition = budget.definition(component)
        // A definition that is large or was cut short by the budget is not cached.
        guard ZoneBudget.isModest(definition), !definition.isCut else { return definition }
        return definitions.withLock { definitions in
            if let known = definitions[key] { return known }
            if definitions.count >= ZoneDefinitionCache.capacity { definitions.removeAll() }
            definitions[key] = definition
            return definition
        }
    }

    /// The range for comparing definitions, from 1900 to 2200, in seconds since 1970.
    private static let compared = -2_208_988_800..<7_258_118_400

    /// Returns whether two VTIMEZONE components have the same offsets from 1900 to 2200, or are both unusable.
    ///
    /// A truncated definition cannot be compared, so it never matches another definition.
    package func agree(_ one: Component, _ other: Component, within budget: ZoneBudget = ZoneBudget()) -> Bool
    {
        let definitions = [one, other].map { definition($0, within: budget) }
        if definitions.contains(where: \.isCut) { return false }
        guard let first = definitions[0].zone?.table, let second = definitions[1].zone?.table else {
            return (definitions[0].zone == nil) == (definitions[1].zone == nil)
        }
        return first.differingRanges(from: second, between: Self.compared).isEmpty
    }

    package var count: Int { definitions.withLock { $0.count } }

    /// The properties that ``ZoneDefinition`` and ``Observance`` read.
    private static let names: Set = ["TZID", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"]

    /// Returns the parts of a component that determine its zone, or nil if these parts are large.
    ///
    /// Comments, which may take up megabytes, and the component's original lines and bytes are excluded.
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
    fileprivate var valueCount: Int {
        let numbers = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, bySetPosition]
        return numbers.reduce(byDay.count + byMonth.count) { $0 + $1.count }
            + (calendarScale?.utf8.count ?? 0)
    }
}

/// A limit on the total number of onsets for all time zone definitions in one search.
///
/// A short definition can produce a lot of data: four hundred bytes can describe a thousand times as much. Onsets
/// beyond the number that real definitions need therefore count against the budget. Once the budget is exhausted, later
/// definitions are computed only as far as real definitions extend, with a remark.
package final class ZoneBudget: Sendable {
    /// The number of onsets that each definition may have without using the budget.
    private static let modest = ObservanceLayout.modestLimit * 5 / 4

    private let changes: Meter
    private let mostRules: Int

    /// Creates a budget of ``ReadingLimits/zoneChanges`` onsets in total, in addition to the free onsets.
    package init(_ limits: ReadingLimits = ReadingLimits.standard) {
        changes = Meter(limits.zoneChanges)
        mostRules = limits.zoneRules
    }

    /// Computes all onsets of a definition or, if the budget is exhausted, only as far as real definitions extend.
    package func definition(_ component: Component) -> ZoneDefinition {
        let isUsedUp = changes.left <= 0
        // Real zones fit the modest limit; a hostile file may contain thousands of zones that do not.
        let small = ObservanceLayout.smallLimit
        let definition = ZoneDefinition(
            component,
            limit: isUsedUp ? ObservanceLayout.modestLimit : ObservanceLayout.limit,
            lowLimit: isUsedUp ? small : nil,
            mostRules: mostRules
        )
        if isUsedUp, definition.isCut, ZoneBudget.size(definition) > 2 * small {
            return ZoneDefinition(component, limit: small, mostRules: mostRules)
        }
        let excess = ZoneBudget.size(definition) - ZoneBudget.modest
        if excess > 0, !isUsedUp { changes.take(excess) }
        return definition
    }

    static func isModest(_ definition: ZoneDefinition) -> Bool { size(definition) <= modest }

    private static func size(_ definition: ZoneDefinition) -> Int { definition.onsetCount }
}
