/// The definitions of time zones that this process has laid out, by their content.
///
/// A folder of calendars repeats a few definitions thousands of times; each is laid out once. The cache is bounded,
/// and keeps neither large definitions nor large tables nor the bytes of any file.
final class ZoneDefinitionCache: Sendable {
    /// The one that all calendars share.
    static let shared = ZoneDefinitionCache()

    /// When so many definitions are kept, they all make room.
    private static let capacity = 256
    /// Definitions with more properties and values are laid out anew each time.
    private static let sizeLimit = 2000

    private let definitions = Lock<[Component: ZoneDefinition]>([:])

    /// The definition of a VTIMEZONE component, laid out now or before, as large as a budget allows.
    func definition(_ component: Component, within budget: ZoneBudget = ZoneBudget()) -> ZoneDefinition {
        guard ZoneDefinitionCache.size(component) <= ZoneDefinitionCache.sizeLimit else {
            return budget.definition(component)
        }
        if let known = definitions.withLock({ $0[component] }) { return known }
        let definition = budget.definition(component)
        // What is large, or was made small by the budget, is not for others.
        guard ZoneBudget.isModest(definition), !definition.isCut else { return definition }
        let key = ZoneDefinitionCache.withoutSource(component)
        return definitions.withLock { definitions in
            if let known = definitions[key] { return known }
            if definitions.count >= ZoneDefinitionCache.capacity { definitions.removeAll() }
            definitions[key] = definition
            return definition
        }
    }

    /// How many definitions are kept.
    var count: Int { definitions.withLock { $0.count } }

    private static func size(_ component: Component) -> Int {
        var size = component.properties.count
        for property in component.properties {
            if case .list(let values) = property.value { size += values.count }
        }
        return component.components.reduce(size) { $0 + ZoneDefinitionCache.size($1) }
    }

    /// The same component without the places and bytes it was read from.
    private static func withoutSource(_ component: Component) -> Component {
        Component(
            component.name,
            properties: component.properties.map { Property($0.name, $0.value, parameters: $0.parameters) },
            components: component.components.map(withoutSource)
        )
    }
}
