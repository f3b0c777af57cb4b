/// A STYLED-DESCRIPTION property (RFC 9073 section 6.5): a description with headings, links and the like.
///
/// The RFC gives it no default type, so VALUE has to say whether it is TEXT or a URI. Without VALUE it is read as TEXT,
/// and ``CalendarObject/validate()`` says what is missing.
///
/// ```swift
/// event.styledDescriptions = [StyledDescription(text: "<p>Bring <b>cake</b></p>", formatType: "text/html")]
/// event.eventDescription = "Bring cake"
/// ```
public struct StyledDescription: PropertyView {
    /// The property that is read and written: `description.property.parameters["ORDER"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let styled = StyledDescription(event.component.all("STYLED-DESCRIPTION")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A description in a language of documents, such as HTML.
    ///
    /// ```swift
    /// StyledDescription(text: "<p>Bring cake</p>", formatType: "text/html")
    /// ```
    public init(text: String, formatType: String = "text/html") {
        property = Property("STYLED-DESCRIPTION", .text(text), parameters: [Parameter("VALUE", "TEXT")])
        self.formatType = formatType
    }

    /// A description that lies at an address.
    ///
    /// ```swift
    /// StyledDescription(uri: "https://example.com/event.html", formatType: "text/html")
    /// ```
    public init(uri: String, formatType: String? = nil) {
        property = Property("STYLED-DESCRIPTION", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.formatType = formatType
    }

    /// The description when it stands here (VALUE=TEXT, or none), such as `<p>Bring <b>cake</b></p>`.
    public var text: String? {
        if case .text(let text) = property.value { text } else { nil }
    }

    /// The address when it lies elsewhere (VALUE=URI), such as `https://example.com/event.html`.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// FMTTYPE (RFC 5545 section 3.2.8): the media type, as in `FMTTYPE=text/html`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }

    /// DERIVED (RFC 9073 section 5.3): whether a program made it from DESCRIPTION, so that it may be left aside, as
    /// `DERIVED=TRUE` says; absent means no.
    public var isDerived: Bool {
        get { property.isDerived }
        set { property.isDerived = newValue }
    }

    /// LANGUAGE (RFC 5545 section 3.2.10), a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }

    /// ALTREP (RFC 5545 section 3.2.1): a URI of another form of it, as in `ALTREP="https://example.com/event.pdf"`.
    public var alternateRepresentation: String? {
        get { property.alternateRepresentation }
        set { property.alternateRepresentation = newValue }
    }
}

extension Property {
    /// DERIVED (RFC 9073 section 5.3): whether a program made the value from another one, as `DERIVED=TRUE` says;
    /// absent means no.
    public var isDerived: Bool {
        get { parameters["DERIVED"]?.trimmingBlanks.uppercased() == "TRUE" }
        set { if newValue != isDerived { self[parameter: "DERIVED"] = newValue ? "TRUE" : nil } }
    }

    /// ORDER (RFC 9073 section 5.1): the place among properties of one name, from 1, as in `ORDER=1`; nil when it is
    /// absent or no number above 0.
    public var order: Int? {
        get { parameters["ORDER"].flatMap { Int($0.trimmingBlanks) }.flatMap { $0 > 0 ? $0 : nil } }
        set { self[parameter: "ORDER"] = newValue.map { String($0) } }
    }
}

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
