import ICalendarCore

/// A reader that converts jCal (RFC 7265) to components and reports everything that it skips or repairs.
///
/// Input that is not JSON is rejected entirely. JSON that is not jCal affects only the property or component that
/// contains it. Nested components are read without recursion.
struct JCalReader {
    private(set) var calendars: [CalendarObject] = []
    var diagnostics: DiagnosticList
    /// The diagnostics about notation that jCal does not allow.
    private(set) var remarks: [Diagnostic] = []
    var json: JSONReader
    let limits: ReadingLimits
    /// The open components, starting with a VCALENDAR or a component outside any calendar.
    private var open: [Open] = []
    /// Whether the last calendar was created only to contain components outside any calendar.
    private var isImplied = false
    /// The number of properties read so far in the calendar's current child.
    private var propertyCount = 0
    /// Whether to skip the rest of the calendar's current child because it is too large.
    private var isLeavingOut = false
    /// The component whose properties are being read and that is not yet open.
    private var begun: (name: String, line: Int?)?
    private var isComplete = false
    /// The number of JSON documents read completely; the input should contain only one.
    private(set) var documentCount = 0

    /// A component whose array of subcomponents is being read.
    private struct Open {
        var component: Component
        /// The index at which the component's array starts.
        let start: Int
        let depth: Int
        var array: JSONReader.Container
        /// The position in the array of subcomponents.
        var components = JSONReader.Container()
    }

    init(_ bytes: [UInt8], file: String?, limits: ReadingLimits) {
        json = JSONReader(bytes)
        diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
        self.limits = limits
    }

    /// Reads the entire input: one component or an array of components.
    mutating func read() throws(JSONReader.Failure) {
        switch try json.next() {
        case .array: break
        case .end: throw json.failure("the input is empty")
        default: throw json.failure("this JSON is not jCal: it is not an array")
        }
        while true {
            isComplete = false
            try readDocument()
            isComplete = true
            documentCount += 1
            switch try json.next() {
            case .end: return
            case .array where documentCount == 1:
                diagnostics.warn(.layout, line: json.line, "more than one JSON document; reading all")
            case .array: break
            default: throw json.failure("unexpected content after the calendar")
            }
        }
    }

    private mutating func readDocument() throws(JSONReader.Failure) {
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
    }

    /// Adds a property's remarks to the diagnostics.
    mutating func note(_ found: [ValueRemark], of property: String, line: Int) {
        diagnostics.add(found, of: property, line: line)
        for remark in found where remark.isAboutJCal && remarks.count < limits.diagnostics {
            let message = "\(property): \(remark.message)"
            remarks.append(
                Diagnostic(remark.severity, remark.code, file: diagnostics.file, line: line, message)
            )
        }
    }

    /// Whether the input is truncated jCal that ends inside a component or an array of components.
    var isTruncated: Bool { mutating get { !isComplete && json.isAtEnd } }

    /// Keeps everything that was complete when the input ended.
    ///
    /// Open components are lost, except for the calendar. `isSaid` indicates whether a diagnostic reports the end.
    mutating func endEarly(isSaid: Bool) {
        let lost = open.first { $0.depth > 0 }.map { ($0.component.name, $0.component.line) } ?? begun
        let calendar = open.first
        open = []
        if let calendar, calendar.depth == 0 { keep(calendar.component, depth: 0) }
        if isSaid { return }
        if let (name, line) = lost, name != "VCALENDAR" {
            let message = "\(name) on line \(line ?? 1) skipped: the file ends inside it"
            diagnostics.add(.error, .framing, line: json.line, message)
        }
        diagnostics.warn(.missingEnd, line: json.line, "the JSON is cut off; reading what is complete")
    }

    private mutating func readTopLevelElement() throws(JSONReader.Failure) {
        let kind = try json.next()
        let line = json.line
        guard kind == .array else {
            diagnostics.add(.error, .framing, line: line, "element is not a component; skipped")
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

    /// Reads and keeps a component with all of its descendants, starting at the first element of its array.
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
                    let name = open[last].component.name
                    let message = "\(name): an element of the components array is not a component; skipped"
                    diagnostics.add(.error, .framing, line: line, message)
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
                // The component remains open in case its end is missing.
                var array = open[last].array
                try skipRest(&array, of: open[last].component.name)
                let ended = open.removeLast()
                checkSize(ended.start, ended.depth, ended.component)
                keep(ended.component, depth: ended.depth)
            }
        }
    }

    /// Reads the name and properties of a component, starting at the first element of its array, and opens its array of
    /// subcomponents.
    ///
    /// A component without that array is kept immediately.
    private mutating func begin(_ array: JSONReader.Container, line: Int) throws(JSONReader.Failure) {
        var array = array
        let start = json.index
        guard let name = try readName() else {
            warnOfNoName(line: line)
            return try skipBroken(&array)
        }
        begun = (name, line)
        let depth = open.last.map { $0.depth + 1 } ?? (name == "VCALENDAR" ? 0 : 1)
        if depth <= 1 {
            propertyCount = 0
            isLeavingOut = false
            if name == "VCARD" {
                diagnostics.add(.error, .framing, line: line, "vCard skipped: not a calendar component")
                return try skipBroken(&array)
            }
        }
        var component = Component(name: name, properties: [], components: [], line: line)
        let hasProperties = try readProperties(of: &component, start, depth, &array)
        // An array whose first element is a string may simply be a list of strings rather than a component.
        guard hasProperties || !open.isEmpty || depth == 0 else {
            diagnostics.add(.error, .framing, line: line, "\(name) skipped: no array of properties")
            return try skipBroken(&array)
        }
        if !hasProperties { warnOfShape(component, "no array of properties; read without properties") }
        if try json.hasElement(&array) {
            if try json.next() == .array {
                json.enter()
                begun = nil
                return open.append(Open(component: component, start: start, depth: depth, array: array))
            }
            try json.skipValue()
        }
        warnOfShape(component, "no array of components; read without components")
        try skipRest(&array, of: name)
        keep(component, depth: depth)
    }

    private mutating func readName() throws(JSONReader.Failure) -> String? {
        if try json.next() == .string { return ExchangeName.ofComponent(try json.string()) }
        try json.skipValue()
        return nil
    }

    /// Reads the array of a component's properties; returns false if it is missing.
    private mutating func readProperties(
        of component: inout Component,
        _ start: Int,
        _ depth: Int,
        _ array: inout JSONReader.Container
    ) throws(JSONReader.Failure) -> Bool {
        guard try json.hasElement(&array), try json.next() == .array else {
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
        diagnostics.noteIgnored(in: component)
        if depth == 0 { diagnostics.checkHeader(component) }
        return true
    }

    private mutating func keep(_ component: Component, depth: Int) {
        begun = nil
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
                    "component outside any VCALENDAR; read anyway, as are those that follow"
                )
                calendars.append(
                    CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: nil))
                )
                isImplied = true
            }
            calendars[calendars.count - 1].component.components.append(component)
        }
    }

    /// Skips everything after a component's three elements.
    private mutating func skipRest(_ array: inout JSONReader.Container, of name: String) throws(JSONReader
        .Failure)
    {
        var isSaid = false
        while try json.hasElement(&array) {
            if !isSaid {
                diagnostics.warn(.framing, line: json.line, "\(name): more than three elements; rest ignored")
            }
            isSaid = true
            try json.skipValue()
        }
    }

    /// Skips the rest of an array that cannot be used.
    mutating func skipBroken(_ array: inout JSONReader.Container) throws(JSONReader.Failure) {
        while try json.hasElement(&array) { try json.skipValue() }
    }

    private mutating func warnOfNoName(line: Int) {
        diagnostics.add(.error, .framing, line: line, "component skipped: it has no usable name")
    }

    private mutating func warnOfShape(_ component: Component, _ problem: String) {
        diagnostics.warn(.framing, line: component.line, "\(component.name): \(problem)")
    }

    private mutating func isTooDeep(_ depth: Int, line: Int) -> Bool {
        guard depth > min(limits.nesting, ReadingLimits.greatestNesting) else { return false }
        diagnostics.addRun(
            .error,
            .limit,
            line: line,
            of: "nesting",
            "limit reached: \(limits.nesting) levels of nesting (ReadingLimits.nesting); deeper components skipped"
        )
        return true
    }

    private mutating func warnOfCount(_ component: Component) {
        guard !isLeavingOut, propertyCount == limits.properties + 1 else { return }
        diagnostics.add(
            .error,
            .limit,
            line: json.line,
            "limit reached: \(limits.properties) properties in one \(component.name) (ReadingLimits.properties); the rest skipped"
        )
    }

    /// Skips the calendar's current child if it is too large.
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
            "\(outermost.1.name) skipped: limit of \(limits.componentSize) bytes reached (ReadingLimits.componentSize)"
        )
    }
}
