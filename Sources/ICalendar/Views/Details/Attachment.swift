/// An ATTACH property (RFC 5545 section 3.8.1.1): a document, by its address or in full.
///
/// ```swift
/// for attachment in event.attachments { print(attachment.uri ?? "in the file") }
/// ```
public struct Attachment: DocumentReference {
    /// The property that is read and written: `attachment.property.parameters["FILENAME"]` is what some programs add.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let attachment = Attachment(event.component.all("ATTACH")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// An attachment by its address.
    ///
    /// ```swift
    /// event.attachments = [Attachment(uri: "https://example.com/a.pdf", formatType: "application/pdf")]
    /// ```
    public init(uri: String, formatType: String? = nil) {
        property = Property("ATTACH", .uri(uri))
        property.formatType = formatType
    }

    /// A document in full, in BASE64.
    ///
    /// ```swift
    /// Attachment(base64: data.base64EncodedString(), formatType: "application/pdf")
    /// ```
    public init(base64: String, formatType: String? = nil) {
        let parameters = [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
        property = Property("ATTACH", .binary(base64: base64), parameters: parameters)
        self.formatType = formatType
    }

    /// FILENAME (RFC 8607 section 4.2): what to call the document, as in
    /// `ATTACH;FILENAME=agenda.pdf:https://example.com/42`.
    public var fileName: String? {
        get { property.parameters["FILENAME"] }
        set { property[parameter: "FILENAME"] = newValue }
    }
}
