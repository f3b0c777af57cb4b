/// Which time zones a calendar uses without defining them, and when.
struct ZoneUses {
    /// When a zone is used, on its wall clock.
    struct Use {
        var first: CivilDate
        /// The last day, or nil when something recurs without an end that is known.
        var last: CivilDate?
    }

    /// The uses by TZID, as it is written.
    private var uses: [String: Use] = [:]
    /// The TZIDs in the order in which they come first.
    private var order: [String] = []
    /// The TZIDs that are defined, in lower case.
    private var defined: Set<String>

    /// Looks through a calendar.
    init(_ calendar: Component) {
        defined = Set(
            calendar.components.lazy.filter { $0.name == "VTIMEZONE" }
                .compactMap { $0.text("TZID")?.trimmedOfBlanks.lowercased() }
        )
        // Components may be nested deeper than a stack is.
        var waiting = [calendar]
        while let component = waiting.popLast() {
            add(component)
            waiting += component.components.reversed().lazy.filter { $0.name != "VTIMEZONE" }
        }
    }

    /// A definition for each zone that the system knows, in the order in which they come first.
    var definitions: [Component] {
        let names = ZoneNames(database: .system)
        var made: [Definition: Component] = [:]
        return order.compactMap { identifier in
            // Without a database, and of an unknown zone, there is nothing to be said; nor can a line hold a name with
            // control characters, so that its definition would not be found again.
            guard let use = uses[identifier], !identifier.utf8.contains(where: TextEscapes.isControl),
                let zone = try? names.databaseZone(identifier) ?? names.mappedZone(identifier)
            else { return nil }
            // Vendors have any number of names for a zone, and laying one out takes thousands of times as long.
            let key = Definition(zone: zone, firstYear: use.first.year, lastYear: use.last?.year)
            var component =
                made[key] ?? zone.definition(named: identifier, from: use.first, through: use.last).component
            made[key] = component
            component.set("TZID", to: Property("TZID", .text(identifier)))
            return component
        }
    }

    /// What a definition of a zone says, but for its name.
    private struct Definition: Hashable {
        let zone: Zone
        let firstYear: Int
        let lastYear: Int?
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
        let reach = Reach(component)
        for (identifier, last) in lasts {
            if reach.isEndless {
                uses[identifier]?.last = nil
            } else {
                extend(identifier, through: max(last, reach.last ?? last).adding(days: reach.days))
            }
        }
    }

    /// How far what recurs or lasts goes on in the zones of its times.
    private struct Reach {
        var isEndless = false
        /// The last day that a rule names.
        var last: CivilDate?
        /// The most days that it lasts.
        var days = 0

        /// Looks at each property once, as a component may have thousands of rules beside thousands of zones.
        init(_ component: Component) {
            for property in component.properties {
                switch property.value {
                case .recurrenceRule(let rule) where property.name == "RRULE":
                    guard rule.count == nil, let until = rule.until?.civil.date else {
                        isEndless = true
                        return
                    }
                    last = max(last ?? until, until)
                case .duration(let duration) where property.name == "DURATION":
                    let length =
                        min(max(duration.days, 0), DurationText.largestDays)
                        + min(max(duration.seconds, 0), DurationText.largestSeconds) / 86_400
                    days = max(days, length)
                default:
                    if property.name == "RECURRENCE-ID", property.isThisAndFuture {
                        isEndless = true
                        return
                    }
                }
            }
        }
    }

    private func isUndefined(_ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return false }
        if uses[identifier] != nil { return true }
        return !defined.contains(identifier) && !defined.contains(identifier.lowercased())
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
        // Without a last day nothing is known to be later.
        if let former = uses[identifier]?.last, former < last { uses[identifier]?.last = last }
    }
}

extension Value {
    /// The days of a date, a time or a period.
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
                        days: min(max(duration.days, 0), DurationText.largestDays)
                            + min(max(duration.seconds, 0), DurationText.largestSeconds) / 86_400
                    ),
                ]
            }
        default: []
        }
    }
}

extension CivilDate {
    /// The day, or the nearest that is not absurdly far away, so that a program's odd dates overflow nothing.
    fileprivate var held: CivilDate {
        CivilDate(dayNumber: min(max(dayNumber, -4_000_000), 4_000_000))
    }
}
