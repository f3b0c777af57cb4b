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
    /// Where two lines stand on one, in their order.
    private let joints: [UInt32]
    /// Where properties start that are laid out in another way than RFC 5545's, in their order.
    private var odd: [UInt32] = []
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
        let gaps = keepsBytes ? slice.gaps : (leftOut: [], joints: [])
        (leftOut, joints) = (gaps.leftOut, gaps.joints)
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
        guard keepsBytes, !Self.isAny(of: leftOut, between: frame.offset, line.offset) else { return nil }
        let length = line.offset + line.length - frame.offset
        let isOdd =
            Self.isAny(of: joints, between: frame.offset, line.offset)
            || Self.isAny(of: odd, between: frame.offset, line.offset)
        return SourceLine(store: store, offset: frame.offset, length: length, isOdd: isOdd)
    }

    /// Whether one of some places, which are in order, is between two others.
    private static func isAny(of places: [UInt32], between start: UInt32, _ end: UInt32) -> Bool {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low] < end
    }

    /// The name of the component whose lines are being read.
    var componentName: String { current?.name ?? "" }

    /// Notes a property, known by its place in the definitions, and returns whether it stands again though it may stand
    /// once in its component; of a calendar, which may come in parts, it is said when all of them are read.
    mutating func isRepeated(_ known: Int) -> Bool { current?.single.isRepeated(known) ?? false }

    /// Adds a property; one whose lines are not those of RFC 5545 reaches up to `oddEnd`.
    mutating func add(
        _ name: String,
        _ parameters: [Parameter],
        _ place: SliceLine,
        _ value: Value,
        oddEnd: Int? = nil
    ) {
        if oddEnd != nil { odd.append(place.offset) }
        let length = oddEnd.map { UInt32(clamping: $0) - place.offset } ?? place.length
        current?.properties.append(
            Property(
                name: name,
                parameters: parameters,
                value: value,
                line: place.number,
                source: SourceLine(store: store, offset: place.offset, length: length, isOdd: oddEnd != nil)
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
    /// component that was not closed; and where a line ends without a line end, as another one stands behind it.
    fileprivate var gaps: (leftOut: [UInt32], joints: [UInt32]) {
        var places: [UInt32] = []
        var joints: [UInt32] = []
        var end: UInt32 = 0
        for line in lines {
            if line.offset != end {
                let between = store.bytes[Int(end)..<Int(line.offset)]
                if !between.allSatisfy(LineFolding.isLineEnd) { places.append(end) }
            } else if end > 0, !LineFolding.isLineEnd(store.bytes[Int(end) - 1]) {
                joints.append(end - 1)
            }
            end = line.offset &+ line.length
        }
        return (places, joints)
    }
}
