extension ComponentDecoder {
    /// An assembly that collects the properties of nested components and builds the component tree.
    ///
    /// Assembly is not recursive, so deep nesting cannot exhaust the stack.
    struct Assembly {
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
        mutating func isIgnored(_ known: Int) -> Bool { current?.single.isIgnored(known) ?? false }

        /// Returns the end property's name if the component now has both an end property and DURATION.
        func endBesideDuration(_ known: Int) -> String? { current?.single.endBesideDuration(known) }

        /// Adds a property.
        ///
        /// If the property's layout deviates from RFC 5545, `oddEnd` is the offset in the slice where the property
        /// ends.
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
                    source: SourceLine(
                        store: store,
                        offset: place.offset,
                        length: length,
                        isOdd: oddEnd != nil
                    )
                )
            )
        }

        consuming func finish() -> Component {
            while current != nil { end() }
            return finished ?? Component("")
        }
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
