/// A STRUCTURED-DATA property (RFC 9073 section 6.6): data for programs, such as JSON-LD, here or elsewhere.
///
/// The RFC gives it no default type, so VALUE has to say whether it is TEXT, BINARY or a URI. Without VALUE it is read as
/// TEXT, or as BINARY where ENCODING says BASE64, and ``CalendarObject/validate()`` says what is missing.
///
/// ```swift
/// event.structuredData = [
///     StructuredData(text: #"{"@type":"SportsEvent"}"#, formatType: "application/ld+json",
///         schema: "https://schema.org/SportsEvent")
/// ]
/// ```
public struct StructuredData: PropertyView {
    /// The property that is read and written: `structuredData.property.parameters["ORDER"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let data = StructuredData(event.component.all("STRUCTURED-DATA")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Data that stand here as text; media type and schema are demanded by the RFC.
    ///
    /// ```swift
    /// StructuredData(text: "{}", formatType: "application/json", schema: "https://example.com/schema")
    /// ```
    public init(text: String, formatType: String, schema: String) {
        property = Property("STRUCTURED-DATA", .text(text), parameters: [Parameter("VALUE", "TEXT")])
        self.formatType = formatType
        self.schema = schema
    }

    /// Data that stand here in BASE64; media type and schema are demanded by the RFC.
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

    /// Data that lie at an address.
    ///
    /// ```swift
    /// StructuredData(uri: "https://example.com/event.jsonld", formatType: "application/ld+json")
    /// ```
    public init(uri: String, formatType: String? = nil, schema: String? = nil) {
        property = Property("STRUCTURED-DATA", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.formatType = formatType
        self.schema = schema
    }

    /// The data when they stand here as text (VALUE=TEXT, or none), such as `{"@type":"SportsEvent"}`.
    public var text: String? {
        if case .text(let text) = property.value { text } else { nil }
    }

    /// The data when they stand here in BASE64 (VALUE=BINARY), such as `eyJhIjoxfQ==`.
    public var base64: String? {
        if case .binary(let base64) = property.value { base64 } else { nil }
    }

    /// The address when the data lie elsewhere (VALUE=URI), such as `https://example.com/jane.json`.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// FMTTYPE (RFC 5545 section 3.2.8): the media type, as in `FMTTYPE=application/ld+json`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }

    /// SCHEMA (RFC 9073 section 5.2): a URI that says what the data are, as in
    /// `SCHEMA="https://schema.org/SportsEvent"`.
    public var schema: String? {
        get { property.parameters["SCHEMA"] }
        set { property[parameter: "SCHEMA"] = newValue }
    }
}
