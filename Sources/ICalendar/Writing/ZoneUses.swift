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
        return order.compactMap { identifier in
            guard let use = uses[identifier] else { return nil }
            // Without a database, and of an unknown zone, there is nothing to be said.
            let zone = try? names.databaseZone(identifier) ?? names.mappedZone(identifier)
            return zone?.definition(named: identifier, from: use.first, through: use.last).component
        }
    }

    private mutating func add(_ component: Component) {
        var identifiers: [String] = []
        for property in component.properties {
            guard let identifier = property.timeZoneID?.trimmedOfBlanks, isUndefined(identifier) else {
                continue
            }
            let days = property.value.elements.flatMap(\.days)
            guard let first = days.min(), let last = days.max() else { continue }
            add(identifier, first, through: last)
            identifiers.append(identifier)
        }
        guard !identifiers.isEmpty else { return }
        // What recurs or lasts goes on in the zones of its times.
        for property in component.properties {
            switch property.value {
            case .recurrenceRule(let rule) where property.name == "RRULE":
                let last = rule.count == nil ? rule.until?.civil.date : nil
                for identifier in identifiers { extend(identifier, through: last) }
            case .duration(let duration) where property.name == "DURATION":
                let days =
                    min(max(duration.days, 0), DurationText.largestDays)
                    + min(max(duration.seconds, 0), DurationText.largestSeconds) / 86_400
                for identifier in identifiers {
                    if let last = uses[identifier]?.last {
                        extend(identifier, through: last.adding(days: days))
                    }
                }
            default:
                if property.name == "RECURRENCE-ID", property.isThisAndFuture {
                    for identifier in identifiers { extend(identifier, through: nil) }
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

    private mutating func extend(_ identifier: String, through last: CivilDate?) {
        guard let use = uses[identifier] else { return }
        guard let last, let former = use.last else {
            uses[identifier]?.last = nil
            return
        }
        if former < last { uses[identifier]?.last = last }
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
