/// The definitions of time zones of a file, for a comparison with those of another one.
struct DifferenceZones {
    /// The definitions of each name, with the place of the calendar that each counts in.
    private var definitions: [ExactText: [Definition]] = [:]
    private var calendars = 0
    private let options: CalendarDifference.Options
    /// What all definitions of one side may cost together.
    private let budget: ZoneBudget

    private struct Definition {
        let calendar: Int
        let component: Component
    }

    private struct Pair: Hashable {
        let old: ComponentForm
        let new: ComponentForm
    }

    /// No definitions yet.
    init(_ options: CalendarDifference.Options, within budget: ZoneBudget) {
        self.options = options
        self.budget = budget
    }

    /// Adds the definitions of the next calendar of the file; of two of one name the first counts.
    mutating func add(_ calendar: CalendarObject) {
        for component in calendar.component.components
        where component.name == TimeZoneDefinition.componentName {
            guard let name = component.text("TZID").map(ExactText.init),
                definitions[name]?.last?.calendar != calendars
            else { continue }
            definitions[name, default: []].append(Definition(calendar: calendars, component: component))
        }
        calendars += 1
    }

    /// The zones that both have and that give other offsets, ordered by their names; what changed in one way in many
    /// calendars is there once.
    func changes(in other: DifferenceZones) -> [CalendarDifference.Change] {
        var changes: [CalendarDifference.Change] = []
        for name in definitions.keys.sorted(by: { OrderKey.precedes($0.text, $1.text) }) {
            guard let olds = definitions[name], let news = other.definitions[name] else { continue }
            var seen: Set<Pair> = []
            for (old, new) in Self.pairs(olds, news) where old != new {
                let pair = Pair(old: ComponentForm(old, options), new: ComponentForm(new, options))
                guard pair.old != pair.new, seen.insert(pair).inserted, !mean(old, new) else { continue }
                var part = CalendarDifference.Part(name: TimeZoneDefinition.componentName)
                part.componentsBefore = [old]
                part.componentsAfter = [new]
                changes.append(CalendarDifference.Change(before: old, after: new, parts: [part]))
            }
        }
        return changes
    }

    /// What is compared of one name: in calendars at one place the two definitions; the others in their order, as calendars
    /// can be joined and parted; and what is left with the first of the other side.
    private static func pairs(_ olds: [Definition], _ news: [Definition]) -> [(Component, Component)] {
        var pairs: [(Component, Component)] = []
        var (left, right): ([Component], [Component]) = ([], [])
        var next = news[...]
        for old in olds {
            while let new = next.first, new.calendar < old.calendar {
                right.append(next.removeFirst().component)
            }
            if next.first?.calendar == old.calendar {
                pairs.append((old.component, next.removeFirst().component))
            } else {
                left.append(old.component)
            }
        }
        right += next.map(\.component)
        pairs += zip(left, right)
        pairs += left.dropFirst(right.count).map { ($0, news[0].component) }
        pairs += right.dropFirst(left.count).map { (olds[0].component, $0) }
        return pairs
    }

    /// 1900 to 2200, in seconds since 1970.
    private static let compared = -2_208_988_800..<7_258_118_400

    /// Whether two definitions give the same offsets.
    private func mean(_ old: Component, _ new: Component) -> Bool {
        let definitions = [old, new].map { ZoneDefinitionCache.shared.definition($0, within: budget) }
        // What was cut cannot be compared; their texts differ.
        if definitions.contains(where: \.isCut) { return false }
        guard let before = definitions[0].zone?.table, let after = definitions[1].zone?.table else {
            return (definitions[0].zone == nil) == (definitions[1].zone == nil)
        }
        return before.differingRanges(from: after, between: Self.compared).isEmpty
    }
}
