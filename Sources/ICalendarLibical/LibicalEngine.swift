#if Libical
    import CLibical
    import ICalendarCore

    /// A component decoder that uses libical's parser, but this package's structure, lines and limits.
    enum LibicalEngine {
        /// The name of a placeholder for a component or property that was not passed to libical.
        ///
        /// The placeholder's value is the defect's name. No file can contain a property with this name.
        static let missing = "\u{0}"

        /// Returns the component that libical reads from a slice, with its line numbers in the file, or nil if the
        /// slice cannot be passed to libical.
        ///
        /// Lines that must not be passed to libical are parsed by this package, and a diagnostic is added. If
        /// `readsRefused` is false, they become ``missing`` instead. Diagnostics also report errors and dropped lines.
        static func decode(
            _ slice: ComponentSlice,
            _ limits: ReadingLimits,
            _ diagnostics: inout DiagnosticList,
            readsRefused: Bool = true
        ) -> Component? {
            var tree: LibicalComponent?
            return decode(slice, limits, &diagnostics, readsRefused: readsRefused, into: &tree)
        }

        /// Returns the component that libical reads from a slice, or nil if the slice cannot be passed to libical, and
        /// stores libical's tree in `tree`.
        static func decode(
            _ slice: ComponentSlice,
            _ limits: ReadingLimits,
            _ diagnostics: inout DiagnosticList,
            readsRefused: Bool,
            into tree: inout LibicalComponent?
        ) -> Component? {
            var parser = SliceParser(slice)
            var refusal = parser.refusal
            tree = refusal == nil ? parser.parse() : nil
            if tree == nil, refusal == nil { refusal = .noTree }
            if let refusal {
                refusal.warn(slice.name, line: slice.lines.first?.number, readsRefused, &diagnostics)
                if readsRefused { return nil }
                let lines = slice.isCalendarProperties ? slice.lines.map(\.number) : [0]
                return Component(
                    name: missing,
                    properties: lines.map { refusal.placeholder(onLine: $0) },
                    components: [],
                    line: nil
                )
            }
            guard var made = tree.take() else { return nil }
            let decoded = unsafe made.withUnsafePointer { root in
                unsafe component(root, parser, limits, readsRefused: readsRefused, &diagnostics)
            }
            tree = consume made
            return decoded
        }

        /// Traverses the tree and the slice's lines in parallel, since both have the same structure.
        private static func component(
            _ root: OpaquePointer,
            _ parser: SliceParser,
            _ limits: ReadingLimits,
            readsRefused: Bool,
            _ diagnostics: inout DiagnosticList
        ) -> Component? {
            var parser = parser
            let native = NativeLines(parser.slice, limits)
            var place = 0
            var stack: [(name: String, line: Int?, properties: [Property], components: [Component])] = []
            // The next subcomponent of each open component, or nil if libical dropped that component.
            var children: [icalcompiter?] = unsafe []
            var finished: Component?
            func begin(_ name: String, _ line: Int?, _ diagnostics: inout DiagnosticList) {
                var pointer = unsafe stack.isEmpty ? root : nil
                if let last = unsafe children.indices.last, var iterator = unsafe children[last] {
                    unsafe pointer = icalcompiter_deref(&iterator)
                    unsafe _ = icalcompiter_next(&iterator)
                    unsafe children[last] = iterator
                }
                var reading = PropertyReading(
                    parser.components[place],
                    of: parser,
                    native,
                    limits,
                    readsRefused
                )
                place += 1
                stack.append((name, line, unsafe reading.properties(of: pointer, &diagnostics), []))
                unsafe children.append(
                    pointer.map { unsafe icalcomponent_begin_component($0, ICAL_ANY_COMPONENT) }
                )
            }
            func end() {
                guard let frame = stack.popLast() else { return }
                unsafe children.removeLast()
                let component = Component(
                    name: frame.name,
                    properties: frame.properties,
                    components: frame.components,
                    line: frame.line
                )
                if stack.isEmpty {
                    finished = component
                } else {
                    stack[stack.count - 1].components.append(component)
                }
            }
            if parser.slice.isCalendarProperties { begin("VCALENDAR", nil, &diagnostics) }
            for (index, line) in parser.slice.lines.enumerated() {
                switch line.kind {
                case .begin: begin(parser.name(of: index), Int(line.number), &diagnostics)
                case .end: end()
                case .property: break
                }
            }
            if parser.slice.isCalendarProperties { end() }
            return finished
        }
    }

    /// A mapping from libical's properties in a component to their lines.
    private struct PropertyReading {
        private let lines: [SliceParser.Line]
        private let slice: ComponentSlice
        private let faulty: Set<Int>
        private let refusals: [Int: LibicalDefect]
        private let native: NativeLines
        private let limits: ReadingLimits
        private let readsRefused: Bool
        private var found: [Property] = []
        private var errors = ArraySlice<String>()
        /// The index of the next line to settle.
        private var next = 0
        /// Whether that line's property is already the last one in `found`.
        private var isAnswered = false
        /// The additional values on that line.
        private var others: [Value] = []

        init(
            _ lines: [SliceParser.Line],
            of parser: SliceParser,
            _ native: NativeLines,
            _ limits: ReadingLimits,
            _ readsRefused: Bool
        ) {
            self.lines = lines
            slice = parser.slice
            faulty = parser.faulty
            refusals = parser.refusals
            self.native = native
            self.limits = limits
            self.readsRefused = readsRefused
        }

        /// Returns the properties in line order, which is also the order in libical's tree.
        mutating func properties(
            of component: OpaquePointer?,
            _ diagnostics: inout DiagnosticList
        ) -> [Property] {
            found.reserveCapacity(lines.count)
            var property = unsafe component.flatMap {
                unsafe icalcomponent_get_first_property($0, ICAL_ANY_PROPERTY)
            }
            while let current = unsafe property {
                if let answer = unsafe TreeReader.answer(current, limit: limits.values) {
                    take(answer, &diagnostics)
                }
                unsafe property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
            }
            settle(before: lines.count, &diagnostics)
            return found
        }

        private mutating func take(_ answer: consuming TreeReader.Answer, _ diagnostics: inout DiagnosticList)
        {
            if answer.isError { return errors.append(answer.value.string ?? "") }
            var place = next
            if let mark = answer.mark {
                while place < lines.count, lines[place].place < mark { place += 1 }
            } else {
                while place < lines.count,
                    lines[place].definition != answer.definition || lines[place].isMarked
                { place += 1 }
            }
            guard place < lines.count else { return }
            if place > next { settle(before: place, &diagnostics) }
            if isAnswered { return others.append(answer.value) }
            isAnswered = true
            found.append(
                Property(
                    name: answer.name,
                    parameters: answer.parameters,
                    value: answer.value,
                    line: slice.lines[lines[place].place].number,
                    source: nil
                )
            )
        }

        /// Completes each line's property before the given position and reports problems.
        private mutating func settle(before end: Int, _ diagnostics: inout DiagnosticList) {
            while next < end {
                let line = lines[next]
                next += 1
                let number = slice.lines[line.place].number
                if line.isRefused, let refusal = refusals[line.place] {
                    let property = native.property(onLine: number)
                    refusal.warn(property?.name ?? "the line", line: number, readsRefused, &diagnostics)
                    if !readsRefused {
                        found.append(refusal.placeholder(onLine: number))
                    } else if let property {
                        found.append(property)
                    }
                    continue
                }
                let isFaulty = faulty.contains(line.place)
                if isFaulty || !isAnswered {
                    let reason = isFaulty ? errors.popFirst() : nil
                    diagnostics.add(
                        .error,
                        .badValue,
                        line: Int(number),
                        reason.map { "libical: \($0)" } ?? "line dropped by libical"
                    )
                }
                if !others.isEmpty {
                    found[found.count - 1].value = .list([found[found.count - 1].value] + others)
                    others.removeAll()
                }
                isAnswered = false
            }
        }
    }

    extension LibicalDefect {
        /// Returns a placeholder for a property that was not passed to libical because of this defect.
        fileprivate func placeholder(onLine number: UInt32) -> Property {
            Property(
                name: LibicalEngine.missing,
                parameters: [],
                value: .text(name),
                line: number,
                source: nil
            )
        }

        /// Returns the defect that a placeholder represents, or nil for other properties.
        static func refusal(_ property: Property?) -> LibicalDefect? {
            guard let property, property.name == LibicalEngine.missing else { return nil }
            return all.first { $0.name == property.value.string }
        }

        /// Reports content that is not passed to libical.
        fileprivate func warn(
            _ subject: String,
            line: UInt32?,
            _ isRead: Bool,
            _ diagnostics: inout DiagnosticList
        ) {
            diagnostics.add(
                isRead ? .warning : .error,
                .limit,
                line: line.map { Int($0) },
                "\(subject) is not passed to libical, which \(behavior) (\(name));"
                    + (isRead ? " read natively" : " skipped")
            )
        }
    }

    /// A slice's lines as this package reads them, decoded on first use.
    private final class NativeLines {
        private let slice: ComponentSlice
        private let limits: ReadingLimits
        private var properties: [UInt32: Property]?

        init(_ slice: ComponentSlice, _ limits: ReadingLimits) {
            self.slice = slice
            self.limits = limits
        }

        func property(onLine number: UInt32) -> Property? {
            if let properties { return properties[number] }
            var found: [UInt32: Property] = [:]
            var pending = [ComponentDecoder(limits: limits, file: nil).decode(slice).component]
            while let component = pending.popLast() {
                for property in component.properties {
                    if let line = property.line { found[UInt32(clamping: line)] = property }
                }
                pending += component.components
            }
            properties = found
            return found[number]
        }
    }
#endif
