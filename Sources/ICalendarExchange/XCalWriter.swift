import ICalendarCore

/// A writer for calendars as xCal (RFC 6321).
///
/// The writer works without recursion, so nesting is unlimited.
struct XCalWriter {
    var bytes: [UInt8] = []
    private let isIndented: Bool
    private var depth = 0

    private struct Open {
        let name: String
        let components: [Component]
        var written = 0
    }

    /// Creates a writer.
    ///
    /// If `isIndented` is true, each element has its own line.
    init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    /// Appends a document with an iCalendar stream that contains the calendars (section 3.2).
    mutating func append(_ calendars: [Component]) {
        bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
        bytes.append(contentsOf: "<icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\">".utf8)
        depth += 1
        for calendar in calendars { append(calendar) }
        depth -= 1
        breakLine()
        bytes.append(contentsOf: "</icalendar>\n".utf8)
    }

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

    /// Appends a property, with its parameters and an element for each value (section 3.4).
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
        // Write an empty list as its iCalendar text, the empty string.
        if property.value.isEmptyList { element("unknown", "") }
        property.value.forEachSingle { value in append(value, of: type) }
        close(name)
    }

    /// Appends a parameter with an element for each value, named after the type that the RFCs define (section 3.5).
    private mutating func append(_ parameter: Parameter) {
        let name = XMLText.elementName(parameter.name)
        openElement(name)
        // Look up the type only once, since the name may be as long as all values together.
        let kind = ParameterGrammar.named[parameter.name]?.kind
        for value in parameter.values { append(value, ofParameterOf: kind) }
        close(name)
    }

    /// Appends a parameter value as an element.
    ///
    /// The element is `unknown` if no RFC defines the parameter or the value does not match its type (RFC 6321 section
    /// 5).
    private mutating func append(_ value: String, ofParameterOf kind: Value.DataType?) {
        switch kind {
        case .boolean?:
            let word = ExchangeName.small(value)
            let isBoolean = word == "true" || word == "false"
            element(isBoolean ? "boolean" : "unknown", isBoolean ? word : value)
        case .integer?: element(Int(value) == nil ? "unknown" : "integer", value)
        case let kind: element(kind?.exchangeName ?? "unknown", value)
        }
    }

    // MARK: - Elements

    /// Opens an element on a new line.
    ///
    /// The name must be valid in XML.
    mutating func openElement(_ name: String) {
        breakLine()
        bytes.append(contentsOf: "<\(name)>".utf8)
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        breakLine()
        bytes.append(contentsOf: "</\(name)>".utf8)
    }

    mutating func element(_ name: String, _ text: String) {
        element(name) { XMLText.append(text, to: &$0) }
    }

    mutating func element(_ name: String, _ content: (inout [UInt8]) -> Void) {
        breakLine()
        bytes.append(contentsOf: "<\(name)>".utf8)
        content(&bytes)
        bytes.append(contentsOf: "</\(name)>".utf8)
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(Ascii.lineFeed)
        // The indentation is limited, since extreme nesting would otherwise fill the output with spaces.
        bytes.append(contentsOf: repeatElement(Ascii.space, count: min(2 * depth, 100)))
    }

    /// Appends a value as an element named after its type (RFC 6321 section 3.6).
    ///
    /// An unreadable value becomes an `unknown` element, as does the value of an undefined property without VALUE
    /// (section 5).
    mutating func append(_ value: Value, of type: ExchangeType) {
        switch value {
        case .raw(let text):
            if case .other(let name) = type {
                element(XMLText.elementName(name), text)
            } else {
                element("unknown", text)
            }
        // RFC 9253 defines more specific types for some text and links.
        case .text(let text): element(type == .kind(.uid) ? type.name : "text", text)
        case .uri(let text): element(type == .kind(.xmlReference) ? type.name : "uri", text)
        case .calendarAddress(let text): element("cal-address", text)
        case .binary(let text): element("binary", text)
        case .date(let date): element("date") { ExtendedTimeText.append(date, to: &$0) }
        case .dateTime(let time, let isUTC):
            element("date-time") { ExtendedTimeText.append(time, isUTC: isUTC, to: &$0) }
        case .time(let second, let isUTC):
            element("time") { ExtendedTimeText.append(secondOfDay: second, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { duration.append(to: &$0) }
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
        case .list: break  // The writer passes single values only.
        }
    }

    private mutating func append(_ period: Value.Period) {
        openElement("period")
        element("start") { ExtendedTimeText.append(period.start, isUTC: period.isUTC, to: &$0) }
        switch period.end {
        case .time(let end, let isUTC):
            element("end") { ExtendedTimeText.append(end, isUTC: isUTC, to: &$0) }
        case .duration(let duration): element("duration") { duration.append(to: &$0) }
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

    /// Returns a number in XML Schema notation, which includes names for infinity and NaN.
    private static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "INF" : "-INF" }
        return number.description
    }
}

/// A converter for names and text in XML 1.0.
enum XMLText {
    /// Appends character data.
    ///
    /// XML 1.0 forbids most control characters, U+FFFE and U+FFFF, even as references; each is replaced with U+FFFD.
    /// Other control characters become references. The output therefore cannot control a terminal, and a carriage
    /// return is not read as a line feed.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: bytes.append(contentsOf: "&amp;".utf8)
            case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
            case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
            case 0x09, 0x0A, 0x20..<0x7F: bytes.append(UInt8(scalar.value))
            case 0x0D, 0x7F...0x9F: bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case 0..<0x20, 0xFFFE, 0xFFFF: bytes.append(contentsOf: "\u{FFFD}".utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Returns the lowercase element name for an iCalendar name.
    ///
    /// Characters that are invalid in XML become `_`. A name that begins with a digit or a hyphen is prefixed with `_`.
    static func elementName(_ name: String) -> String {
        let small = ExchangeName.small(name).unicodeScalars.map { scalar -> UInt8 in
            switch scalar.value {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F: UInt8(scalar.value)
            default: 0x5F
            }
        }
        let canStart = small.first.map { $0 > 0x39 } ?? false
        return (canStart ? "" : "_") + String(decoding: small, as: UTF8.self)
    }
}
