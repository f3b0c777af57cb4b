import ICalendarCore

extension JCalReader {
    /// Reads `["name", {PARAMETERS}, "type", VALUES]`; nil when it had to be left out.
    mutating func readProperty() throws(JSONReader.Failure) -> Property? {
        let kind = try json.next()
        let line = json.line
        guard kind == .array else {
            diagnostics.add(.error, .framing, line: line, "a property that is no array is left out")
            try json.skipValue()
            return nil
        }
        let start = json.index
        let (halves, parted) = (json.replacedHalves, json.partedRuns)
        let valuesLeftOut = json.valuesLeftOut
        json.enter()
        var array = JSONReader.Container()
        guard let name = try readText(&array).flatMap({ ExchangeName.ofProperty($0) }) else {
            diagnostics.add(.error, .framing, line: line, "a property without a usable name is left out")
            try skipBroken(&array)
            return nil
        }
        var remarks: [ValueRemark] = []
        let given = try readParameters(&array, &remarks)
        let type = try readType(&array, &remarks)
        guard let given, let type else {
            let lacking = given == nil ? "an object of parameters" : "a value type"
            diagnostics.add(
                .error,
                .framing,
                line: line,
                "\(name): has no \(lacking); the property is left out"
            )
            try skipBroken(&array)
            return nil
        }
        let definition = PropertyDefinition.named(name)
        var parameters = given
        let usual = PropertyGrammar.needsDeclaredType(name) ? nil : definition?.kinds.first
        if let declared = type.parameter(usual: usual) {
            parameters.insert(declared, at: 0)
        }
        let value = try readValues(&array, of: type, definition, parameters, &remarks)
        if json.replacedHalves > halves {
            remarks.note(.encoding, "has half a surrogate pair; replaced by U+FFFD")
        }
        if json.partedRuns > parted {
            remarks.note(.encoding, "has more than 30 accents on one letter; read with U+034F between them")
        }
        if json.valuesLeftOut > valuesLeftOut {
            let count = json.valuesLeftOut - valuesLeftOut
            remarks.note(.limit, as: .error, "has too many values; \(count) are left out")
        }
        if !ExchangeName.isPlain(name) {
            remarks.note(.propertyName, "is no name that RFC 5545 allows; kept")
        }
        diagnostics.add(remarks, of: name, line: line)
        if json.index - start > limits.lineLength {
            diagnostics.add(
                .error,
                .limit,
                line: line,
                "\(name): is longer than \(limits.lineLength) bytes; left out"
            )
            return nil
        }
        // A line of that name opens or closes a component.
        if NameText.isMarker(Array(name.utf8).span) {
            diagnostics.warn(.framing, line: line, "\(name): is no name of a property; left out")
            return nil
        }
        return Property(
            name: name,
            parameters: parameters,
            value: value,
            line: UInt32(clamping: line),
            source: nil
        )
    }

    /// Says which words of a property no RFC knows.
    mutating func noteWords(of property: Property, in component: Component) {
        var remarks: [ValueRemark] = []
        if let known = PropertyDefinition.place(of: property.name) {
            UnknownWords.note(property.value, of: property.name, at: known, in: component.name, &remarks)
            UnknownWords.note(property.parameters, &remarks)
        } else {
            UnknownWords.note(property.value, ofUnknown: property.name, &remarks)
        }
        diagnostics.add(remarks, of: property.name, line: property.line)
    }

    /// Reads the next element if it is a string; anything else is passed over.
    private mutating func readText(_ array: inout JSONReader.Container) throws(JSONReader.Failure) -> String?
    {
        guard try json.hasElement(&array) else { return nil }
        if try json.next() == .string { return try json.string() }
        try json.skipValue()
        return nil
    }

    private mutating func readType(
        _ array: inout JSONReader.Container,
        _ remarks: inout [ValueRemark]
    ) throws(JSONReader.Failure) -> ExchangeType? {
        guard let name = try readText(&array) else { return nil }
        if let type = ExchangeType(name: name) { return type }
        remarks.note(.badParameter, "has a value type that is no name; read as unknown")
        return .unknown
    }

    private mutating func readParameters(
        _ array: inout JSONReader.Container,
        _ remarks: inout [ValueRemark]
    ) throws(JSONReader.Failure) -> [Parameter]? {
        guard try json.hasElement(&array) else { return nil }
        guard try json.next() == .object else {
            try json.skipValue()
            return nil
        }
        json.enter()
        var parameters: [Parameter] = []
        var leftOut = 0
        var object = JSONReader.Container()
        while let name = try json.memberName(&object) {
            let value = try json.value(limit: limits.values)
            guard let name = ExchangeName.ofParameter(name) else {
                remarks.note(.badParameter, "has a parameter without a usable name; left out")
                continue
            }
            guard name != "VALUE" else {
                remarks.note(.badParameter, "has a parameter VALUE; the type beside the values stands")
                continue
            }
            guard parameters.count < limits.parameters else {
                leftOut += 1
                continue
            }
            if let values = JCalReader.values(of: value, name, &remarks) {
                parameters.append(Parameter(capitals: name, values: values))
            }
        }
        if leftOut > 0 {
            remarks.note(
                .limit,
                as: .error,
                "has more than \(limits.parameters) parameters; \(leftOut) are left out"
            )
        }
        let merged = ExchangeParameters.merged(parameters)
        if merged.count < parameters.count {
            remarks.note(.badParameter, "has a parameter more than once; its values are put together")
        }
        merged.noteUnusedValues(&remarks)
        return merged
    }

    /// The strings of a parameter's value; nil when it has none.
    private static func values(
        of value: JSONValue,
        _ name: String,
        _ remarks: inout [ValueRemark]
    ) -> [String]? {
        var values: [String] = []
        let all = if case .array(let elements) = value { elements } else { [value] }
        for element in all {
            guard let text = element.text else {
                remarks.note(.badParameter, "has \(element.description) in \(name); left out")
                continue
            }
            if case .string = element {
            } else {
                remarks.note(.badParameter, "has \(element.description) in \(name); read as text")
            }
            values.append(JCalReader.withoutNUL(text, &remarks))
        }
        return values.isEmpty && !all.isEmpty ? nil : values
    }

    private mutating func readValues(
        _ array: inout JSONReader.Container,
        of type: ExchangeType,
        _ definition: PropertyDefinition?,
        _ parameters: [Parameter],
        _ remarks: inout [ValueRemark]
    ) throws(JSONReader.Failure) -> Value {
        let reader = JCalValueReader(
            type: type,
            definition: definition,
            hasTimeZone: parameters["TZID"] != nil,
            limit: limits.values
        )
        var values: [Value] = []
        while try json.hasElement(&array) {
            if values.count < limits.values {
                let value = try json.value(limit: limits.values)
                values.append(contentsOf: reader.read(value, &remarks).elements)
            } else {
                try json.leaveOutValue()
            }
        }
        if values.isEmpty { remarks.note(.badValue, "has no value") }
        return values.count == 1 ? values[0] : .list(values)
    }

    /// A text without NUL, which iCalendar cannot hold and which is left out of a file too.
    static func withoutNUL(_ text: String, _ remarks: inout [ValueRemark]) -> String {
        guard text.utf8.contains(0) else { return text }
        remarks.note(.encoding, "holds NUL; it is left out")
        return String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self)
    }
}
