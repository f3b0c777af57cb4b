import ICalendarCore

extension JSONReader {
    /// Reads the object with a property's parameters, or returns nil if the next element is not an object.
    mutating func parameters(
        _ array: inout Container,
        _ limits: ReadingLimits,
        _ remarks: inout [ValueRemark]
    ) throws(Failure) -> [Parameter]? {
        guard try hasElement(&array) else { return nil }
        guard try next() == .object else {
            try skipValue()
            return nil
        }
        enter()
        var parameters: [Parameter] = []
        var leftOut = 0
        var flood = RemarkFlood()
        var object = Container()
        while let name = try memberName(&object) {
            let value = try value(limit: limits.values)
            guard let name = ExchangeName.ofParameter(name) else {
                remarks.note(jCal: .badParameter, "parameter without a usable name; ignored")
                continue
            }
            guard name != "VALUE" else {
                remarks.note(jCal: .badParameter, "parameter VALUE ignored; using the value type")
                continue
            }
            guard parameters.count < limits.parameters else {
                leftOut += 1
                continue
            }
            if !ExchangeName.isPlain(name), flood.admits() {
                remarks.note(.propertyName, "\(Words.quoted(name)) is not a valid parameter name; kept")
            }
            if let values = value.parameterValues(of: name, &remarks) {
                parameters.append(Parameter(capitals: name, values: values))
            }
        }
        if leftOut > 0 {
            remarks.note(
                .limit,
                as: .error,
                "limit reached: \(limits.parameters) parameters (ReadingLimits.parameters); \(leftOut) skipped"
            )
        }
        let merged = ExchangeParameters.merged(parameters)
        if merged.count < parameters.count {
            remarks.note(jCal: .badParameter, "duplicate parameter; values merged")
        }
        merged.noteUnusedValues(&remarks)
        return merged
    }
}

extension [ValueRemark] {
    /// Adds a warning about notation that jCal does not allow.
    mutating func note(jCal code: Diagnostic.Code, _ message: String) {
        var remark = ValueRemark(severity: .warning, code: code, message: message)
        remark.isAboutJCal = true
        append(remark)
    }
}
