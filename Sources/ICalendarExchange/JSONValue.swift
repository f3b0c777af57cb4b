import ICalendarCore

/// One JSON value, as far as a property of jCal has need of it.
enum JSONValue {
    case string(String)
    /// A number as it is written, as it may be beyond any type of numbers.
    case number(String)
    case boolean(Bool)
    case null
    case array([JSONValue])
    /// The members in the order of the input.
    case object([(name: String, value: JSONValue)])
    /// What is nested deeper than anything in jCal is.
    case tooDeep

    /// How deep arrays and objects may go; jCal needs two levels.
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

    /// The text of a string, of a number as it is written, or of a boolean; nil for anything else.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .null, .array, .object, .tooDeep: nil
        }
    }
}

extension JSONReader {
    /// Reads a value; of each array and object in it `limit` values at most.
    mutating func value(depth: Int = 0, limit: Int) throws(Failure) -> JSONValue {
        switch try next() {
        case .string: return .string(try string())
        case .number: return .number(try number())
        case .word: return try word().map { .boolean($0) } ?? .null
        case .end: throw failure("the input ends inside a value")
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
