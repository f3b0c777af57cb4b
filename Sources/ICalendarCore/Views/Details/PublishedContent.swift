/// A formatted description, for example with headings and links (STYLED-DESCRIPTION, RFC 9073 section 6.5).
///
/// The RFC defines no default type, so VALUE must be TEXT or URI. Without VALUE, the property is read as TEXT, and
/// ``CalendarContents/validate()`` reports the missing parameter.
///
/// ```swift
/// event.styledDescriptions = [StyledDescription(text: "<p>Bring <b>cake</b></p>", formatType: "text/html")]
/// event.descriptionText = "Bring cake"
/// ```
public struct StyledDescription: PropertyView {
    /// The underlying property: `description.property.parameters["ORDER"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let styled = StyledDescription(event.component.all("STYLED-DESCRIPTION")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates a description in a markup language such as HTML.
    ///
    /// ```swift
    /// StyledDescription(text: "<p>Bring cake</p>", formatType: "text/html")
    /// ```
    public init(text: String, formatType: String = "text/html") {
        property = Property("STYLED-DESCRIPTION", .text(text), parameters: [Parameter("VALUE", "TEXT")])
        self.formatType = formatType
    }

    /// Creates a description that refers to a URI.
    ///
    /// ```swift
    /// StyledDescription(uri: "https://example.com/event.html", formatType: "text/html")
    /// ```
    public init(uri: String, formatType: String? = nil) {
        property = Property("STYLED-DESCRIPTION", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.formatType = formatType
    }
}

extension Property {
    /// Whether a program derived the value from another property (DERIVED, RFC 9073 section 5.3), as in `DERIVED=TRUE`.
    ///
    /// The default is false.
    public var isDerived: Bool {
        get { parameters["DERIVED"]?.trimmingBlanks.uppercased() == "TRUE" }
        set { if newValue != isDerived { self[parameter: "DERIVED"] = newValue ? "TRUE" : nil } }
    }

    /// The one-based position among properties of the same name (ORDER, RFC 9073 section 5.1), as in `ORDER=1`, or
    /// nil if it is absent or not a positive number.
    public var order: Int? {
        get { parameters["ORDER"].flatMap { Int($0.trimmingBlanks) }.flatMap { $0 > 0 ? $0 : nil } }
        set { self[parameter: "ORDER"] = newValue.map { String($0) } }
    }
}

/// Machine-readable data such as JSON-LD, either inline or referenced (STRUCTURED-DATA, RFC 9073 section 6.6).
///
/// The RFC defines no default type, so VALUE must be TEXT, BINARY, or URI. Without VALUE, the property is read as
/// BINARY if ENCODING is BASE64, and as TEXT otherwise. ``CalendarContents/validate()`` reports the missing parameter.
///
/// ```swift
/// event.structuredData = [
///     StructuredData(text: #"{"@type":"SportsEvent"}"#, formatType: "application/ld+json",
///         schema: "https://schema.org/SportsEvent")
/// ]
/// ```
public struct StructuredData: PropertyView {
    /// The underlying property: `structuredData.property.parameters["ORDER"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let data = StructuredData(event.component.all("STRUCTURED-DATA")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates inline data from text; the RFC requires a media type and a schema.
    ///
    /// ```swift
    /// StructuredData(text: "{}", formatType: "application/json", schema: "https://example.com/schema")
    /// ```
    public init(text: String, formatType: String, schema: String) {
        property = Property("STRUCTURED-DATA", .text(text), parameters: [Parameter("VALUE", "TEXT")])
        self.formatType = formatType
        self.schema = schema
    }

    /// Creates inline data from Base64; the RFC requires a media type and a schema.
    ///
    /// ```swift
    /// StructuredData(base64: "eyJhIjoxfQ==", formatType: "application/json", schema: "https://example.com/schema")
    /// ```
    public init(base64: String, formatType: String, schema: String) {
        let parameters = [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
        property = Property("STRUCTURED-DATA", .binary(base64: base64), parameters: parameters)
        self.formatType = formatType
        self.schema = schema
    }

    /// Creates data that refers to a URI.
    ///
    /// ```swift
    /// StructuredData(uri: "https://example.com/event.jsonld", formatType: "application/ld+json")
    /// ```
    public init(uri: String, formatType: String? = nil, schema: String? = nil) {
        property = Property("STRUCTURED-DATA", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.formatType = formatType
        self.schema = schema
    }

    /// The URI that identifies the type of the data (SCHEMA, RFC 9073 section 5.2), as in
    /// `SCHEMA="https://schema.org/SportsEvent"`.
    public var schema: String? {
        get { property.parameters["SCHEMA"] }
        set { property[parameter: "SCHEMA"] = newValue }
    }
}
