/// Collects the properties of a component and of those inside it, and builds the tree.
///
/// Without recursion, so that no nesting can exhaust the stack.
struct ComponentAssembly {
    private struct Frame {
        let name: String
        let line: Int?
        /// Where its BEGIN starts in the slice.
        let offset: UInt32
        var properties: [Property] = []
        /// Those that may stand once, and were seen.
        var single: SingleProperties
        var components: [Component] = []
    }

    private let store: ByteStore
    private let keepsBytes: Bool
    /// Where in the slice bytes stand that belong to no line of it, as they were left out, in their order.
    private let leftOut: [UInt32]
    /// Where two lines stand on one, in their order.
    private let joints: [UInt32]
    /// Where properties start that are laid out in another way than RFC 5545's, in their order.
    private var odd: [UInt32] = []
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
        guard let frame = current.take() else { return }
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

/// The properties that a component may hold once, as the decoder asks for them: a bit for each place in
/// ``PropertyDefinition/all``.
struct SingleProperties: Sendable {
    /// The bits of those that may stand once.
    private let bits: UInt128
    private var seen: UInt128 = 0

    /// The properties of a component of this name; none for one that no RFC defines.
    init(of component: String) {
        bits = Self.all.first { $0.component == component }?.bits ?? 0
    }

    /// Records a property by its place in the definitions, and returns whether it is a forbidden duplicate.
    mutating func isRepeated(_ known: Int) -> Bool {
        let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: known)
        guard bits & bit != 0 else { return false }
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// The components, events first as most are.
    private static let all: [(component: String, bits: UInt128)] = {
        let grammars = ["VEVENT", "VALARM"].compactMap { ComponentGrammar.named[$0] } + ComponentGrammar.all
        return grammars.map { grammar in
            var bits: UInt128 = 0
            for place in PropertyGrammar.all.indices where grammar.isSingle(place) {
                bits |= 1 << UInt128(truncatingIfNeeded: place)
            }
            return (grammar.name, bits)
        }
    }()
}

extension ComponentGrammar {
    /// Whether a second property of a place in the grammar is ignored, and reading says so.
    ///
    /// Of what decides when an event happens, and of a time zone's definition, it is said where these are put together.
    fileprivate func isSingle(_ place: Int) -> Bool {
        guard rules[place]?.isSingle == true else { return false }
        let property = PropertyGrammar.all[place].name
        switch name {
        case "VEVENT": return !EventSchedule.singular.contains(property)
        case "VTIMEZONE": return property != "TZID"
        case "STANDARD", "DAYLIGHT": return false
        default: return true
        }
    }
}

extension DiagnosticList {
    /// Says that a property is ignored, as the first of its name counts.
    package mutating func noteRepeated(_ name: String, line: Int?) {
        warn(.badValue, line: line, "duplicate \(Words.short(name)); using the first")
    }

    /// Says which properties of a component, not of those inside it, are ignored as the first of their name count.
    package mutating func checkRepeated(in component: Component) {
        var single = SingleProperties(of: component.name)
        for property in component.properties {
            guard let known = PropertyDefinition.place(of: property.name), single.isRepeated(known) else {
                continue
            }
            noteRepeated(property.name, line: property.line)
        }
    }
}
