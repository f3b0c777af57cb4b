/// The components of a file by what they are matched by.
struct DifferencePool {
    /// The components by their keys.
    private(set) var entries: [Key: [Component]] = [:]
    private var zones: [String: Component] = [:]
    private let options: CalendarDifference.Options
    /// What all definitions of one side may cost together.
    private let budget = ZoneBudget()

    /// What a component is matched by.
    struct Key: Hashable {
        let name: String
        let identity: Identity
        let original: Original?
    }

    /// What tells components of one name apart.
    enum Identity: Hashable {
        case uid(ExactText)
        /// Of what has no UID all that it says.
        case content(ComponentForm)
    }

    /// The instance that an override stands for.
    enum Original: Hashable {
        /// What the clock shows, for dates and floating times.
        case wall(Int)
        /// Seconds since 1970.
        case instant(Int)
        /// What cannot be read.
        case unreadable
    }

    /// No components yet.
    init(_ options: CalendarDifference.Options) {
        self.options = options
    }

    /// Adds the components of a calendar.
    mutating func add(_ calendar: CalendarObject) {
        var times = PropertyTimes(calendar, budget)
        for component in calendar.component.components {
            if component.name == TimeZoneDefinition.componentName {
                guard let name = component.text("TZID"), zones[name] == nil else { continue }
                zones[name] = component
                continue
            }
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
        guard component.first("RECURRENCE-ID") != nil else { return nil }
        guard let time = component[time: "RECURRENCE-ID"] else { return .unreadable }
        let (second, key, clock) = times.second(of: time)
        return clock.isWall ? .wall(key) : .instant(second)
    }

    /// The zones that both have and that give other offsets, ordered by their names.
    func changedZones(in other: DifferencePool) -> [CalendarDifference.Change] {
        zones.keys.sorted { OrderKey.precedes($0, $1) }.compactMap { name in
            guard let old = zones[name], let new = other.zones[name], old != new,
                !Self.mean(old, new, within: budget)
            else { return nil }
            var part = CalendarDifference.Part(name: TimeZoneDefinition.componentName)
            part.componentsBefore = [old]
            part.componentsAfter = [new]
            return CalendarDifference.Change(before: old, after: new, parts: [part])
        }
    }

    /// 1900 to 2200, in seconds since 1970.
    private static let compared = -2_208_988_800..<7_258_118_400

    /// Whether two definitions give the same offsets.
    private static func mean(_ old: Component, _ new: Component, within budget: ZoneBudget) -> Bool {
        let definitions = [old, new].map { ZoneDefinitionCache.shared.definition($0, within: budget) }
        // What was cut cannot be compared; their texts differ.
        if definitions.contains(where: \.isCut) { return false }
        guard let before = definitions[0].zone?.table, let after = definitions[1].zone?.table else {
            return (definitions[0].zone == nil) == (definitions[1].zone == nil)
        }
        return before.differingRanges(from: after, between: compared).isEmpty
    }
}

/// Where an item of a difference stands: by UID, then by original start, then by name.
struct DifferencePlace: Comparable {
    private let uid: String
    private let original: Int
    private let name: String
    /// Tells apart what is alike in all of these.
    private let digits: String

    /// The place of a component.
    init(_ component: Component) {
        let digits = StableIdentifier.digits(of: component)
        uid = component.text("UID") ?? "missing-uid-" + digits
        original = component[time: "RECURRENCE-ID"]?.civil.secondNumber ?? .min
        name = component.name
        self.digits = digits
    }

    static func < (left: DifferencePlace, right: DifferencePlace) -> Bool {
        if !left.uid.utf8.elementsEqual(right.uid.utf8) { return OrderKey.precedes(left.uid, right.uid) }
        return (left.original, left.name, left.digits) < (right.original, right.name, right.digits)
    }
}

extension CalendarObject {
    /// The VCALENDAR with its properties alone.
    var withoutComponents: Component {
        Component(
            name: component.name,
            properties: component.properties,
            components: [],
            line: component.line
        )
    }
}
