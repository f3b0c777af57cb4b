/// A component and all inside it, laid out in the order of the file, so that no depth of nesting needs recursion.
struct ComponentTree {
    /// One component of the tree.
    struct Node {
        /// The component with all inside it.
        let component: Component
        /// The place of the one that holds it, or nil.
        let parent: Int?
    }

    /// The components, each behind the one that holds it.
    private(set) var nodes: [Node]

    /// Lays out a component.
    init(_ root: Component) {
        nodes = [Node(component: root, parent: nil)]
        guard !root.components.isEmpty else { return }
        var next = 0
        while next < nodes.count {
            for component in nodes[next].component.components {
                nodes.append(Node(component: component, parent: next))
            }
            next += 1
        }
    }

    /// The tree with these properties in the place of those of some components, by their places.
    func replacing(_ properties: [Int: [Property]]) -> Component {
        var inside = [[Component]](repeating: [], count: nodes.count)
        var root = nodes[0].component
        // Those inside come later, so that they are done when their holder's turn comes.
        for index in nodes.indices.reversed() {
            let node = nodes[index]
            let component = Component(
                name: node.component.name,
                properties: properties[index] ?? node.component.properties,
                components: inside[index].reversed(),
                line: node.component.line
            )
            inside[index] = []
            if let parent = node.parent { inside[parent].append(component) } else { root = component }
        }
        return root
    }
}
