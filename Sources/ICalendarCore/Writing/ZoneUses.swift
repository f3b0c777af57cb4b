/// The time zones that a calendar uses without defining them, and the period of use for each zone.
struct ZoneUses {
    struct Use {
        var first: CivilDate
        /// The last day, or nil if the use recurs without a known end.
        var last: CivilDate?
    }

    private(set) var uses: [String: Use] = [:]
    private(set) var order: [String] = []
    /// The TZIDs that the calendar defines, as ``Swift/String/zoneKey`` values.
    private var defined: Set<String>

    init(_ calendar: Component) {
        defined = Set(
            calendar.components.lazy.filter { $0.name == "VTIMEZONE" }
                .compactMap { $0.text("TZID")?.zoneKey }
        )
        // Components may be nested too deeply for recursion.
        var waiting = [calendar]
        while let component = waiting.popLast() {
            add(component)
            waiting += component.components.reversed().lazy.filter { $0.name != "VTIMEZONE" }
        }
    }

    private mutating func add(_ component: Component) {
        // The last day of the component's own times in each zone.
        var lasts: [String: CivilDate] = [:]
        for property in component.properties {
            guard let identifier = property.timeZoneID?.trimmedOfBlanks, isUndefined(identifier) else {
                continue
            }
            let days = property.value.elements.flatMap(\.days)
            guard let first = days.min(), let last = days.max() else { continue }
            add(identifier, first, through: last)
            lasts[identifier] = max(lasts[identifier] ?? last, last)
        }
        guard !lasts.isEmpty else { return }
        if let (identifier, last) = addDates(of: component) {
            lasts[identifier] = max(lasts[identifier] ?? last, last)
        }
        let reach = Reach(component)
        for (identifier, last) in lasts {
            if reach.isEndless {
                uses[identifier]?.last = nil
            } else {
                extend(identifier, through: max(last, reach.last ?? last).adding(days: reach.days))
            }
        }
    }

    /// Extends the use of DTSTART's zone to cover RDATE values that are dates, in UTC, or in another zone.
    ///
    /// Instances from such RDATE values, including their ends, are also in DTSTART's zone. Returns the zone and the
    /// last of the RDATE days, or nil if the component has no such values.
    private mutating func addDates(of component: Component) -> (identifier: String, last: CivilDate)? {
        guard let start = component.first("DTSTART"), let identifier = start.timeZoneID?.trimmedOfBlanks,
            uses[identifier] != nil
        else { return nil }
        var days: [CivilDate] = []
        for property in component.properties where property.name == "RDATE" {
            guard property.timeZoneID?.trimmedOfBlanks != identifier else { continue }
            for day in property.value.elements.lazy.flatMap(\.days) {
                days = [min(days.first ?? day, day), max(days.last ?? day, day)]
            }
        }
        guard let first = days.first, let last = days.last?.adding(days: 1) else { return nil }
        // The clocks of two zones may be a day apart.
        add(identifier, first.adding(days: -1), through: last)
        return (identifier, last)
    }

    /// The extent of recurrences and durations beyond a component's own times.
    private struct Reach {
        var isEndless = false
        /// The last day specified by a rule.
        var last: CivilDate?
        var days = 0

        /// Visits each property only once, because a component may have thousands of rules and thousands of zones.
        init(_ component: Component) {
            var ends: [CivilDate] = []
            var start: CivilDate?
            var recurs = false
            for property in component.properties {
                switch property.name {
                case "DTSTART": start = start ?? property.value.days.first
                case "DTEND", "DUE": ends += property.value.days
                case "RDATE", "RRULE": recurs = true
                default: break
                }
                switch property.value {
                case .recurrenceRule(let rule) where property.name == "RRULE":
                    guard rule.count == nil, let until = rule.until?.civil.date else {
                        isEndless = true
                        return
                    }
                    last = max(last ?? until, until)
                case .duration(let duration) where property.name == "DURATION":
                    let length =
                        min(max(duration.days, 0), NominalDuration.largestDays)
                        + min(max(duration.seconds, 0), NominalDuration.largestSeconds) / 86_400
                    days = max(days, length)
                default:
                    if property.name == "RECURRENCE-ID", property.isThisAndFuture {
                        isEndless = true
                        return
                    }
                }
            }
            if recurs, let start, let end = ends.max() { days = max(days, end.dayNumber - start.dayNumber) }
        }
    }

    private func isUndefined(_ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return false }
        if uses[identifier] != nil { return true }
        return identifier.zoneKey(where: defined.contains) == nil
    }

    private mutating func add(_ identifier: String, _ first: CivilDate, through last: CivilDate) {
        guard let use = uses[identifier] else {
            order.append(identifier)
            uses[identifier] = Use(first: first, last: last)
            return
        }
        if first < use.first { uses[identifier]?.first = first }
        extend(identifier, through: last)
    }

    private mutating func extend(_ identifier: String, through last: CivilDate) {
        // A use without a last day is already endless.
        if let former = uses[identifier]?.last, former < last { uses[identifier]?.last = last }
    }
}

extension Value {
    fileprivate var days: [CivilDate] {
        switch self {
        case .date(let date): [date.held]
        case .dateTime(let time, _): [time.date.held]
        case .period(let period):
            switch period.end {
            case .time(let end, _): [period.start.date.held, end.date.held]
            case .duration(let duration):
                [
                    period.start.date.held,
                    period.start.date.held.adding(
                        days: min(max(duration.days, 0), NominalDuration.largestDays)
                            + min(max(duration.seconds, 0), NominalDuration.largestSeconds) / 86_400
                    ),
                ]
            }
        default: []
        }
    }
}

extension CivilDate {
    /// The day, clamped to a plausible range to prevent overflow for extreme dates.
    fileprivate var held: CivilDate {
        CivilDate(dayNumber: min(max(dayNumber, -4_000_000), 4_000_000))
    }
}

/// The definitions of time zones that the calendars in one file use but do not define.
struct AddedZones {
    private let names = ZoneNames(database: .system)
    /// The definitions created so far, which later calendars can reuse under another name.
    private var made: [Definition: Component] = [:]
    /// The approximate size of the definitions, in octets.
    private var octets = 0

    /// The content of a zone definition, apart from its name.
    private struct Definition: Hashable {
        let zone: Zone
        let firstYear: Int
        let lastYear: Int?
    }

    /// The number of octets that may be added to a file of any size.
    ///
    /// The limit exists because a single TZID can add thousands of octets.
    private static let mostOctets = 2 << 20
    /// The approximate size of a STANDARD or DAYLIGHT component, in octets.
    private static let octetsOfOnset = 200
    private static let octetsOfDate = 18
    /// The cost of building a definition, in addition to the definition's size.
    ///
    /// Building a definition visits every transition in the zone.
    private static let octetsOfLayout = 1000
    private static let mostMade = 64

    /// Returns the approximate size of a definition, in octets.
    private static func octets(of definition: Component) -> Int {
        definition.components.reduce(0) { octets, onset in
            let dates = onset.all("RDATE").reduce(0) { $0 + $1.value.elements.count }
            return octets + octetsOfOnset + dates * octetsOfDate
        }
    }

    /// Returns the zone that the reader would use for a name, or nil if the name is unknown or there is no database.
    private func zone(of name: String) -> Zone? {
        try? names.databaseZone(name) ?? names.mappedZone(name) ?? names.guessedZone(name)?.zone
    }

    /// Returns, in order of first use, a definition for each used zone that the system knows.
    ///
    /// - Parameter written: The number of octets written to the file so far. Definitions may take up the same amount
    ///   in addition to ``mostOctets``. Zones beyond that limit get no definition.
    mutating func definitions(for uses: ZoneUses, after written: Int) -> [Component] {
        uses.order.compactMap { identifier in
            // An unknown zone cannot be defined, and no zone can be defined if the database is missing. A name with
            // control characters cannot be written, so readers could not find its definition.
            guard octets <= Self.mostOctets + max(0, written - octets),
                let use = uses.uses[identifier],
                !identifier.utf8.contains(where: TextEscapes.isControl),
                let zone = zone(of: ZoneNames.plain(identifier))
            else { return nil }
            // A zone can have any number of vendor names, and building a definition takes thousands of times as long
            // as reusing one.
            let key = Definition(zone: zone, firstYear: use.first.year, lastYear: use.last?.year)
            var component: Component
            if let known = made[key] {
                component = known
            } else {
                component = zone.definition(named: identifier, from: use.first, through: use.last).component
                octets += Self.octetsOfLayout
                if made.count >= Self.mostMade { made.removeAll(keepingCapacity: true) }
                made[key] = component
            }
            octets += Self.octets(of: component)
            component.set("TZID", to: Property("TZID", .text(identifier)))
            return component
        }
    }
}
