#if Libical
    import CLibical
    import ICalendarCore

    /// Feeds libical's parser with the lines of one balanced component, and keeps which line is which.
    ///
    /// The parser knows no line numbers, splits lists into several properties and drops what it cannot read. So a line whose
    /// name comes more than once in its component is marked by a parameter of its own; others are found by their names.
    struct SliceParser {
        /// A line that stands directly inside a component.
        struct Line {
            /// Its place among the lines of the slice.
            let place: Int
            /// The place of its name in the definitions; nil for a name that no RFC defines.
            let definition: Int?
            var isMarked = false
            /// Why libical does not get it.
            var refusal: LibicalDefect?
            /// Whether the parser found something wrong with it.
            var isFaulty = false
        }

        /// The name of the parameter that marks a line.
        static let mark = "X-SLICE-LINE"
        /// The most lines of a component, and the most levels, that libical gets.
        private static let mostLines = 4000
        private static let mostLevels = 64
        private static let longestLine = 64 << 10
        private static let mostParameters = 64
        private static let mostValues = 500

        let slice: ComponentSlice
        /// The lines of each component, in the order of their BEGINs.
        private(set) var components: [[Line]] = []
        /// Why libical does not get the slice at all.
        private(set) var refusal: LibicalDefect?
        private var unfolded: [UInt8] = []
        private var text: [UInt8] = []

        /// Looks at all lines.
        init(_ slice: ComponentSlice) {
            self.slice = slice
            var open: [Int] = []
            func begin() {
                open.append(components.count)
                components.append([])
            }
            if slice.isCalendarProperties { begin() }
            for (place, line) in slice.lines.enumerated() {
                switch line.kind {
                case .begin:
                    begin()
                    if open.count > Self.mostLevels { refusal = .deepNesting }
                case .end: open.removeLast()
                case .property:
                    guard let owner = open.last else { continue }
                    components[owner].append(look(at: place))
                }
            }
            for index in components.indices {
                if components[index].count > Self.mostLines { refusal = .manyProperties }
                markRepeated(&components[index])
            }
        }

        /// Marks the lines whose names come again, or are none of the RFCs'.
        private func markRepeated(_ lines: inout [Line]) {
            var (once, twice): (UInt128, UInt128) = (0, 0)
            for line in lines {
                guard let definition = line.definition else { continue }
                let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: definition)
                twice |= once & bit
                once |= bit
            }
            for index in lines.indices {
                lines[index].isMarked =
                    lines[index].definition.map { twice >> UInt128(truncatingIfNeeded: $0) & 1 == 1 } ?? true
            }
        }

        /// The content of a line, unfolded.
        private mutating func withContent<Result>(of place: Int, _ body: (Span<UInt8>) -> Result) -> Result {
            let line = slice.lines[place]
            let bytes = slice.store.bytes
            let start = line.range.lowerBound
            let end = LineFolding.contentEnd(bytes.span, start, line.range.upperBound)
            guard line.isFolded else { return body(bytes.span.extracting(start..<end)) }
            LineFolding.unfold(bytes[start..<end], into: &unfolded)
            return body(unfolded.span)
        }

        private mutating func look(at place: Int) -> Line {
            withContent(of: place) { content in
                guard let (name, end, _) = try? ContentLine.nameEnd(content) else {
                    return Line(place: place, definition: nil, refusal: Self.refusal(of: content, after: 0))
                }
                let definition = PropertyDefinition.index(of: name, in: content)
                var refusal = Self.refusal(of: content, after: end)
                if definition == Self.requestStatus { refusal = .requestStatus }
                if definition == nil, content.extracting(name).starts(withCapitals: "X-LIC-") {
                    refusal = .errorName
                }
                return Line(place: place, definition: definition, refusal: refusal)
            }
        }

        private static let requestStatus = PropertyDefinition.place(of: "REQUEST-STATUS")

        /// Why a line cannot be handed over, whatever its name is.
        private static func refusal(of content: Span<UInt8>, after end: Int) -> LibicalDefect? {
            if content.count > longestLine { return .longLine }
            var (semicolons, commas, isNUL) = (0, 0, false)
            for place in end..<content.count {
                switch content[place] {
                case 0: isNUL = true
                case Ascii.semicolon: semicolons += 1
                case Ascii.comma: commas += 1
                default: break
                }
            }
            if isNUL { return .nul }
            if commas >= mostValues { return .manyValues }
            return semicolons > mostParameters ? .manyParameters : nil
        }

        /// Parses the slice; nil when libical gives no component.
        mutating func parse() -> LibicalComponent? {
            guard LibicalLibrary.isUsable, let parser = unsafe icalparser_new() else { return nil }
            defer { unsafe icalparser_free(parser) }
            var root: OpaquePointer?
            var names: [[UInt8]] = []
            var (component, open, next): (Int, [Int], [Int]) = (
                -1, [], Array(repeating: 0, count: components.count)
            )
            func begin(_ name: String, _ parser: OpaquePointer) {
                component += 1
                open.append(component)
                names.append(Array(name.utf8))
                unsafe feed(Array("BEGIN:".utf8) + names[names.count - 1], parser)
            }
            func end(_ parser: OpaquePointer) {
                open.removeLast()
                guard let name = names.popLast() else { return }
                if let done = unsafe feed(Array("END:".utf8) + name, parser) { unsafe root = done }
            }
            if slice.isCalendarProperties { unsafe begin("VCALENDAR", parser) }
            for (place, line) in slice.lines.enumerated() {
                switch line.kind {
                case .begin: unsafe begin(name(of: place), parser)
                case .end: unsafe end(parser)
                case .property:
                    guard let owner = open.last else { continue }
                    let index = next[owner]
                    next[owner] += 1
                    guard components[owner][index].refusal == nil else { continue }
                    unsafe components[owner][index].isFaulty = feed(components[owner][index], parser)
                }
            }
            if slice.isCalendarProperties { unsafe end(parser) }
            return unsafe root.map { unsafe LibicalComponent(adopting: $0) }
        }

        /// The name in a line that says BEGIN.
        mutating func name(of place: Int) -> String {
            withContent(of: place) { Marker($0)?.capitals(in: $0) ?? "" }
        }

        /// Hands a property's line over; true when the parser finds something wrong with it.
        private mutating func feed(_ line: Line, _ parser: OpaquePointer) -> Bool {
            text.removeAll(keepingCapacity: true)
            var text = self.text
            self.text = []
            withContent(of: line.place) { content in
                let end = line.isMarked ? (try? ContentLine.nameEnd(content).end) ?? 0 : 0
                ByteText.append(content.extracting(0..<end), to: &text)
                if end > 0 { text += Array(";\(Self.mark)=\(line.place)".utf8) }
                ByteText.append(content.extracting(end..<content.count), to: &text)
            }
            unsafe add(&text, parser)
            self.text = text
            return unsafe icalparser_get_state(parser) == ICALPARSER_ERROR
        }

        @discardableResult
        private func feed(_ line: [UInt8], _ parser: OpaquePointer) -> OpaquePointer? {
            var line = line
            return unsafe add(&line, parser)
        }

        @discardableResult
        private func add(_ line: inout [UInt8], _ parser: OpaquePointer) -> OpaquePointer? {
            line.append(0)
            return unsafe line.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) {
                    unsafe icalparser_add_line(parser, $0.baseAddress)
                }
            }
        }
    }

    extension Span<UInt8> {
        /// Whether the bytes begin with some capitals, in any case.
        fileprivate func starts(withCapitals prefix: StaticString) -> Bool {
            let prefix = Array("\(prefix)".utf8)
            return count >= prefix.count
                && prefix.indices.allSatisfy { Ascii.capital(self[$0]) == prefix[$0] }
        }
    }
#endif
