/// A JSON value in a jCal property.
enum JSONValue {
    case string(String)
    /// A number, kept as text because it may exceed the range of any number type.
    case number(String)
    case boolean(Bool)
    case null
    case array([JSONValue])
    /// The members in input order.
    case object([(name: String, value: JSONValue)])
    /// A value that is nested more deeply than jCal allows.
    case tooDeep

    /// The maximum nesting depth of arrays and objects; jCal needs two levels.
    static let deepest = 8

    var description: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .tooDeep: "a deeply nested value"
        }
    }

    /// The text of a string, number or boolean, or nil for anything else.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .null, .array, .object, .tooDeep: nil
        }
    }
}

extension JSONReader {
    /// Reads a value, including at most `limit` elements of each array and object.
    mutating func value(depth: Int = 0, limit: Int) throws(Failure) -> JSONValue {
        switch try next() {
        case .string: return .string(try string())
        case .number: return .number(try number())
        case .word: return try word().map { .boolean($0) } ?? .null
        case .end: throw failure("unexpected end of input in a value")
        case .object, .array:
            guard depth < JSONValue.deepest else {
                try skipValue()
                return .tooDeep
            }
            return try next() == .array
                ? .array(array(depth: depth, limit: limit)) : .object(object(depth: depth, limit: limit))
        }
    }

    private mutating func array(depth: Int, limit: Int) throws(Failure) -> [JSONValue] {
        enter()
        var values: [JSONValue] = []
        var container = Container()
        while try hasElement(&container) {
            if values.count < limit {
                values.append(try value(depth: depth + 1, limit: limit))
            } else {
                try leaveOutValue()
            }
        }
        return values
    }

    private mutating func object(
        depth: Int,
        limit: Int
    ) throws(Failure) -> [(name: String, value: JSONValue)] {
        enter()
        var members: [(name: String, value: JSONValue)] = []
        var container = Container()
        while let name = try memberName(&container) {
            if members.count < limit {
                members.append((name, try value(depth: depth + 1, limit: limit)))
            } else {
                try leaveOutValue()
            }
        }
        return members
    }
}
