/// A property parameter (RFC 5545 section 3.2): a name and one or more values.
public struct Parameter: Sendable, Hashable {
    /// The name in capitals.
    public var name: String
    private var content: Content

    /// One value without an array around it, as nearly all parameters have one; an array never holds just one, so
    /// that equal values are equal here.
    private enum Content: Sendable, Hashable {
        case one(String)
        case several([String])
    }

    /// The values, quotes removed and the carets of RFC 6868 undone.
    public var values: [String] {
        get {
            switch content {
            case .one(let value): [value]
            case .several(let values): values
            }
        }
        set { content = newValue.count == 1 ? .one(newValue[0]) : .several(newValue) }
    }

    /// A parameter of one value.
    public init(_ name: String, _ value: String) {
        self.init(capitals: name.uppercased(), value)
    }

    /// A parameter of several values, as MEMBER may have.
    public init(_ name: String, values: [String]) {
        self.init(capitals: name.uppercased(), values: values)
    }

    /// A parameter of one value that was read; its name is in capitals.
    init(capitals name: String, _ value: String) {
        self.name = name
        content = .one(value)
    }

    /// A parameter that was read; its name is in capitals.
    init(capitals name: String, values: [String]) {
        self.name = name
        content = values.count == 1 ? .one(values[0]) : .several(values)
    }

    /// The first value; empty when there is none.
    public var value: String { first ?? "" }

    /// The first value, or nil when there is none.
    fileprivate var first: String? {
        switch content {
        case .one(let value): value
        case .several(let values): values.first
        }
    }
}

extension [Parameter] {
    /// The first value of the parameter with this name (in capitals), or nil when there is none.
    public subscript(name: String) -> String? {
        for parameter in self where parameter.name == name { return parameter.first }
        return nil
    }

    /// All values of all parameters with this name (in capitals).
    public func values(_ name: String) -> [String] {
        filter { $0.name == name }.flatMap(\.values)
    }
}
