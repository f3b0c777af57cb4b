/// An assembly that collects the properties of nested components and builds the component tree.
///
/// Assembly is not recursive, so deep nesting cannot exhaust the stack.
struct ComponentAssembly {
    private struct Frame {
        let name: String
        let line: Int?
        /// The offset of the component's BEGIN in the slice.
        let offset: UInt32
        var properties: [Property] = []
        /// The properties seen so far that may occur only once.
        var single: SingleProperties
        var components: [Component] = []
    }

    private let store: ByteStore
    private let keepsBytes: Bool
    /// The sorted offsets of skipped bytes in the slice.
    private let leftOut: [UInt32]
    /// The sorted offsets in the slice where two lines lack a line ending between them.
    private let joints: [UInt32]
    /// The sorted offsets of properties whose layout deviates from RFC 5545.
    private var odd: [UInt32] = []
    private var current: Frame?
    /// The enclosing frames, outermost first.
    private var outer: [Frame] = []
    /// The slice's own component, set when it ends.
    private var finished: Component?

    /// Starts assembling a slice.
    ///
    /// A run of properties becomes a VCALENDAR without BEGIN. A component retains its bytes only if it is decoded
    /// completely.
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

    mutating func begin(_ line: ComponentSlice.Line, name: String, expecting count: Int) {
        open(name, line: Int(line.number), at: line.offset, expecting: count)
    }

    private mutating func open(_ name: String, line: Int?, at offset: UInt32, expecting count: Int) {
        if let current { outer.append(current) }
        var frame = Frame(name: name, line: line, offset: offset, single: SingleProperties(of: name))
        frame.properties.reserveCapacity(count)
        current = frame
    }

    /// Ends the innermost component, either at a line or implicitly.
    mutating func end(_ line: ComponentSlice.Line? = nil) {
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

    /// Returns the bytes of a component, or nil if some bytes within it were skipped.
    private func source(of frame: Frame, endingWith line: ComponentSlice.Line) -> SourceLine? {
        guard keepsBytes, !Self.isAny(of: leftOut, between: frame.offset, line.offset) else { return nil }
        let length = line.offset + line.length - frame.offset
        let isOdd =
            Self.isAny(of: joints, between: frame.offset, line.offset)
            || Self.isAny(of: odd, between: frame.offset, line.offset)
        return SourceLine(store: store, offset: frame.offset, length: length, isOdd: isOdd)
    }

    /// Returns whether a range contains any of the sorted offsets.
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

    /// Records a property by its index in the definitions, and returns whether it is a forbidden duplicate.
    ///
    /// Duplicates in a calendar are reported only after all of its parts have been read.
    mutating func isRepeated(_ known: Int) -> Bool { current?.single.isRepeated(known) ?? false }

    /// Returns the end property's name if the component now has both an end property and DURATION.
    func endBesideDuration(_ known: Int) -> String? { current?.single.endBesideDuration(known) }

    /// Adds a property.
    ///
    /// If the property's layout deviates from RFC 5545, `oddEnd` is the offset in the slice where the property ends.
    mutating func add(
        _ name: String,
        _ parameters: [Parameter],
        _ place: ComponentSlice.Line,
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
    /// The offsets of skipped bytes between lines and of missing line endings.
    ///
    /// Bytes are skipped if a line is too long, if there are too many lines, or if a component is not closed. A line
    /// ending is missing if two content lines share one physical line.
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

/// The properties that a component may contain only once, with one bit per index in ``PropertyDefinition/all``.
struct SingleProperties: Sendable {
    /// The bits of the properties that may occur only once.
    private let bits: UInt128
    private var seen: UInt128 = 0
    /// The bits of DUE and DURATION, or 0 if this component type does not check the pair.
    ///
    /// DURATION is ignored if DUE is present.
    private let ends: UInt128

    /// Creates the set for a component name; the set is empty if no RFC defines the component.
    init(of component: String) {
        bits = Self.all.first { $0.component == component }?.bits ?? 0
        ends = component == Todo.componentName ? Self.endsOfTodo : 0
    }

    /// Returns the end property's name if the component now has both an end property and DURATION.
    ///
    /// For events, a conflict between the two is reported when the event's length is determined.
    func endBesideDuration(_ known: Int) -> String? {
        guard ends != 0, seen & ends == ends else { return nil }
        return ends & 1 << UInt128(truncatingIfNeeded: known) != 0 ? "DUE" : nil
    }

    private static let endsOfTodo = ["DUE", "DURATION"].reduce(into: 0 as UInt128) { bits, name in
        if let place = PropertyDefinition.place(of: name) { bits |= 1 << UInt128(truncatingIfNeeded: place) }
    }

    /// Records a property by its index in the definitions, and returns whether it is a forbidden duplicate.
    mutating func isRepeated(_ known: Int) -> Bool {
        let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: known)
        guard bits & bit != 0 else { return false }
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// The component types, most frequent first.
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
    /// Returns whether reading ignores and reports a duplicate of a property, specified by its index in the grammar.
    ///
    /// Duplicate scheduling properties are reported when the schedule is assembled, and duplicates in time zone
    /// definitions when the definition is assembled.
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
    /// Adds a warning that a duplicate property is ignored.
    package mutating func noteRepeated(_ name: String, line: Int?) {
        warn(.badValue, line: line, "duplicate \(Words.short(name)); using the first")
    }

    /// Adds a warning that DURATION is ignored because the component has an end.
    package mutating func noteDuration(beside end: String, line: Int?) {
        warn(.duration, line: line, "both \(end) and DURATION are present; using \(end)")
    }

    /// Adds a warning for each ignored duplicate property of a component, excluding nested components.
    package mutating func checkRepeated(in component: Component) {
        var single = SingleProperties(of: component.name)
        for property in component.properties {
            guard let known = PropertyDefinition.place(of: property.name) else { continue }
            if single.isRepeated(known) {
                noteRepeated(property.name, line: property.line)
            } else if let end = single.endBesideDuration(known) {
                noteDuration(beside: end, line: property.line)
            }
        }
    }
}
