/// The value type of a parameter, which xCal writes out (RFC 6321 section 3.5 and appendix A).
struct XCalParameterType {
    /// The type; nil where no RFC knows the parameter.
    private let kind: Value.Kind?

    /// The type of the parameter with this name, in capitals.
    init(of parameter: String) {
        kind = Self.types[parameter]
    }

    /// The element of a value, and its text there; `unknown` where no RFC knows the parameter, or the value is not of
    /// its type (section 5).
    func typed(_ value: String) -> (element: String, text: String) {
        switch kind {
        case .boolean?:
            let word = ExchangeName.capitals(value)
            return word == "TRUE" || word == "FALSE"
                ? ("boolean", ExchangeName.small(value)) : ("unknown", value)
        case .integer?: return (Int(value) == nil ? "unknown" : "integer", value)
        case let type?: return (type.exchangeName, value)
        case nil: return ("unknown", value)
        }
    }

    /// The types of RFC 5545 section 3.2, RFC 6638, 7986, 8607, 9073 and 9253; LINKREL may be a URI too, and is written
    /// as the text that a word of the registry is.
    private static let types: [String: Value.Kind] = [
        "ALTREP": .uri, "CN": .text, "CUTYPE": .text, "DELEGATED-FROM": .calendarAddress,
        "DELEGATED-TO": .calendarAddress, "DIR": .uri, "ENCODING": .text, "FMTTYPE": .text, "FBTYPE": .text,
        "LANGUAGE": .text, "MEMBER": .calendarAddress, "PARTSTAT": .text, "RANGE": .text, "RELATED": .text,
        "RELTYPE": .text, "ROLE": .text, "RSVP": .boolean, "SENT-BY": .calendarAddress, "TZID": .text,
        "SCHEDULE-AGENT": .text, "SCHEDULE-FORCE-SEND": .text, "SCHEDULE-STATUS": .text,
        "DISPLAY": .text, "EMAIL": .text, "FEATURE": .text, "LABEL": .text,
        "MANAGED-ID": .text, "SIZE": .integer, "FILENAME": .text,
        "ORDER": .integer, "SCHEMA": .uri, "DERIVED": .boolean,
        "LINKREL": .text, "GAP": .duration,
    ]
}
