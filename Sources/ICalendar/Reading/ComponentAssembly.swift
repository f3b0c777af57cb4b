/// Collects the properties of a component and of those inside it, and builds the tree.
///
/// Without recursion, so that no nesting can exhaust the stack.
struct ComponentAssembly {
    /// A component on its way.
    private struct Frame {
        let name: String
        let line: Int?
        /// Where its BEGIN starts in the slice.
        let offset: UInt32
        var properties: [Property] = []
        /// Those that may stand once, and were seen.
        var single: SingleProperties
        /// The components inside.
        var components: [Component] = []
    }

    private let store: ByteStore
    /// Whether components are to keep their bytes.
    private let keepsBytes: Bool
    /// Where in the slice bytes stand that belong to no line of it, as they were left out, in their order.
    private let leftOut: [UInt32]
    /// The component whose lines are being read.
    private var current: Frame?
    /// Those around it, the outermost first.
    private var outer: [Frame] = []
    /// The slice's own component, once it has ended.
    private var finished: Component?

    /// Starts with the slice's own component; for a run of properties that is a VCALENDAR without BEGIN.
    ///
    /// Only a component of which everything is decoded keeps its bytes.
    init(_ slice: ComponentSlice, keepsBytes: Bool) {
        store = slice.store
        self.keepsBytes = keepsBytes
        leftOut = keepsBytes ? slice.leftOut : []
        if slice.isCalendarProperties {
            open("VCALENDAR", line: nil, at: 0, expecting: slice.lines.count)
            current?.single = SingleProperties(of: "")
        }
    }

    /// Starts a component, in which so many properties are expected.
    mutating func begin(_ line: SliceLine, name: String, expecting count: Int) {
        open(name, line: Int(line.number), at: line.offset, expecting: count)
    }

    private mutating func open(_ name: String, line: Int?, at offset: UInt32, expecting count: Int) {
        if let current { outer.append(current) }
        var frame = Frame(name: name, line: line, offset: offset, single: SingleProperties(of: name))
        frame.properties.reserveCapacity(count)
        current = frame
    }

    /// Ends the component that was started last, by this line or by none.
    mutating func end(_ line: SliceLine? = nil) {
        guard let frame = current else { return }
        current = outer.popLast()
        let inner = Component(
            name: frame.name,
            properties: frame.properties,
            components: frame.components,
            line: frame.line,
            source: line.flatMap { source(of: frame, endingWith: $0) }
        )
        if current == nil { finished = finished ?? inner } else { current?.components.append(inner) }
    }

    /// The bytes of a component, or nil when there are some among them that were left out.
    private func source(of frame: Frame, endingWith line: SliceLine) -> SourceLine? {
        guard keepsBytes, !isAnythingLeftOut(between: frame.offset, line.offset) else { return nil }
        let length = line.offset + line.length - frame.offset
        return SourceLine(store: store, offset: frame.offset, length: length)
    }

    /// Whether bytes were left out between two places.
    private func isAnythingLeftOut(between start: UInt32, _ end: UInt32) -> Bool {
        var low = 0
        var high = leftOut.count
        while low < high {
            let middle = (low + high) / 2
            if leftOut[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < leftOut.count && leftOut[low] < end
    }

    /// The name of the component whose lines are being read.
    var componentName: String { current?.name ?? "" }

    /// Notes a property, known by its place in the definitions, and returns whether it stands again though it may stand
    /// once in its component; of a calendar, which may come in parts, it is said when all of them are read.
    mutating func isRepeated(_ known: Int) -> Bool { current?.single.isRepeated(known) ?? false }

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

extension ComponentSlice {
    /// Where bytes stand between the lines that are no line ends: of lines that were too long or too many, or of a
    /// component that was not closed.
    fileprivate var leftOut: [UInt32] {
        var places: [UInt32] = []
        var end: UInt32 = 0
        for line in lines {
            if line.offset != end {
                let between = store.bytes[Int(end)..<Int(line.offset)]
                if !between.allSatisfy(LineFolding.isLineEnd) { places.append(end) }
            }
            end = line.offset &+ line.length
        }
        return places
    }
}
