/// A property parameter (RFC 5545 section 3.2): a name and one or more values.
public struct Parameter: Sendable, Hashable {
    /// The name in capitals.
    public var name: String
    /// The values, quotes removed and the carets of RFC 6868 undone.
    public var values: [String]

    /// A parameter of one value.
    public init(_ name: String, _ value: String) {
        self.name = name.uppercased()
        values = [value]
    }

    /// A parameter of several values, as MEMBER may have.
    public init(_ name: String, values: [String]) {
        self.name = name.uppercased()
        self.values = values
    }

    /// The first value; empty when there is none.
    public var value: String { values.first ?? "" }
}

extension [Parameter] {
    /// The first value of the parameter with this name (in capitals), or nil when there is none.
    public subscript(name: String) -> String? {
        for parameter in self where parameter.name == name { return parameter.values.first }
        return nil
    }

    /// All values of all parameters with this name (in capitals).
    public func values(_ name: String) -> [String] {
        filter { $0.name == name }.flatMap(\.values)
    }
}
