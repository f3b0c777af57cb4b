/// Collects the properties of a component and of those inside it, and builds the tree.
///
/// Without recursion, so that no nesting can exhaust the stack.
struct ComponentAssembly {
    /// A component on its way.
    private struct Frame {
        let name: String
        let line: Int?
        var properties: [Property] = []
        /// The components inside.
        var components: [Component] = []

        var component: Component {
            Component(name: name, properties: properties, components: components, line: line)
        }
    }

    private let store: ByteStore
    /// The component whose lines are being read.
    private var current: Frame?
    /// Those around it, the outermost first.
    private var outer: [Frame] = []
    /// The slice's own component, once it has ended.
    private var finished: Component?

    /// Starts with the slice's own component; for a run of properties that is a VCALENDAR without BEGIN.
    init(_ slice: ComponentSlice) {
        store = slice.store
        if slice.isCalendarProperties { open("VCALENDAR", line: nil, expecting: slice.lines.count) }
    }

    /// Starts a component, in which so many properties are expected.
    mutating func begin(_ line: SliceLine, name: String, expecting count: Int) {
        open(name, line: Int(line.number), expecting: count)
    }

    private mutating func open(_ name: String, line: Int?, expecting count: Int) {
        if let current { outer.append(current) }
        var frame = Frame(name: name, line: line)
        frame.properties.reserveCapacity(count)
        current = frame
    }

    /// Ends the component that was started last.
    mutating func end() {
        guard let inner = current?.component else { return }
        current = outer.popLast()
        if current == nil { finished = finished ?? inner } else { current?.components.append(inner) }
    }

    /// Adds a property.
    mutating func add(_ name: String, _ parameters: [Parameter], _ place: SliceLine, _ value: Value) {
        current?.properties.append(
            Property(
                name: name,
                parameters: parameters,
                value: value,
                line: place.number,
                source: SourceLine(store: store, offset: place.offset, length: place.length)
            )
        )
    }

    /// The component.
    consuming func finish() -> Component {
        while current != nil { end() }
        return finished ?? Component("")
    }
}
