#if Libical
    import CLibical
    import ICalendarCore

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A parser that passes the lines of a component with balanced BEGIN and END lines to libical and maps libical's
    /// properties back to the lines.
    ///
    /// libical does not report line numbers, splits lists into several properties, and drops lines that it cannot
    /// parse. Each line whose name is repeated in its component is therefore marked with a parameter, while other lines
    /// are identified by name.
    struct SliceParser {
        /// A line directly inside a component.
        struct Line {
            /// The line's index among the slice's lines.
            let place: Int
            /// The index of the name in the definitions, or nil for a name that no RFC defines.
            let definition: Int?
            var isMarked = false
            /// Whether the line is not passed to libical; ``SliceParser/refusals`` contains the reason.
            var isRefused = false
            /// The maximum number of parameters that libical creates for the line.
            var copies = 1
        }

        /// The name of the parameter that marks a line.
        ///
        /// The name is chosen at random by each process, so no file can contain it.
        static let mark = "X-LINE-" + String(UInt64.random(in: .min ... .max), radix: 36, uppercase: true)
        private static let markBytes = Array(";\(mark)=".utf8)
        /// The limits on how many lines per component and nesting levels are passed to libical.
        private static let mostLines = 4000
        private static let mostLevels = 64
        private static let longestLine = 64 << 10
        private static let mostParameters = 64
        private static let mostValues = 500
        /// The limits on the number of parameters that libical may create for a line and for a slice.
        private static let mostCopies = 4096
        private static let mostCopiesOfSlice = 1 << 18

        let slice: ComponentSlice
        /// Each component's property lines; the components are in the order of their BEGIN lines.
        private(set) var components: [[Line]] = []
        /// The reasons for not passing lines to libical, by line index.
        private(set) var refusals: [Int: LibicalDefect] = [:]
        /// The reason for not passing the slice to libical, or nil.
        private(set) var refusal: LibicalDefect?
        /// The indices of the lines that the parser reported as faulty.
        private(set) var faulty: Set<Int> = []
        private var unfolded: [UInt8] = []

        /// Creates a parser and examines all lines of a slice.
        init(_ slice: ComponentSlice) {
            self.slice = slice
            let mayHoldNUL = Self.holdsNUL(slice.store.bytes)
            var open: [Int] = []
            func begin() {
                open.append(components.count)
                components.append([])
                components[components.count - 1].reserveCapacity(components.count == 1 ? 16 : 8)
            }
            if slice.isCalendarProperties { begin() }
            for (place, line) in slice.lines.enumerated() {
                switch line.kind {
                case .begin:
                    if !open.isEmpty, name(of: place).hasPrefix("VTIMEZONE") { refusal = .nestedZone }
                    begin()
                    if open.count > Self.mostLevels { refusal = .deepNesting }
                case .end: open.removeLast()
                case .property:
                    guard let owner = open.last else { continue }
                    components[owner].append(look(at: place, mayHoldNUL: mayHoldNUL))
                }
            }
            let copies = components.reduce(0) { $1.reduce($0) { $0 + $1.copies } }
            if copies > Self.mostCopiesOfSlice { refusal = .manyValues }
            for index in components.indices {
                if components[index].count > Self.mostLines { refusal = .manyProperties }
                Self.markRepeated(&components[index])
            }
        }

        private static func holdsNUL(_ bytes: [UInt8]) -> Bool {
            unsafe bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return false }
                return unsafe memchr(start, 0, bytes.count) != nil
            }
        }

        /// Marks lines whose name is repeated or not defined by any RFC.
        private static func markRepeated(_ lines: inout [Line]) {
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

        /// Calls a function with the unfolded content of a line.
        private mutating func withContent<Result>(of place: Int, _ body: (Span<UInt8>) -> Result) -> Result {
            let line = slice.lines[place]
            let bytes = slice.store.bytes
            let start = line.range.lowerBound
            let end = LineFolding.contentEnd(bytes.span, start, line.range.upperBound)
            guard line.isFolded else { return body(bytes.span.extracting(start..<end)) }
            LineFolding.unfold(bytes[start..<end], into: &unfolded)
            return body(unfolded.span)
        }

        private mutating func look(at place: Int, mayHoldNUL: Bool) -> Line {
            var refusal: LibicalDefect?
            var line = withContent(of: place) { Self.look(at: $0, place, mayHoldNUL, &refusal) }
            if let refusal {
                line.isRefused = true
                refusals[place] = refusal
            }
            return line
        }

        private static func look(
            at content: Span<UInt8>,
            _ place: Int,
            _ mayHoldNUL: Bool,
            _ refusal: inout LibicalDefect?
        ) -> Line {
            guard let (name, end, _) = try? ContentLine.nameEnd(content) else {
                // libical reads some of these lines as BEGIN or END, or as a property with another name.
                refusal = .badName
                return Line(place: place, definition: nil)
            }
            let definition = PropertyDefinition.index(of: name, in: content)
            var line = Line(place: place, definition: definition)
            // Most lines are too short to cause a problem.
            if content.count >= 2 * mostParameters || mayHoldNUL {
                let marks = Punctuation(content, after: end)
                refusal = marks.refusal
                line.copies = marks.copies
            }
            if definition == requestStatus { refusal = .requestStatus }
            if definition == nil, content.extracting(name).starts(withCapitals: errorPrefix) {
                refusal = .errorName
            }
            return line
        }

        private static let errorPrefix = Array("X-LIC-".utf8)
        private static let requestStatus = PropertyDefinition.place(of: "REQUEST-STATUS")

        /// The number of separators and NUL characters in a line.
        ///
        /// libical tolerates only a limited number of each.
        private struct Punctuation {
            private let size: Int
            private var semicolons = 0
            private var commas = 0
            private var holdsNUL = false

            init(_ content: Span<UInt8>, after end: Int) {
                size = content.count
                for place in end..<size {
                    switch content[place] {
                    case 0: holdsNUL = true
                    case Ascii.semicolon: semicolons += 1
                    case Ascii.comma: commas += 1
                    default: break
                    }
                }
            }

            /// The maximum number of parameters that libical creates for the line, since it copies all parameters for
            /// each value.
            var copies: Int { (semicolons + 1) * (commas + 1) }

            /// The reason for not passing the line to libical, regardless of its name.
            var refusal: LibicalDefect? {
                if size > longestLine { return .longLine }
                if holdsNUL { return .nul }
                if commas >= mostValues || copies > mostCopies { return .manyValues }
                return semicolons > mostParameters ? .manyParameters : nil
            }
        }

        /// Parses the slice and returns its component, or nil if libical returns none.
        mutating func parse() -> LibicalComponent? {
            guard LibicalLibrary.isUsable, let parser = unsafe icalparser_new() else { return nil }
            defer { unsafe icalparser_free(parser) }
            var root: OpaquePointer?
            var open: [Int] = []
            // The number of lines passed so far in each component, and the number of components passed so far.
            var next = Array(repeating: 0, count: components.count)
            var component = 0
            var text: [UInt8] = []
            if slice.isCalendarProperties {
                open.append(0)
                unsafe _ = Self.add("BEGIN:VCALENDAR", &text, parser)
            }
            for (place, line) in slice.lines.enumerated() {
                switch line.kind {
                case .begin:
                    open.append(component)
                    component += 1
                    appendMarker(at: place, "BEGIN:", to: &text)
                    unsafe Self.add(&text, parser)
                case .end:
                    open.removeLast()
                    appendMarker(at: place, "END:", to: &text)
                    if let done = unsafe Self.add(&text, parser) {
                        if let other = unsafe root { unsafe icalcomponent_free(other) }
                        unsafe root = done
                    }
                case .property:
                    guard let owner = open.last else { continue }
                    let line = components[owner][next[owner]]
                    next[owner] += 1
                    guard !line.isRefused else { continue }
                    append(line, to: &text)
                    // A property cannot end a component, so if libical returns a component here, it is discarded.
                    if let odd = unsafe Self.add(&text, parser) { unsafe icalcomponent_free(odd) }
                    if unsafe icalparser_get_state(parser) == ICALPARSER_ERROR { faulty.insert(place) }
                }
            }
            if slice.isCalendarProperties { unsafe root = Self.add("END:VCALENDAR", &text, parser) }
            return unsafe root.map { unsafe LibicalComponent(adopting: $0) }
        }

        /// Removes the marks from all properties of a tree.
        static func removeMarks(in root: OpaquePointer) {
            var pending = unsafe [root]
            while let component = unsafe pending.popLast() {
                var next = unsafe icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
                while let property = unsafe next {
                    unsafe icalproperty_remove_parameter_by_name(property, mark)
                    unsafe next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
                }
                var child = unsafe icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
                while let inner = unsafe child {
                    unsafe pending.append(inner)
                    unsafe child = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
                }
            }
        }

        /// Returns the component name from a BEGIN line.
        mutating func name(of place: Int) -> String {
            withContent(of: place) { Marker($0)?.capitals(in: $0) ?? "" }
        }

        /// Appends BEGIN or END in the form that libical requires: uppercase, without white space.
        private mutating func appendMarker(at place: Int, _ keyword: String, to text: inout [UInt8]) {
            withContent(of: place) { content in
                let isPlain = content.indices.allSatisfy {
                    content[$0] &- 0x41 < 26 || content[$0] == Ascii.minus || content[$0] == Ascii.colon
                }
                if isPlain {
                    ByteText.append(content, to: &text)
                } else {
                    text += (keyword + (Marker(content)?.capitals(in: content) ?? "")).utf8
                }
            }
        }

        /// Appends a property's line, including its mark if it has one.
        private mutating func append(_ line: Line, to text: inout [UInt8]) {
            withContent(of: line.place) { content in
                let end = line.isMarked ? (try? ContentLine.nameEnd(content).end) ?? 0 : 0
                if end > 0 {
                    ByteText.append(content.extracting(0..<end), to: &text)
                    text += Self.markBytes
                    text += String(line.place).utf8
                }
                ByteText.append(content.extracting(end..<content.count), to: &text)
            }
        }

        private static func add(
            _ line: String,
            _ text: inout [UInt8],
            _ parser: OpaquePointer
        ) -> OpaquePointer? {
            text += line.utf8
            return unsafe add(&text, parser)
        }

        /// Passes a line to libical and clears it.
        ///
        /// After a component's last line, returns that component.
        @discardableResult
        private static func add(_ line: inout [UInt8], _ parser: OpaquePointer) -> OpaquePointer? {
            line.append(0)
            defer { line.removeAll(keepingCapacity: true) }
            return unsafe line.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) {
                    unsafe icalparser_add_line(parser, $0.baseAddress)
                }
            }
        }
    }

    extension Span<UInt8> {
        /// Returns whether the bytes begin with a prefix, ignoring case.
        ///
        /// The prefix must be uppercase.
        fileprivate func starts(withCapitals prefix: [UInt8]) -> Bool {
            count >= prefix.count
                && prefix.indices.allSatisfy { Ascii.capital(self[$0]) == prefix[$0] }
        }
    }
#endif
