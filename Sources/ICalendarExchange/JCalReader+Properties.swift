import ICalendarCore

extension JCalReader {
    /// Reads `["name", {PARAMETERS}, "type", VALUES]`, or returns nil for a skipped property.
    mutating func readProperty() throws(JSONReader.Failure) -> Property? {
        let kind = try json.next()
        let line = json.line
        guard kind == .array else {
            diagnostics.addSkipped(line: line, "property skipped: it is not an array")
            try json.skipValue()
            return nil
        }
        let start = json.index
        let repairs = json.repairs
        json.enter()
        var array = JSONReader.Container()
        guard let name = try readText(&array).flatMap({ ExchangeName.ofProperty($0) }) else {
            diagnostics.addSkipped(line: line, "property skipped: it has no usable name")
            try skipBroken(&array)
            return nil
        }
        var remarks: [ValueRemark] = []
        let given = try json.parameters(&array, limits, &remarks)
        let type = try readType(&array, &remarks)
        guard let given, let type else {
            let lacking = given == nil ? "parameter object" : "value type"
            diagnostics.addSkipped(line: line, "\(name): no \(lacking); property skipped")
            try skipBroken(&array)
            return nil
        }
        let definition = PropertyDefinition.named(name)
        var parameters = given
        let isQuoted = parameters.declareQuotedPrintable
        if isQuoted { parameters.removeAll { $0.name == "ENCODING" || $0.name == "CHARSET" } }
        let usual = PropertyGrammar.needsDeclaredType(name) ? nil : definition?.kinds.first
        if let declared = type.parameter(usual: usual) {
            parameters.insert(declared, at: 0)
        }
        let quoted = isQuoted ? given : nil
        let value = try readValues(&array, of: type, definition, parameters, quoted: quoted, &remarks)
        if isQuoted { remarks.note(.layout, "ENCODING=QUOTED-PRINTABLE is not allowed; decoded") }
        json.repairs.note(since: repairs, limit: limits.values, &remarks)
        if !ExchangeName.isPlain(name) {
            remarks.note(.propertyName, "not a name that RFC 5545 allows; kept")
        }
        note(remarks, of: name, line: line)
        if json.index - start > limits.lineLength {
            diagnostics.add(
                .error,
                .limit,
                line: line,
                "\(name) skipped: limit of \(limits.lineLength) bytes reached (ReadingLimits.lineLength)"
            )
            return nil
        }
        // In a file, a line with this name would begin or end a component.
        if NameText.isMarker(Array(name.utf8).span) {
            diagnostics.addSkipped(line: line, "\(name): not a property name; property skipped")
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

    /// Reports the keywords in a property that no RFC defines.
    mutating func noteWords(of property: Property, in component: Component) {
        var remarks: [ValueRemark] = []
        if let known = PropertyDefinition.place(of: property.name) {
            ValueLimits.note(property.value, of: property.name, at: known, in: component.name, &remarks)
            ValueLimits.note(property.parameters, &remarks)
        } else {
            ValueLimits.note(property.value, ofUnknown: property.name, &remarks)
        }
        diagnostics.add(remarks, of: property.name, line: property.line)
    }

    /// Reads the next element if it is a string, and skips it otherwise.
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
        remarks.note(jCal: .badParameter, "the value type is not a name; read as unknown")
        return .unknown
    }

    private mutating func readValues(
        _ array: inout JSONReader.Container,
        of type: ExchangeType,
        _ definition: PropertyDefinition?,
        _ parameters: [Parameter],
        quoted: [Parameter]?,
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
                var value = try json.value(limit: limits.values)
                if let quoted, case .string(let text) = value {
                    value = .string(quoted.undoingQuotedPrintable(in: text, &remarks))
                }
                values.append(contentsOf: reader.read(value, &remarks).elements)
            } else {
                try json.leaveOutValue()
            }
        }
        if values.isEmpty { remarks.note(.badValue, "no value; read as an empty list") }
        // Every rule in a series counts, even if several rules share one property.
        if values.count > 1, let definition, !definition.isList, definition.form != .recurrenceRule {
            remarks.note(jCal: .badValue, "has \(values.count) values, only 1 is allowed; using the first")
            return values[0]
        }
        return values.count == 1 ? values[0] : .list(values)
    }
}
