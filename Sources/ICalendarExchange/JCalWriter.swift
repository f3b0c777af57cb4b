import ICalendarCore

/// A writer for components as jCal (RFC 7265).
///
/// The writer works without recursion, so nesting is unlimited.
struct JCalWriter {
    private(set) var bytes: [UInt8] = []
    private let isIndented: Bool
    private var depth = 0

    /// A component that is being written, its subcomponents, and the number of subcomponents already written.
    private struct Open {
        let components: [Component]
        var written = 0
    }

    /// Creates a writer.
    ///
    /// If `isIndented` is true, each component and each property has its own line.
    init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    mutating func append(_ calendars: [Component]) {
        bytes.append(UInt8(ascii: "["))
        depth += 1
        for (place, calendar) in calendars.enumerated() {
            if place > 0 { bytes.append(Ascii.comma) }
            breakLine()
            append(calendar)
        }
        depth -= 1
        if !calendars.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a component and its subcomponents: `["vevent", [PROPERTIES], [COMPONENTS]]` (section 3.3).
    mutating func append(_ component: Component) {
        var open = [begin(component)]
        while let place = open.indices.last {
            let (components, written) = (open[place].components, open[place].written)
            if written < components.count {
                open[place].written += 1
                if written > 0 { bytes.append(Ascii.comma) }
                breakLine()
                open.append(begin(components[written]))
            } else {
                open.removeLast()
                end(isEmpty: components.isEmpty)
            }
        }
    }

    mutating func finish() {
        if isIndented { bytes.append(Ascii.lineFeed) }
    }

    private mutating func begin(_ component: Component) -> Open {
        bytes.append(UInt8(ascii: "["))
        JSONText.append(string: ExchangeName.small(component.name), to: &bytes)
        bytes.append(Ascii.comma)
        depth += 1
        breakLine()
        bytes.append(UInt8(ascii: "["))
        depth += 1
        for (place, property) in component.properties.enumerated() {
            if place > 0 { bytes.append(Ascii.comma) }
            breakLine()
            append(property)
        }
        depth -= 1
        if !component.properties.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
        bytes.append(Ascii.comma)
        breakLine()
        bytes.append(UInt8(ascii: "["))
        depth += 1
        return Open(components: component.components)
    }

    private mutating func end(isEmpty: Bool) {
        depth -= 1
        if !isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
        depth -= 1
        breakLine()
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(Ascii.lineFeed)
        // The indentation is limited, since extreme nesting would otherwise fill the output with spaces.
        bytes.append(contentsOf: repeatElement(Ascii.space, count: min(depth, 100)))
    }

    /// Appends a property: `["dtstart", {"tzid": "Europe/Berlin"}, "date-time", VALUES]` (section 3.4).
    private mutating func append(_ property: Property) {
        let property = property.preprocessed
        let type = ExchangeType(of: property, definition: PropertyDefinition.named(property.name))
        bytes.append(UInt8(ascii: "["))
        JSONText.append(string: ExchangeName.small(property.name), to: &bytes)
        bytes.append(Ascii.comma)
        append(property.parameters)
        bytes.append(Ascii.comma)
        JSONText.append(string: type.name, to: &bytes)
        property.value.forEachSingle { value in
            bytes.append(Ascii.comma)
            JCalValueText.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends the parameters as an object, with an array for each parameter that has several values (section 3.5).
    private mutating func append(_ parameters: [Parameter]) {
        bytes.append(UInt8(ascii: "{"))
        for (place, parameter) in ExchangeParameters.merged(parameters).enumerated() {
            if place > 0 { bytes.append(Ascii.comma) }
            JSONText.append(string: ExchangeName.small(parameter.name), to: &bytes)
            bytes.append(Ascii.colon)
            let values = parameter.values
            if values.count == 1 {
                JSONText.append(string: values[0], to: &bytes)
            } else {
                JCalValueText.append(values, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
