/// Which time zones a calendar uses without defining them, and when.
struct ZoneUses {
    struct Use {
        var first: CivilDate
        /// The last day, or nil when something recurs without an end that is known.
        var last: CivilDate?
    }

    private(set) var uses: [String: Use] = [:]
    private(set) var order: [String] = []
    /// The TZIDs that are defined, as ``Swift/String/zoneKey``.
    private var defined: Set<String>

    init(_ calendar: Component) {
        defined = Set(
            calendar.components.lazy.filter { $0.name == "VTIMEZONE" }
                .compactMap { $0.text("TZID")?.zoneKey }
        )
        // Components may be nested deeper than a stack is.
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

    /// Instances whose RDATE is a day, in UTC or in another zone are in the zone of DTSTART too, and so is what they last;
    /// gives that zone, and the last of those days.
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
        // Clocks may be a day apart.
        add(identifier, first.adding(days: -1), through: last)
        return (identifier, last)
    }

    /// How far what recurs or lasts goes on in the zones of its times.
    private struct Reach {
        var isEndless = false
        /// The last day that a rule names.
        var last: CivilDate?
        var days = 0

        /// Looks at each property once, as a component may have thousands of rules beside thousands of zones.
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
            if recurs, let start, let end = ends.max() { days = max(days, end.dayNumber - start.dayNumber) }
        }
    }

    private func isUndefined(_ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return false }
        if uses[identifier] != nil { return true }
        return !defined.contains(identifier) && !defined.contains(identifier.zoneKey)
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

/// The definitions of zones that are written beside the calendars of one file, which use them and lack them.
struct AddedZones {
    private let names = ZoneNames(database: .system)
    /// What was made for one calendar may be written beside the next, under another name.
    private var made: [Definition: Component] = [:]
    /// How many octets the definitions take, about.
    private var octets = 0

    /// What a definition of a zone says, but for its name.
    private struct Definition: Hashable {
        let zone: Zone
        let firstYear: Int
        let lastYear: Int?
    }

    /// So many octets may be added whatever is written, as one word stands for thousands of them.
    private static let mostOctets = 2 << 20
    /// What a STANDARD or a DAYLIGHT takes, about.
    private static let octetsOfOnset = 200
    private static let octetsOfDate = 18
    /// What laying a definition out counts for, beside what is written: it goes through all changes of the zone.
    private static let octetsOfLayout = 1000
    private static let mostMade = 64

    /// How many octets a definition takes, about.
    private static func octets(of definition: Component) -> Int {
        definition.components.reduce(0) { octets, onset in
            let dates = onset.all("RDATE").reduce(0) { $0 + $1.value.elements.count }
            return octets + octetsOfOnset + dates * octetsOfDate
        }
    }

    /// The zone that reading takes a name for; nil for an unknown one, or without a database.
    private func zone(of name: String) -> Zone? {
        try? names.databaseZone(name) ?? names.mappedZone(name) ?? names.guessedZone(name)?.zone
    }

    /// A definition for each zone in use that the system knows, in the order in which they come first.
    ///
    /// - Parameter written: how many octets of the file were written so far. Definitions may be as long as what was
    ///   there, beside ``mostOctets``; zones that come later have none.
    mutating func definitions(for uses: ZoneUses, after written: Int) -> [Component] {
        uses.order.compactMap { identifier in
            // Without a database, and of an unknown zone, there is nothing to be said; nor can a line hold a name with
            // control characters, so that its definition would not be found again.
            guard octets <= Self.mostOctets + max(0, written - octets),
                let use = uses.uses[identifier],
                !identifier.utf8.contains(where: TextEscapes.isControl),
                let zone = zone(of: ZoneNames.plain(identifier))
            else { return nil }
            // Vendors have any number of names for a zone, and laying one out takes thousands of times as long.
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
