/// The components of a file by what they are matched by.
struct DifferencePool {
    /// The components by their keys.
    private(set) var entries: [Key: [Component]] = [:]
    /// The definitions of time zones.
    private(set) var zones: DifferenceZones
    private let options: CalendarDifference.Options
    /// What all definitions of one side may cost together.
    private let budget = SearchBudget()

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
        zones = DifferenceZones(options, within: budget.zones)
    }

    /// Adds the components of a calendar.
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
        guard component.first("RECURRENCE-ID") != nil else { return nil }
        guard let time = component[time: "RECURRENCE-ID"] else { return .unreadable }
        let (second, key, clock) = times.second(of: time)
        return clock.isWall ? .wall(key) : .instant(second)
    }
}

/// Where an item of a difference stands: by UID, then by original start, then by name.
struct DifferencePlace: Comparable {
    private let uid: ExactText
    private let original: Int
    private let name: String
    /// Tells apart what is alike in all of these.
    private let digits: String

    /// The place of a component.
    init(_ component: Component) {
        let digits = StableIdentifier.digits(of: component)
        // Definitions of zones come first.
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
