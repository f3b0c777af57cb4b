/// Writes calendars as xCal (RFC 6321).
///
/// It goes through components without calling itself, so that their nesting has no limit.
struct XCalWriter {
    /// What was written.
    var bytes: [UInt8] = []
    private let isIndented: Bool
    private var depth = 0

    /// A component that is being written.
    private struct Open {
        let name: String
        let components: [Component]
        var written = 0
    }

    /// A writer; indented, each element has a line of its own.
    init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    /// Appends the document of these calendars: a stream (section 3.2).
    mutating func append(_ calendars: [Component]) {
        bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
        bytes.append(contentsOf: "<icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\">".utf8)
        depth += 1
        for calendar in calendars { append(calendar) }
        depth -= 1
        breakLine()
        bytes.append(contentsOf: "</icalendar>\n".utf8)
    }

    /// Appends a component and those inside it (section 3.3).
    private mutating func append(_ component: Component) {
        var open = [begin(component)]
        while let place = open.indices.last {
            let last = open[place]
            if last.written < last.components.count {
                open[place].written += 1
                open.append(begin(last.components[last.written]))
            } else {
                open.removeLast()
                if !last.components.isEmpty { close("components") }
                close(last.name)
            }
        }
    }

    private mutating func begin(_ component: Component) -> Open {
        let name = XMLText.elementName(component.name)
        openElement(name)
        if !component.properties.isEmpty {
            openElement("properties")
            for property in component.properties { append(property) }
            close("properties")
        }
        if !component.components.isEmpty { openElement("components") }
        return Open(name: name, components: component.components)
    }

    /// Appends a property: its parameters, and an element for each value (section 3.4).
    private mutating func append(_ property: Property) {
        let property = property.preprocessed
        let type = ExchangeType(of: property, definition: PropertyDefinition.named(property.name))
        let name = XMLText.elementName(property.name)
        openElement(name)
        let parameters = ExchangeParameters.merged(property.parameters).filter { !$0.values.isEmpty }
        if !parameters.isEmpty {
            openElement("parameters")
            for parameter in parameters { append(parameter) }
            close("parameters")
        }
        // A list without values has the text that iCalendar has there, which is none.
        if property.value.isEmptyList { element("unknown", "") }
        property.value.forEachSingle { value in append(value, of: type) }
        close(name)
    }

    /// Appends a parameter: an element for each value, of the type that the RFCs give it (section 3.5).
    private mutating func append(_ parameter: Parameter) {
        let name = XMLText.elementName(parameter.name)
        openElement(name)
        // Looked up once, as a name may be as long as all of its values together.
        let type = XCalParameterType(of: parameter.name)
        for value in parameter.values {
            let (name, text) = type.typed(value)
            element(name, text)
        }
        close(name)
    }

    // MARK: - Elements

    /// Opens an element on a line of its own; its name is one that XML allows.
    mutating func openElement(_ name: String) {
        breakLine()
        bytes.append(contentsOf: "<\(name)>".utf8)
        depth += 1
    }

    /// Closes an element on a line of its own.
    mutating func close(_ name: String) {
        depth -= 1
        breakLine()
        bytes.append(contentsOf: "</\(name)>".utf8)
    }

    /// Appends an element with text in it.
    mutating func element(_ name: String, _ text: String) {
        element(name) { XMLText.append(text, to: &$0) }
    }

    /// Appends an element with what a function appends in it.
    mutating func element(_ name: String, _ content: (inout [UInt8]) -> Void) {
        breakLine()
        bytes.append(contentsOf: "<\(name)>".utf8)
        content(&bytes)
        bytes.append(contentsOf: "</\(name)>".utf8)
    }

    /// Starts a line at the present depth.
    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(Ascii.lineFeed)
        // Beyond a depth that no honest calendar has, blanks would be most of the output.
        bytes.append(contentsOf: repeatElement(Ascii.space, count: min(2 * depth, 100)))
    }
}

extension XCalWriter {
    /// Appends a value as an element that is named for its type (RFC 6321 section 3.6).
    ///
    /// What could not be read is `unknown`, as is the value of a property that nobody knows (section 5), unless VALUE
    /// gives it a type of its own.
    mutating func append(_ value: Value, of type: ExchangeType) {
        switch value {
        case .raw(let text):
            if case .other(let name) = type {
                element(XMLText.elementName(name), text)
            } else {
                element("unknown", text)
            }
        // RFC 9253 has types of its own for some texts and links.
        case .text(let text): element(type == .kind(.uid) ? type.name : "text", text)
        case .uri(let text): element(type == .kind(.xmlReference) ? type.name : "uri", text)
        case .calendarAddress(let text): element("cal-address", text)
        case .binary(let text): element("binary", text)
        case .date(let date): element("date") { ExtendedTimeText.append(date, to: &$0) }
        case .dateTime(let time, let isUTC):
            element("date-time") { ExtendedTimeText.append(time, isUTC: isUTC, to: &$0) }
        case .time(let second, let isUTC):
            element("time") { ExtendedTimeText.append(secondOfDay: second, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { DurationText.append(duration, to: &$0) }
        case .period(let period): append(period)
        case .recurrenceRule(let rule): append(rule)
        case .integer(let number): element("integer", String(number))
        case .float(let number): element("float", XCalWriter.text(of: number))
        case .boolean(let isTrue): element("boolean", isTrue ? "true" : "false")
        case .utcOffset(let offset):
            element("utc-offset") { ExtendedTimeText.append(offset: offset, to: &$0) }
        case .geo(let latitude, let longitude):
            element("latitude", XCalWriter.text(of: latitude))
            element("longitude", XCalWriter.text(of: longitude))
        case .requestStatus(let status):
            element("code", status.code)
            element("description", status.description)
            if let data = status.data { element("data", data) }
        case .list: break  // The writer gives single values only.
        }
    }

    private mutating func append(_ period: Value.Period) {
        openElement("period")
        element("start") { ExtendedTimeText.append(period.start, isUTC: period.isUTC, to: &$0) }
        switch period.end {
        case .time(let end, let isUTC):
            element("end") { ExtendedTimeText.append(end, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { DurationText.append(duration, to: &$0) }
        }
        close("period")
    }

    private mutating func append(_ rule: RecurrenceRule) {
        openElement("recur")
        for part in RulePart.parts(of: rule) {
            for item in part.items {
                switch item {
                case .number(let number): element(part.name, String(number))
                case .word(let word): element(part.name, word)
                case .time(let time): element(part.name) { time.appendExtended(to: &$0) }
                }
            }
        }
        close("recur")
    }

    /// A number as XML Schema writes it, which has names of its own for what is no number.
    private static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "INF" : "-INF" }
        return number.description
    }
}
