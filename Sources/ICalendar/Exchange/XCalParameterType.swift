/// The value types of parameters, which xCal writes out (RFC 6321 section 3.5 and appendix A).
enum XCalParameterType {
    /// The element of a value, and its text there; `unknown` where no RFC knows the parameter, or the value is not of
    /// its type (section 5).
    static func typed(_ value: String, of parameter: String) -> (element: String, text: String) {
        switch types[parameter] {
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
