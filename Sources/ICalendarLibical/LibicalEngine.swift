#if Libical
    import CLibical
    import ICalendarCore

    /// Decodes components with libical's parser, within the blocks, lines and limits of this package.
    enum LibicalEngine {
        /// The component of a slice as libical reads it, with the lines of the file; nil where it gets none of it.
        ///
        /// A line that libical must not get is read by this package, which is said; so is what libical finds wrong or drops.
        static func decode(
            _ slice: ComponentSlice,
            _ limits: ReadingLimits,
            _ diagnostics: inout DiagnosticList
        ) -> Component? {
            var parser = SliceParser(slice)
            var refusal = parser.refusal
            var tree = refusal == nil ? parser.parse() : nil
            if tree == nil, refusal == nil { refusal = .noTree }
            if let refusal {
                diagnostics.warn(
                    .limit,
                    line: slice.lines.first.map { Int($0.number) },
                    "\(slice.name) is read without libical, which \(refusal.behavior) (\(refusal.name))"
                )
                return nil
            }
            guard var tree = tree.take() else { return nil }
            return unsafe tree.withUnsafePointer { root in
                unsafe component(root, parser, limits, &diagnostics)
            }
        }

        /// Walks the tree beside the lines of the slice, which have the same shape.
        private static func component(
            _ root: OpaquePointer,
            _ parser: SliceParser,
            _ limits: ReadingLimits,
            _ diagnostics: inout DiagnosticList
        ) -> Component? {
            var parser = parser
            var place = 0
            var stack: [(name: String, line: Int?, properties: [Property], components: [Component])] = []
            // Where the next component inside each open one is; nil where libical dropped the open one.
            var children: [icalcompiter?] = unsafe []
            var finished: Component?
            func begin(_ name: String, _ line: Int?, _ diagnostics: inout DiagnosticList) {
                var pointer = unsafe stack.isEmpty ? root : nil
                if let last = unsafe children.indices.last, var iterator = unsafe children[last] {
                    unsafe pointer = icalcompiter_deref(&iterator)
                    unsafe _ = icalcompiter_next(&iterator)
                    unsafe children[last] = iterator
                }
                let reading = PropertyReading(parser.components[place], of: parser.slice, limits)
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

    /// Puts what libical says of the properties of one component to the lines that said it.
    private struct PropertyReading {
        private let lines: [SliceParser.Line]
        private let slice: ComponentSlice
        private let limits: ReadingLimits

        init(_ lines: [SliceParser.Line], of slice: ComponentSlice, _ limits: ReadingLimits) {
            self.lines = lines
            self.slice = slice
            self.limits = limits
        }

        /// The properties in the order of their lines.
        func properties(of component: OpaquePointer?, _ diagnostics: inout DiagnosticList) -> [Property] {
            var answers: [[TreeReader.Answer]] = Array(repeating: [], count: lines.count)
            var errors: [String] = []
            var next = 0
            if let component = unsafe component {
                unsafe TreeReader.forEachProperty(of: component, limit: limits.values) { answer in
                    if answer.isError {
                        errors.append(answer.value.string ?? "")
                        return
                    }
                    let place =
                        if let mark = answer.mark {
                            lines.firstIndex { $0.place >= mark }
                        } else {
                            lines[next...].firstIndex { $0.definition == answer.definition && !$0.isMarked }
                        }
                    guard let place else { return }
                    next = place
                    answers[place].append(answer)
                }
            }
            var native: Component?
            var found: [Property] = []
            var said = errors[...]
            for (line, answers) in zip(lines, answers) {
                let number = slice.lines[line.place].number
                if let refusal = line.refusal {
                    let decoded =
                        native ?? ComponentDecoder(limits: limits, file: nil).decode(slice).component
                    native = decoded
                    let property = decoded.property(onLine: number)
                    diagnostics.warn(
                        .limit,
                        line: Int(number),
                        "\(property?.name ?? "the line") is read without libical, which \(refusal.behavior) (\(refusal.name))"
                    )
                    if let property { found.append(property) }
                    continue
                }
                if line.isFaulty || answers.isEmpty {
                    let reason = line.isFaulty ? said.popFirst() : nil
                    diagnostics.warn(
                        .badValue,
                        line: Int(number),
                        "libical: \(reason ?? "the line is dropped")"
                    )
                }
                guard let first = answers.first else { continue }
                let values = answers.map(\.value)
                found.append(
                    Property(
                        name: first.name,
                        parameters: first.parameters,
                        value: values.count == 1 ? values[0] : .list(values),
                        line: number,
                        source: nil
                    )
                )
            }
            return found
        }
    }

    extension Component {
        /// The property that was read from a line, in it or in a component inside it.
        fileprivate func property(onLine number: UInt32) -> Property? {
            var pending = [self]
            while let component = pending.popLast() {
                if let found = component.properties.first(where: { $0.line == Int(number) }) { return found }
                pending += component.components
            }
            return nil
        }
    }
#endif
