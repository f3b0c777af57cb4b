import ICalendar

/// An editor that applies one version's changes to another version of an item, component by component.
struct VersionEditing {
    private let original: CalendarFile
    /// All calendars' components; time zones have no key.
    private var components = KeyedList<ComponentKey, PlacedComponent>()
    /// The changed time zone definitions by TZID.
    private var changedZones: [String: Component] = [:]
    /// The added time zone definitions by calendar.
    private var addedZones: [[Component]]
    private let keepsDropped: Bool

    /// A component and its calendar's index.
    private struct PlacedComponent {
        let calendar: Int
        let component: Component
    }

    init(_ file: CalendarFile, keepsDropped: Bool) {
        original = file
        addedZones = Array(repeating: [], count: file.calendars.count)
        self.keepsDropped = keepsDropped
        var keys = ComponentKeys(file)
        for (index, calendar) in file.calendars.enumerated() {
            for component in calendar.component.components {
                components.append(
                    PlacedComponent(calendar: index, component: component),
                    at: component.isItem ? [keys.key(of: component)] : []
                )
            }
        }
    }

    /// Applies all changes between two versions to the old one; returns nil if no item remains.
    static func applied(from old: ItemVersion, to new: ItemVersion, keepsDropped: Bool) -> [UInt8]? {
        SyncMerging.applied(VersionChanges(from: old, to: new), of: new, to: old, keepsDropped: keepsDropped)
    }

    /// The file with all changes applied.
    var file: CalendarFile {
        var lists: [[Component]] = Array(repeating: [], count: original.calendars.count)
        for placed in components.elements { lists[placed.calendar].append(placed.component) }
        var file = original
        for calendar in lists.indices {
            applyZones(to: &lists[calendar])
            let place = lists[calendar].firstIndex(where: \.isItem) ?? 0
            lists[calendar].insert(contentsOf: addedZones[calendar], at: place)
            // An unchanged calendar keeps its original bytes.
            if lists[calendar] != file.calendars[calendar].component.components {
                file.calendars[calendar].component.components = lists[calendar]
            }
        }
        return file
    }

    /// The bytes of the file, or nil if it has no items.
    var result: [UInt8]? {
        let file = file
        let hasItems = file.calendars.contains { $0.component.components.contains(where: \.isItem) }
        return hasItems ? file.icsBytes(.asRead) : nil
    }

    /// Applies a change; subcomponents with the given names are replaced as a whole.
    mutating func apply(
        _ change: VersionChanges.OfComponent,
        at key: ComponentKey,
        replacing replaced: Set<String> = []
    ) {
        switch change {
        case .removed: components.remove(key)
        case .added(let component):
            if !update(key, { _ in component }) { append(component, key) }
        case .changed(let change):
            let keepsDropped = keepsDropped
            let isFound = update(key) { component in
                var editing = ComponentEditing(component, to: change.after, keepsDropped: keepsDropped)
                for part in change.parts {
                    editing.apply(part, replacesAll: replaced.contains(part.name))
                }
                editing.raiseStamps()
                return editing.result
            }
            // If one side removed the component and the other changed it, the change takes precedence.
            if !isFound { append(change.after, key) }
        }
    }

    mutating func remove(_ keys: [ComponentKey]) {
        for key in keys { components.remove(key) }
    }

    /// Replaces a series' times and rules with those of another version.
    mutating func takeTimes(ofSeries key: ComponentKey, from source: Component) {
        update(key) { component in
            var component = component
            var properties = NamedProperties(component)
            for name in ConflictUnit.timeNames.sorted() { properties[name] = source.all(name) }
            component.properties = properties.all
            return component
        }
    }

    /// Replaces a component; returns whether it exists.
    @discardableResult
    private mutating func update(_ key: ComponentKey, _ change: (Component) -> Component) -> Bool {
        components.update(key) { placed in
            let new = change(placed.component)
            // An equal component keeps its original bytes.
            return new == placed.component
                ? placed : PlacedComponent(calendar: placed.calendar, component: new)
        }
    }

    private mutating func append(_ component: Component, _ key: ComponentKey) {
        guard let last = original.calendars.indices.last else { return }
        components.append(PlacedComponent(calendar: last, component: component), at: [key])
    }

    // MARK: - Time zones

    mutating func apply(zones: [Component]) {
        for zone in zones {
            guard let id = zone.text("TZID") else { continue }
            changedZones[id] = zone
        }
    }

    /// Replaces the first definition of each changed time zone in a calendar.
    private func applyZones(to components: inout [Component]) {
        if changedZones.isEmpty { return }
        var seen: Set<String> = []
        for place in components.indices {
            guard let id = components[place].definedZone, seen.insert(id).inserted else { continue }
            if let zone = changedZones[id] { components[place] = zone }
        }
    }

    /// Adds time zone definitions that the items need but that only other versions contain.
    mutating func addZones(from others: [CalendarFile]) {
        var known: [String: (order: Int, zone: Component)] = [:]
        for zone in others.flatMap(\.calendars).flatMap(\.component.components) {
            guard let id = zone.definedZone, known[id] == nil else { continue }
            known[id] = (known.count, zone)
        }
        var missing: [Set<String>] = Array(repeating: [], count: addedZones.count)
        for placed in components.elements where placed.component.isItem {
            missing[placed.calendar].formUnion(placed.component.zoneNames)
        }
        for placed in components.elements {
            if let id = placed.component.definedZone { missing[placed.calendar].remove(id) }
        }
        for calendar in addedZones.indices {
            missing[calendar].subtract(addedZones[calendar].compactMap(\.definedZone))
            let zones = missing[calendar].compactMap { known[$0] }.sorted { $0.order < $1.order }
            addedZones[calendar] += zones.map(\.zone)
        }
    }
}

extension Component {
    /// The TZID of a time zone definition, or nil for other components.
    fileprivate var definedZone: String? { name == "VTIMEZONE" ? text("TZID") : nil }
}
