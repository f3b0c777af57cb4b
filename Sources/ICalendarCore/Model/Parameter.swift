/// A property parameter (RFC 5545 section 3.2): a name and one or more values.
///
/// ```swift
/// let language = Parameter("language", "en")
/// language.name  // "LANGUAGE"
/// let summary = Property("SUMMARY", .text("Hello"), parameters: [language])  // SUMMARY;LANGUAGE=en:Hello
/// ```
public struct Parameter: Sendable, Hashable {
    /// The name in capitals, such as `TZID`.
    public var name: String
    private var content: Content

    /// One value without an array around it, as nearly all parameters have one; an array never holds just one, so
    /// that equal values are equal here.
    private enum Content: Sendable, Hashable {
        case one(String)
        case several([String])
    }

    /// The values, quotes removed and the carets of RFC 6868 undone:
    /// `MEMBER="mailto:a@example.com","mailto:b@example.com"` has two.
    public var values: [String] {
        get {
            switch content {
            case .one(let value): [value]
            case .several(let values): values
            }
        }
        set { content = newValue.count == 1 ? .one(newValue[0]) : .several(newValue) }
    }

    /// Whether there are two values or more.
    package var hasSeveralValues: Bool {
        if case .several(let values) = content { values.count > 1 } else { false }
    }

    /// A parameter of one value.
    ///
    /// ```swift
    /// let zone = Parameter("TZID", "Europe/Berlin")
    /// zone.value  // "Europe/Berlin"
    /// ```
    public init(_ name: String, _ value: String) {
        self.init(capitals: name.uppercased(), value)
    }

    /// A parameter of several values, as MEMBER may have.
    ///
    /// ```swift
    /// let teams = Parameter("MEMBER", values: ["mailto:a@example.com", "mailto:b@example.com"])
    /// teams.values.count  // 2
    /// ```
    public init(_ name: String, values: [String]) {
        self.init(capitals: name.uppercased(), values: values)
    }

    /// A parameter of one value that was read; its name is in capitals.
    package init(capitals name: String, _ value: String) {
        self.name = name
        content = .one(value)
    }

    /// A parameter that was read; its name is in capitals.
    package init(capitals name: String, values: [String]) {
        self.name = name
        content = values.count == 1 ? .one(values[0]) : .several(values)
    }

    /// The first value, empty when there is none: `Parameter("CN", "Nora Lind").value // "Nora Lind"`.
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
    ///
    /// ```swift
    /// let parameters = [Parameter("CN", "Nora Lind"), Parameter("ROLE", "CHAIR")]
    /// parameters["CN"]    // "Nora Lind"
    /// parameters["RSVP"]  // nil
    /// ```
    public subscript(name: String) -> String? {
        for parameter in self where parameter.name == name { return parameter.first }
        return nil
    }

    /// All values of all parameters with this name (in capitals), as for MEMBER, which may have several.
    ///
    /// ```swift
    /// for group in property.parameters.values("MEMBER") { print(group) }
    /// ```
    public func values(_ name: String) -> [String] {
        filter { $0.name == name }.flatMap(\.values)
    }
}
