import ICalendarCore

/// A file's components, grouped by their matching keys.
struct DifferencePool {
    private(set) var entries: [Key: [Component]] = [:]
    private(set) var zones: DifferenceZones
    private let options: CalendarDifference.Options
    /// The budget that all definitions on one side share.
    private let budget = SearchBudget()

    /// The key for matching components.
    struct Key: Hashable {
        let name: String
        let identity: Identity
        let original: Original?
    }

    /// The part of the key that distinguishes components with the same name.
    enum Identity: Hashable {
        case uid(ExactText)
        case content(ComponentForm)
    }

    /// The original time of the instance that an override replaces.
    enum Original: Hashable {
        /// A local time, used for dates and floating times.
        case wall(Int)
        /// Seconds since 1970.
        case instant(Int)
        case unreadable
    }

    init(_ options: CalendarDifference.Options) {
        self.options = options
        zones = DifferenceZones(options, within: budget.zones)
    }

    mutating func add(_ calendar: CalendarObject) {
        zones.add(calendar)
        var times = PropertyTimes(calendar, budget)
        for component in calendar.component.components
        where component.name != TimeZoneDefinition.componentName {
            let uid = component.text("UID")
            let key = Key(
                name: component.name,
                identity: uid.map { .uid(ExactText($0)) } ?? .content(ComponentForm(component, options)),
                original: original(of: component, &times)
            )
            entries[key, default: []].append(component)
        }
    }

    private func original(of component: Component, _ times: inout PropertyTimes) -> Original? {
        guard component.isOverride else { return nil }
        guard let time = component[time: "RECURRENCE-ID"] else { return .unreadable }
        let (second, key, clock) = times.second(of: time)
        return clock.isWall ? .wall(key) : .instant(second)
    }
}

/// A difference's sort key: the UID, the original start and the name.
struct DifferencePlace: Comparable {
    private let uid: ExactText
    private let original: Int
    private let name: String
    /// The tiebreaker for otherwise equal items.
    private let digits: String

    init(_ component: Component) {
        let digits = StableIdentifier.digits(of: component)
        // Zone definitions sort first.
        let isZone = component.name == TimeZoneDefinition.componentName
        uid = ExactText(isZone ? "" : component.text("UID") ?? "missing-uid-" + digits)
        original = component[time: "RECURRENCE-ID"]?.civil.secondNumber ?? .min
        name = component.name
        self.digits = digits
    }

    static func < (left: DifferencePlace, right: DifferencePlace) -> Bool {
        (left.uid, left.original, left.name, left.digits)
            < (right.uid, right.original, right.name, right.digits)
    }
}

extension CalendarObject {
    /// The VCALENDAR without its components.
    var withoutComponents: Component {
        Component(
            name: component.name,
            properties: component.properties,
            components: [],
            line: component.line
        )
    }
}

/// A file's time zone definitions, for comparison with another file.
struct DifferenceZones {
    /// The definitions by lowercase name, since a time's TZID may differ in case.
    private var definitions: [ExactText: [Definition]] = [:]
    private var calendars = 0
    private var used: Set<ExactText> = []
    private let options: CalendarDifference.Options
    /// The budget that all definitions on one side share.
    private let budget: ZoneBudget

    private struct Definition {
        let place: Place
        let component: Component
    }

    /// The key for matching definitions: the calendar's index in the file and the exact name.
    private struct Place: Hashable {
        let calendar: Int
        let name: ExactText
    }

    private struct Pair: Hashable {
        let old: ComponentForm
        let new: ComponentForm
    }

    init(_ options: CalendarDifference.Options, within budget: ZoneBudget) {
        self.options = options
        self.budget = budget
    }

    /// Adds the definitions from the next calendar in the file.
    ///
    /// The first definition with a name takes precedence.
    mutating func add(_ calendar: CalendarObject) {
        var seen: Set<ExactText> = []
        addUses(in: calendar)
        for component in calendar.timeZoneDefinitions {
            guard let name = component.text("TZID")?.trimmedOfBlanks, seen.insert(ExactText(name)).inserted
            else {
                continue
            }
            let place = Place(calendar: calendars, name: ExactText(name))
            let definition = Definition(place: place, component: component)
            definitions[ExactText(name.zoneKey), default: []].append(definition)
        }
        calendars += 1
    }

    private mutating func addUses(in calendar: CalendarObject) {
        // Consecutive times usually share a zone.
        var last: String?
        var rest = calendar.component.components.filter { $0.name != TimeZoneDefinition.componentName }
        while let component = rest.popLast() {
            rest += component.components
            for property in component.properties {
                guard let id = property.timeZoneID, last?.utf8.elementsEqual(id.utf8) != true else {
                    continue
                }
                last = id
                used.insert(ExactText(id.trimmedOfBlanks.lowercased()))
            }
        }
    }

    /// Returns the definitions found only on this side whose names are used on both sides and unknown to the system.
    ///
    /// The result is sorted by name and contains only the first definition with each name.
    func only(besides other: DifferenceZones) -> [Component] {
        definitions.keys.filter { name in
            other.definitions[name] == nil && used.contains(name) && other.used.contains(name)
                && Zone.known(name.text) == nil
        }
        .sorted()
        .compactMap { definitions[$0]?.first?.component }
    }

    /// Returns the zones whose offsets differ between the two sides, sorted by name.
    ///
    /// Identical changes in several calendars are included once.
    func changes(in other: DifferenceZones) -> [CalendarDifference.Change] {
        var changes: [CalendarDifference.Change] = []
        for name in definitions.keys.sorted() {
            guard let olds = definitions[name], let news = other.definitions[name] else { continue }
            var seen: Set<Pair> = []
            for (old, new) in Self.pairs(olds, news) where old != new {
                let pair = Pair(old: ComponentForm(old, options), new: ComponentForm(new, options))
                guard pair.old != pair.new, seen.insert(pair).inserted,
                    !ZoneDefinitionCache.shared.agree(old, new, within: budget)
                else { continue }
                var part = CalendarDifference.Part(name: TimeZoneDefinition.componentName)
                part.componentsBefore = [old]
                part.componentsAfter = [new]
                changes.append(CalendarDifference.Change(before: old, after: new, parts: [part]))
            }
        }
        return changes
    }

    /// Pairs the definitions with the same name for comparison.
    ///
    /// Definitions with the same spelling in calendars at the same position form a pair. The rest are paired in order,
    /// since calendars may have been merged or split and the spelling may have changed. Any that still remain are
    /// paired with the first definition on the other side with the same spelling.
    private static func pairs(_ olds: [Definition], _ news: [Definition]) -> [(Component, Component)] {
        let places = Dictionary(uniqueKeysWithValues: zip(news.map(\.place), news.indices))
        var pairs: [(Component, Component)] = []
        var left: [Definition] = []
        var matched: Set<Int> = []
        for old in olds {
            if let index = places[old.place] {
                matched.insert(index)
                pairs.append((old.component, news[index].component))
            } else {
                left.append(old)
            }
        }
        let right = news.indices.filter { !matched.contains($0) }.map { news[$0] }
        pairs += zip(left, right).map { ($0.component, $1.component) }
        let (firstOld, firstNew) = (firsts(olds), firsts(news))
        pairs += left.dropFirst(right.count).compactMap { old in
            firstNew[old.place.name].map { (old.component, $0) }
        }
        pairs += right.dropFirst(left.count).compactMap { new in
            firstOld[new.place.name].map { ($0, new.component) }
        }
        return pairs
    }

    private static func firsts(_ definitions: [Definition]) -> [ExactText: Component] {
        Dictionary(definitions.map { ($0.place.name, $0.component) }, uniquingKeysWith: { first, _ in first })
    }
}
