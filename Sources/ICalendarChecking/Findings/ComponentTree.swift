package import ICalendarCore

/// A component and its descendants, kept in a flat list to avoid recursion.
package struct ComponentTree {
    package struct Node {
        package let component: Component
        /// The index of the containing component in the tree, or nil for the root.
        package let parent: Int?
        /// The component's position within the containing component.
        let place: Int
    }

    /// The components, each after its parent.
    package private(set) var nodes: [Node]

    package init(_ root: Component) {
        nodes = [Node(component: root, parent: nil, place: 0)]
        guard !root.components.isEmpty else { return }
        var next = 0
        while next < nodes.count {
            for (place, component) in nodes[next].component.components.enumerated() {
                nodes.append(Node(component: component, parent: next, place: place))
            }
            next += 1
        }
    }

    /// Returns the root component with some components' properties replaced and other components removed, both given by
    /// index.
    package func replacing(_ properties: [Int: [Property]], leavingOut dropped: Set<Int>) -> Component {
        var inside: [Int: [Int: Component]] = [:]
        var gone: [Int: Set<Int>] = [:]
        // Process the list in reverse, since children follow their parent.
        for index in nodes.indices.reversed() {
            let changed = inside.removeValue(forKey: index) ?? [:]
            let left = gone.removeValue(forKey: index) ?? []
            if dropped.contains(index), let parent = nodes[index].parent {
                gone[parent, default: []].insert(nodes[index].place)
                continue
            }
            // An unchanged component keeps its original bytes.
            guard properties[index] != nil || !changed.isEmpty || !left.isEmpty else { continue }
            var component = nodes[index].component
            if let properties = properties[index] { component.properties = properties }
            if !changed.isEmpty || !left.isEmpty {
                var components = component.components
                for (place, component) in changed { components[place] = component }
                if !left.isEmpty {
                    components = components.enumerated().filter { !left.contains($0.offset) }.map(\.element)
                }
                component.components = components
            }
            guard let parent = nodes[index].parent else { return component }
            inside[parent, default: [:]][nodes[index].place] = component
        }
        return nodes[0].component
    }
}
