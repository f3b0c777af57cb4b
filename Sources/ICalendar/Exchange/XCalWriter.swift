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
