import SystemIO

/// A VTIMEZONE as a zone: its observances laid out in time once (RFC 5545 section 3.6.5).
package struct ZoneDefinition: Sendable {
    /// The zone, named by its TZID, or nil when no observance can be used.
    package let zone: Zone?
    let remarks: [ValueRemark]
    /// Whether changes were left out because there are more than the limit.
    package let isCut: Bool
    /// How many onsets were laid out, those that change nothing too.
    let onsetCount: Int

    /// Lays out a VTIMEZONE component whose values are typed.
    ///
    /// - Parameters:
    ///   - limit: see ``ObservanceLayout``, as for `lowLimit`.
    ///   - mostRules: with more rules than this, the others are left out: plans of rules take room too.
    init(
        _ component: Component,
        limit: Int = ObservanceLayout.limit,
        lowLimit: Int? = nil,
        mostRules: Int = ReadingLimits().zoneRules
    ) {
        let identifier = component.text("TZID") ?? ""
        // A file can repeat a name of megabytes for each of a thousand observances.
        let shownName = Words.short(identifier)
        var remarks: [ValueRemark] = []
        func remark(_ message: String) { remarks.note(.timeZone, message) }
        if component.properties.count(where: { $0.name == "TZID" }) > 1 {
            remark("duplicate TZID in the definition of time zone \"\(shownName)\"; using the first")
        }

        let parts = component.components.filter { Observance.names.contains($0.name) }
        let fallbacks = Observance.fallbacks(among: parts)
        var observances: [Observance] = []
        // Hundreds of observances may have the same to be said of them.
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

/// The definitions of time zones that this process has laid out, by their content.
///
/// A folder of calendars repeats a few definitions thousands of times; each is laid out once. The cache is bounded,
/// and keeps neither large definitions nor large tables nor the bytes of any file, nor what says nothing of the zone.
package final class ZoneDefinitionCache: Sendable {
    package static let shared = ZoneDefinitionCache()

    /// When so many definitions are kept, they all make room.
    private static let capacity = 256
    /// Definitions with more values, and bytes of texts, are laid out anew each time.
    private static let sizeLimit = 2000

    private let definitions = Lock<[Component: ZoneDefinition]>([:])

    /// The definition of a VTIMEZONE component, laid out now or before, as large as a budget allows.
    package func definition(_ component: Component, within budget: ZoneBudget = ZoneBudget())
        -> ZoneDefinition
    {
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

    package var count: Int { definitions.withLock { $0.count } }

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
    fileprivate var valueCount: Int {
        let numbers = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, bySetPosition]
        return numbers.reduce(byDay.count + byMonth.count) { $0 + $1.count }
            + (calendarScale?.utf8.count ?? 0)
    }
}

/// How many onsets the definitions of time zones may have together in one search.
///
/// A definition is short, and what it means may be long: four hundred bytes can say a thousand times as much. So what
/// goes beyond honest definitions is counted, and when the sum is used up, later ones are laid out only as far as honest
/// ones reach, and say so.
package final class ZoneBudget: Sendable {
    /// So many onsets are free.
    private static let modest = ObservanceLayout.modestLimit * 5 / 4

    private let changes: Meter
    private let mostRules: Int

    /// A budget of ``ReadingLimits/zoneChanges`` onsets in all, beyond those that are free.
    package init(_ limits: ReadingLimits = ReadingLimits()) {
        changes = Meter(limits.zoneChanges)
        mostRules = limits.zoneRules
    }

    /// Lays out a definition, in full or, when the budget is used up, as far as honest ones reach.
    package func definition(_ component: Component) -> ZoneDefinition {
        let isUsedUp = changes.left <= 0
        // No honest one needs more than the modest limit, and there may be thousands of those that have more.
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
