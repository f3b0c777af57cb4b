import ICalendar

/// An editor that applies a component's changes to another version of the component, property by property.
struct ComponentEditing {
    private let component: Component
    private var properties: NamedProperties
    private let after: NamedProperties
    private let afterInner: [Component]
    /// The subcomponents, with nil in place of removed ones.
    private var inner: [Component?]
    /// The indices in `inner` by name, excluding added subcomponents.
    private let innerPlaces: [String: [Int]]
    private let keepsDropped: Bool

    /// Creates an editor for the version to change; `after` is the other version, which contains the changes to apply.
    init(_ component: Component, to after: Component, keepsDropped: Bool) {
        self.component = component
        self.keepsDropped = keepsDropped
        properties = NamedProperties(component)
        self.after = NamedProperties(after)
        afterInner = after.components
        inner = component.components
        innerPlaces = Dictionary(grouping: component.components.indices) { component.components[$0].name }
    }

    var result: Component {
        var result = component
        result.properties = properties.all
        result.components = inner.compactMap { $0 }
        return result
    }

    /// Applies a change; with `replacesAll`, the other version's subcomponents replace all subcomponents with the
    /// changed name.
    mutating func apply(_ part: CalendarDifference.Part, replacesAll: Bool = false) {
        if replacesAll {
            for place in innerPlaces[part.name] ?? [] { inner[place] = nil }
            inner += afterInner.filter { $0.name == part.name }
        } else if !part.componentsBefore.isEmpty || !part.componentsAfter.isEmpty {
            replaceComponents(part)
        }
        guard !part.before.isEmpty || !part.after.isEmpty else { return }
        let name = part.name
        let isList =
            ConflictUnit.lists.contains(name) || ConflictUnit.dateLists.contains(name) || name == "ATTENDEE"
        if name == "SEQUENCE" || name == "CREATED" {
            raise(name)
        } else if isList {
            mergeList(part)
        } else if name.hasPrefix("X-") {
            if after[name].isEmpty, keepsDropped { return }
            mergeExtension(part)
        } else {
            properties[name] = after[name]
        }
    }

    private mutating func mergeExtension(_ part: CalendarDifference.Part) {
        let (own, other) = (properties[part.name], after[part.name])
        // If both sides changed the value, both receive the higher value.
        let isOwnChanged = !own.isEmpty && own != part.before
        let texts = (own: own.map(\.sortText), other: other.map(\.sortText))
        if isOwnChanged, texts.other.lexicographicallyPrecedes(texts.own) { return }
        properties[part.name] = other
    }

    // MARK: - Lists

    private mutating func mergeList(_ part: CalendarDifference.Part) {
        let isPeople = part.name == "ATTENDEE"
        func identity(_ property: Property) -> ListKey {
            isPeople ? .attendee(property.attendeeAddress) : .value(property.value, property.timeZoneID)
        }
        var merged = KeyedList(properties[part.name].flatMap(\.single), by: identity)
        var added = KeyedList(part.after.flatMap(\.single), by: identity)
        for old in part.before.flatMap(\.single) {
            let key = identity(old)
            merged.update(key) { _ in isPeople ? added.remove(key) : nil }
        }
        for new in added.elements {
            let key = identity(new)
            if !merged.update(key, { _ in new }) { merged.append(new, at: [key]) }
        }
        properties[part.name] = merged.elements
    }

    /// A list element's identity.
    private enum ListKey: Hashable {
        case attendee(String)
        case value(Value, String?)
    }

    // MARK: - Subcomponents

    private mutating func replaceComponents(_ part: CalendarDifference.Part) {
        let own = innerPlaces[part.name] ?? []
        var places = KeyedList<InnerKey, Int>()
        for place in own {
            guard let component = inner[place] else { continue }
            places.append(place, at: InnerKey.all(of: component))
        }
        let isOnly = own.count == 1 && part.componentsBefore.count == 1
        var added = part.componentsAfter[...]
        for old in part.componentsBefore {
            var place = isOnly ? own.first : nil
            for key in InnerKey.all(of: old) where place == nil { place = places.remove(key) }
            if let place { inner[place] = added.popFirst() }
        }
        var present = Set(own.compactMap { inner[$0].map(WholeComponent.init) })
        for new in added where present.insert(WholeComponent(component: new)).inserted { inner.append(new) }
    }

    /// A key for finding a subcomponent.
    ///
    /// An equal subcomponent is preferred to one that only has the same UID.
    private enum InnerKey: Hashable {
        case content(WholeComponent)
        case uid(String)

        static func all(of component: Component) -> [InnerKey] {
            let content = InnerKey.content(WholeComponent(component: component))
            return component.text("UID").map { [content, .uid($0)] } ?? [content]
        }
    }

    /// A component whose hash includes parameters and subcomponents.
    ///
    /// Many alarms may differ only in their parameters or subcomponents.
    private struct WholeComponent: Hashable {
        let component: Component

        func hash(into hasher: inout Hasher) {
            hasher.combine(component)
            for property in component.properties { hasher.combine(property.parameters) }
            for inner in component.components { hasher.combine(WholeComponent(component: inner)) }
        }
    }

    // MARK: - Revisions

    mutating func raiseStamps() {
        for name in ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED"] { raise(name) }
    }

    /// Sets a property to the other component's value if that value is higher.
    private mutating func raise(_ name: String) {
        guard let new = after[name].first else { return }
        guard let old = properties[name].first else {
            properties[name] = [new]
            return
        }
        let isHigher =
            switch (new.value, old.value) {
            case (.integer(let new), .integer(let old)): new > old
            case (.dateTime(let new, _), .dateTime(let old, _)): new > old
            default: false
            }
        if isHigher { properties[name] = [new] }
    }
}

/// A component's properties by name, for replacing many properties in one pass.
struct NamedProperties {
    private let original: [Property]
    private let own: [String: [Property]]
    private var replaced: [String: [Property]] = [:]
    /// The names of properties that the original lacks, in insertion order.
    private var added: [String] = []

    init(_ component: Component) {
        original = component.properties
        own = Dictionary(grouping: component.properties, by: \.name)
    }

    /// The properties with the given name.
    ///
    /// New properties replace the existing ones at the first one's position, or are appended if there are none.
    subscript(name: String) -> [Property] {
        get { replaced[name] ?? own[name] ?? [] }
        set {
            if newValue == self[name] { return }
            if own[name] == nil, replaced[name] == nil { added.append(name) }
            replaced[name] = newValue
        }
    }

    var all: [Property] {
        if replaced.isEmpty { return original }
        var all: [Property] = []
        var rest = replaced
        for property in original {
            if replaced[property.name] == nil {
                all.append(property)
            } else {
                all += rest.removeValue(forKey: property.name) ?? []
            }
        }
        return all + added.flatMap { replaced[$0] ?? [] }
    }
}

extension Property {
    /// The property split into one property per list value.
    fileprivate var single: [Property] {
        guard case .list(let values) = value else { return [self] }
        return values.map { Property(name, $0, parameters: parameters) }
    }

    fileprivate var sortText: String { "\(value)" }
}
