/// A property parameter (RFC 5545 section 3.2): a name with one or more values.
///
/// ```swift
/// let language = Parameter("language", "en")
/// language.name  // "LANGUAGE"
/// let summary = Property("SUMMARY", .text("Hello"), parameters: [language])  // SUMMARY;LANGUAGE=en:Hello
/// ```
public struct Parameter: Sendable, Hashable {
    /// The uppercase name, such as `TZID`.
    public var name: String
    private var content: Content

    /// The values, stored without an array if there is only one, as is nearly always the case.
    ///
    /// The array never contains exactly one value, so equal parameters have equal contents.
    private enum Content: Sendable, Hashable {
        case one(String)
        case several([String])
    }

    /// The values, unquoted and with the caret escapes of RFC 6868 decoded:
    /// `MEMBER="mailto:a@example.com","mailto:b@example.com"` has two values.
    public var values: [String] {
        get {
            switch content {
            case .one(let value): [value]
            case .several(let values): values
            }
        }
        set { content = newValue.count == 1 ? .one(newValue[0]) : .several(newValue) }
    }

    /// Whether there is more than one value.
    package var hasSeveralValues: Bool {
        if case .several(let values) = content { values.count > 1 } else { false }
    }

    /// Creates a parameter with one value.
    ///
    /// ```swift
    /// let zone = Parameter("TZID", "Europe/Berlin")
    /// zone.value  // "Europe/Berlin"
    /// ```
    public init(_ name: String, _ value: String) {
        self.init(capitals: name.uppercased(), value)
    }

    /// Creates a parameter with several values, such as MEMBER.
    ///
    /// ```swift
    /// let teams = Parameter("MEMBER", values: ["mailto:a@example.com", "mailto:b@example.com"])
    /// teams.values.count  // 2
    /// ```
    public init(_ name: String, values: [String]) {
        self.init(capitals: name.uppercased(), values: values)
    }

    /// Creates a parsed parameter with one value and an uppercase name.
    package init(capitals name: String, _ value: String) {
        self.name = name
        content = .one(value)
    }

    /// Creates a parsed parameter with an uppercase name.
    package init(capitals name: String, values: [String]) {
        self.name = name
        content = values.count == 1 ? .one(values[0]) : .several(values)
    }

    /// The first value, or an empty string if there are no values: `Parameter("CN", "Nora Lind").value // "Nora Lind"`.
    public var value: String { first ?? "" }

    /// The first value, or nil if there are no values.
    fileprivate var first: String? {
        switch content {
        case .one(let value): value
        case .several(let values): values.first
        }
    }
}

extension [Parameter] {
    /// Returns the first value of the parameter with the given uppercase name, or nil.
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

    /// Returns all values of all parameters with the given uppercase name.
    ///
    /// MEMBER, for example, may have several values.
    package func values(_ name: String) -> [String] {
        filter { $0.name == name }.flatMap(\.values)
    }
}
