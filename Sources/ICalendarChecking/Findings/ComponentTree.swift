package import ICalendarCore

/// A component and all inside it, laid out in the order of the file, so that no depth of nesting needs recursion.
package struct ComponentTree {
    package struct Node {
        package let component: Component
        /// The place of the one that holds it in the tree, or nil.
        package let parent: Int?
        /// Its place in the one that holds it.
        let place: Int
    }

    /// The components, each behind the one that holds it.
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

    /// The tree with these properties in the place of those of some components, and without some components, both by
    /// their places.
    package func replacing(_ properties: [Int: [Property]], leavingOut dropped: Set<Int>) -> Component {
        var inside: [Int: [Int: Component]] = [:]
        var gone: [Int: Set<Int>] = [:]
        // Those inside come later, so that they are done when their holder's turn comes.
        for index in nodes.indices.reversed() {
            let changed = inside.removeValue(forKey: index) ?? [:]
            let left = gone.removeValue(forKey: index) ?? []
            if dropped.contains(index), let parent = nodes[index].parent {
                gone[parent, default: []].insert(nodes[index].place)
                continue
            }
            // What is untouched keeps its bytes.
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
