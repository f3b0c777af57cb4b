import ICalendarCore

/// Reads jCal (RFC 7265) as components, with a diagnostic for all that had to be skipped or mended.
///
/// What is no JSON is refused as a whole. What is JSON but not jCal costs the property or the component that it is in.
/// Components inside components are read without this reader calling itself.
struct JCalReader {
    private(set) var calendars: [CalendarObject] = []
    var diagnostics: DiagnosticList
    var json: JSONReader
    let limits: ReadingLimits
    /// The components that are open; the first is a VCALENDAR, which may stand for components outside any.
    private var open: [Open] = []
    /// Whether the last calendar stands for components outside any.
    private var isImplied = false
    /// How many properties the component directly inside the calendar has so far.
    private var propertyCount = 0
    /// Whether the component directly inside the calendar is being left out, as it is too large.
    private var isLeavingOut = false

    /// A component whose array is open, in the array of its components.
    private struct Open {
        var component: Component
        /// Where its array starts.
        let start: Int
        let depth: Int
        /// How far its array has been read.
        var array: JSONReader.Container
        /// How far the array of its components has been read.
        var components = JSONReader.Container()
    }

    init(_ bytes: [UInt8], file: String?, limits: ReadingLimits) {
        json = JSONReader(bytes)
        diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
        self.limits = limits
    }

    /// Reads the whole input: one component, or an array of components.
    mutating func read() throws(JSONReader.Failure) {
        switch try json.next() {
        case .array: break
        case .end: throw json.failure("the input is empty")
        default: throw json.failure("this is JSON, but not jCal: it is not an array")
        }
        let line = json.line
        json.enter()
        var array = JSONReader.Container()
        if try json.hasElement(&array) {
            if try json.next() == .string {
                try readComponent(in: array, line: line)
            } else {
                repeat { try readTopLevelElement() } while try json.hasElement(&array)
            }
        }
        guard try json.next() == .end else { throw json.failure("something follows the calendar") }
    }

    /// Keeps what is whole where the input was cut off; of the components that are open that is the calendar alone.
    mutating func endEarly() {
        guard let calendar = open.first else { return }
        open = []
        if calendar.depth == 0 { keep(calendar.component, depth: 0) }
    }

    private mutating func readTopLevelElement() throws(JSONReader.Failure) {
        let kind = try json.next()
        let line = json.line
        guard kind == .array else {
            diagnostics.add(.error, .framing, line: line, "something that is no component is left out")
            return try json.skipValue()
        }
        json.enter()
        var array = JSONReader.Container()
        if try json.hasElement(&array) {
            try readComponent(in: array, line: line)
        } else {
            warnOfNoName(line: line)
        }
    }

    /// Reads a component, at the first element of its array, with all those inside it, and keeps it.
    private mutating func readComponent(
        in array: JSONReader.Container,
        line: Int
    ) throws(JSONReader.Failure) {
        try begin(array, line: line)
        while let last = open.indices.last {
            if try json.hasElement(&open[last].components) {
                let kind = try json.next()
                let line = json.line
                if kind != .array {
                    diagnostics.add(
                        .error,
                        .framing,
                        line: line,
                        "\(open[last].component.name): something among its components is none; left out"
                    )
                    try json.skipValue()
                } else if isTooDeep(open[last].depth + 1, line: line) || isLeavingOut {
                    try json.skipValue()
                } else {
                    json.enter()
                    var array = JSONReader.Container()
                    if try json.hasElement(&array) {
                        try begin(array, line: line)
                    } else {
                        warnOfNoName(line: line)
                    }
                }
            } else {
                // It stays open as long as its own end may be cut off.
                var array = open[last].array
                try skipRest(&array, of: open[last].component.name)
                let ended = open.removeLast()
                checkSize(ended.start, ended.depth, ended.component)
                keep(ended.component, depth: ended.depth)
            }
        }
    }

    /// Reads a component's name and properties, at the first element of its array, and opens it in the array of its
    /// components; one without these is kept at once.
    private mutating func begin(_ array: JSONReader.Container, line: Int) throws(JSONReader.Failure) {
        var array = array
        let start = json.index
        guard let name = try readName() else {
            warnOfNoName(line: line)
            return try skipBroken(&array)
        }
        let depth = open.last.map { $0.depth + 1 } ?? (name == "VCALENDAR" ? 0 : 1)
        if depth <= 1 {
            propertyCount = 0
            isLeavingOut = false
            if name == "VCARD" {
                diagnostics.warn(.framing, line: line, "a vCard is no calendar component; left out")
                return try skipBroken(&array)
            }
        }
        var component = Component(name: name, properties: [], components: [], line: line)
        let hasProperties = try readProperties(of: &component, start, depth, &array)
        // An array of strings is no component because it starts with one.
        guard hasProperties || !open.isEmpty || depth == 0 else { return try skipBroken(&array) }
        if try json.hasElement(&array) {
            if try json.next() == .array {
                json.enter()
                let opened = Open(component: component, start: start, depth: depth, array: array)
                return open.append(opened)
            }
            try json.skipValue()
        }
        warnOfShape(component, "array of components")
        try skipRest(&array, of: name)
        keep(component, depth: depth)
    }

    private mutating func readName() throws(JSONReader.Failure) -> String? {
        if try json.next() == .string { return ExchangeName.ofComponent(try json.string()) }
        try json.skipValue()
        return nil
    }

    /// Reads the array of a component's properties; false when there is none.
    private mutating func readProperties(
        of component: inout Component,
        _ start: Int,
        _ depth: Int,
        _ array: inout JSONReader.Container
    ) throws(JSONReader.Failure) -> Bool {
        guard try json.hasElement(&array), try json.next() == .array else {
            warnOfShape(component, "array of properties")
            if !array.isEnded { try json.skipValue() }
            return false
        }
        json.enter()
        var properties = JSONReader.Container()
        while try json.hasElement(&properties) {
            checkSize(start, depth, component)
            propertyCount += 1
            if isLeavingOut || propertyCount > limits.properties {
                warnOfCount(component)
                try json.skipValue()
            } else if let property = try readProperty() {
                noteWords(of: property, in: component)
                component.properties.append(property)
            }
        }
        diagnostics.checkRepeated(in: component)
        if depth == 0 { diagnostics.checkVersion(component) }
        return true
    }

    private mutating func keep(_ component: Component, depth: Int) {
        if depth == 1, isLeavingOut {
            isLeavingOut = false
            return
        }
        if let last = open.indices.last {
            open[last].component.components.append(component)
        } else if depth == 0 {
            calendars.append(CalendarObject(component))
            isImplied = false
        } else {
            if !isImplied {
                diagnostics.warn(
                    .outsideCalendar,
                    line: component.line,
                    "a component stands outside any VCALENDAR; it and those after it are read all the same"
                )
                calendars.append(
                    CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: nil))
                )
                isImplied = true
            }
            calendars[calendars.count - 1].component.components.append(component)
        }
    }

    /// Passes over what follows the three elements of a component.
    private mutating func skipRest(_ array: inout JSONReader.Container, of name: String) throws(JSONReader
        .Failure)
    {
        var isSaid = false
        while try json.hasElement(&array) {
            if !isSaid {
                diagnostics.warn(.framing, line: json.line, "\(name): has more than three elements; left out")
            }
            isSaid = true
            try json.skipValue()
        }
    }

    /// Passes over the rest of an array that is left out.
    mutating func skipBroken(_ array: inout JSONReader.Container) throws(JSONReader.Failure) {
        while try json.hasElement(&array) { try json.skipValue() }
    }

    private mutating func warnOfNoName(line: Int) {
        diagnostics.add(.error, .framing, line: line, "a component without a usable name is left out")
    }

    private mutating func warnOfShape(_ component: Component, _ missing: String) {
        diagnostics.warn(.framing, line: component.line, "\(component.name): has no \(missing)")
    }

    private mutating func isTooDeep(_ depth: Int, line: Int) -> Bool {
        guard depth > min(limits.nesting, DeepNesting.largestDepth) else { return false }
        diagnostics.warnOfRun(
            .limit,
            line: line,
            of: "nesting",
            "components are nested deeper than \(limits.nesting); what is deeper is left out"
        )
        return true
    }

    private mutating func warnOfCount(_ component: Component) {
        guard !isLeavingOut, propertyCount == limits.properties + 1 else { return }
        diagnostics.add(
            .error,
            .limit,
            line: json.line,
            "more than \(limits.properties) properties in \(component.name); those from here on are left out"
        )
    }

    /// Leaves out the component directly inside the calendar when it is too large.
    private mutating func checkSize(_ start: Int, _ depth: Int, _ component: Component) {
        let outermost =
            depth <= 1 ? (start, component) : open.first { $0.depth == 1 }.map { ($0.start, $0.component) }
        guard depth > 0, !isLeavingOut, let outermost, json.index - outermost.0 > limits.componentSize else {
            return
        }
        isLeavingOut = true
        diagnostics.add(
            .error,
            .limit,
            line: outermost.1.line,
            "\(outermost.1.name) is larger than \(limits.componentSize) bytes; left out"
        )
    }
}
