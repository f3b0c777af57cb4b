/// The value type that jCal and xCal name beside a property's values (RFC 7265 section 3.4, RFC 6321 section 3.6).
///
/// Both formats drop the VALUE parameter for it. The type is that of the values themselves, where they have one: a
/// `DTSTART:20260301` without `VALUE=DATE` is a date, and says so there.
enum ExchangeType: Sendable, Hashable {
    /// A type of RFC 5545.
    case kind(Value.Kind)
    /// A type that no RFC knows, in small letters, of which the values are kept as written.
    case other(String)
    /// No type at all: the values are the text that iCalendar has there.
    case unknown

    /// The name in small letters.
    var name: String {
        switch self {
        case .kind(let kind): kind.exchangeName
        case .other(let name): name
        case .unknown: "unknown"
        }
    }

    /// The type of a property's values.
    ///
    /// A value that could not be read has none; where all are such, VALUE says the type, and without it they are of
    /// type `unknown`, from which they come back as the text that they are. Values of several types have the one that
    /// VALUE or the property's definition says.
    init(of property: Property, definition: PropertyDefinition?) {
        var found: Value.Kind?
        var isMixed = false
        property.value.forEachSingle { value in
            guard let kind = value.kind else { return }
            if found == nil { found = kind }
            if kind != found { isMixed = true }
        }
        let declared = property.parameters["VALUE"].flatMap { ExchangeType(name: $0) }
        if let found {
            guard isMixed else {
                // The types of RFC 9253 are told by VALUE alone.
                if case .kind(let kind)? = declared, kind.base == found {
                    self = .kind(kind)
                } else {
                    self = .kind(found)
                }
                return
            }
            if case .kind? = declared, let declared {
                self = declared
            } else {
                self = .kind(definition?.kinds.first ?? found)
            }
        } else if let declared, declared != definition.map({ .kind($0.kinds.first) }) {
            self = declared
        } else if let usual = definition?.kinds.first, property.value.isEmptyList {
            self = .kind(usual)
        } else {
            self = .unknown
        }
    }

    /// The type of a name in any case, or nil when it is no name.
    init?(name: String) {
        let small = ExchangeName.small(name)
        if small == "unknown" {
            self = .unknown
        } else if let kind = Value.Kind(rawValue: ExchangeName.capitals(name)) {
            self = .kind(kind)
        } else if ExchangeName.isPlain(name) {
            self = .other(small)
        } else {
            return nil
        }
    }

    /// The VALUE parameter that iCalendar needs for the type, or nil for none.
    func parameter(usual: Value.Kind?) -> Parameter? {
        switch self {
        case .kind(let kind): kind == usual ? nil : Parameter(capitals: "VALUE", kind.rawValue)
        case .other(let name): Parameter(capitals: "VALUE", ExchangeName.capitals(name))
        case .unknown: nil
        }
    }
}

extension Value.Kind {
    /// The name in small letters, as jCal and xCal write it.
    var exchangeName: String {
        switch self {
        case .binary: "binary"
        case .boolean: "boolean"
        case .calendarAddress: "cal-address"
        case .date: "date"
        case .dateTime: "date-time"
        case .duration: "duration"
        case .float: "float"
        case .integer: "integer"
        case .period: "period"
        case .recur: "recur"
        case .text: "text"
        case .time: "time"
        case .uid: "uid"
        case .uri: "uri"
        case .utcOffset: "utc-offset"
        case .xmlReference: "xml-reference"
        }
    }
}

extension Value.Kind {
    /// The type whose values stand for those of this one.
    fileprivate var base: Value.Kind {
        switch self {
        case .uid: .text
        case .xmlReference: .uri
        default: self
        }
    }
}

extension Value {
    /// Whether this is a list of nothing.
    var isEmptyList: Bool {
        if case .list(let values) = self { values.isEmpty } else { false }
    }

    /// Calls a function with each single value; lists inside lists, which no file has, are gone through as well.
    func forEachSingle(_ body: (Value) -> Void) {
        guard case .list(let values) = self else { return body(self) }
        var rest = [values[...]]
        while let value = rest[rest.count - 1].popFirst() ?? ExchangeType.next(&rest) {
            if case .list(let inner) = value { rest.append(inner[...]) } else { body(value) }
        }
    }
}

extension ExchangeType {
    /// The next value of lists inside lists, of which the innermost has ended.
    fileprivate static func next(_ rest: inout [ArraySlice<Value>]) -> Value? {
        while rest.count > 1 {
            rest.removeLast()
            if let value = rest[rest.count - 1].popFirst() { return value }
        }
        return nil
    }
}
