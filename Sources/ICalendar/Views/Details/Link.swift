/// A LINK property (RFC 9253 section 8.2): something that belongs to a component and lies elsewhere.
///
/// ```swift
/// event.links = [Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")]
/// ```
public struct Link: PropertyView {
    /// The property that is read and written: `link.property.parameters["HREFLANG"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let link = Link(event.component.all("LINK")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A link to what lies at an address.
    ///
    /// ```swift
    /// Link(uri: "https://example.com/events", relation: "SOURCE", label: "Venue")
    /// ```
    public init(uri: String, relation: String, label: String? = nil) {
        property = Property("LINK", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.relation = relation
        self.label = label
    }

    /// A link to another component.
    ///
    /// ```swift
    /// Link(uid: "3f0c9a52@example.com", relation: "NEXT")
    /// ```
    public init(uid: String, relation: String) {
        property = Property("LINK", .text(uid), parameters: [Parameter("VALUE", "UID")])
        self.relation = relation
    }

    /// The address, as in `LINK;LINKREL=SOURCE;VALUE=URI:https://example.com/events`, with the place in an XML
    /// document where VALUE=XML-REFERENCE; nil when it is a UID.
    public var uri: String? {
        if case .uri(let uri) = property.value { uri } else { nil }
    }

    /// The UID of another component, as in `LINK;LINKREL=NEXT;VALUE=UID:3f0c9a52@example.com`; nil when it is an
    /// address.
    public var uid: String? {
        if case .text(let uid) = property.value { uid } else { nil }
    }

    /// LINKREL (RFC 9253 section 6.1): a relation of RFC 8288 such as `SOURCE`, or a URI; nil when the file lacks it,
    /// as it may not.
    public var relation: String? {
        get { property.parameters["LINKREL"] }
        set { property[parameter: "LINKREL"] = newValue }
    }

    /// FMTTYPE (RFC 5545 section 3.2.8): the media type of what lies there, as in `FMTTYPE=text/html`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }

    /// LABEL (RFC 7986 section 6.4), as in `LABEL=Venue`.
    public var label: String? {
        get { property.label }
        set { property.label = newValue }
    }

    /// LANGUAGE (RFC 5545 section 3.2.10) of what lies there, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}
