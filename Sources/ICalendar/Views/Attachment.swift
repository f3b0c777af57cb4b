/// An ATTACH property (RFC 5545 section 3.8.1.1): a document, by its address or in full.
///
/// ```swift
/// event.attachments.append(Attachment(uri: "https://example.com/agenda.pdf", formatType: "application/pdf"))
/// event.attachments.compactMap(\.uri)  // ["https://example.com/agenda.pdf"]
/// ```
public struct Attachment: PropertyView {
    /// The property that is read and written: `attachment.property.parameters["FILENAME"]` is what some programs add.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let attachments = event.component.all("ATTACH").map { Attachment($0) }
    /// attachments == event.attachments  // true
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// An attachment by its address.
    ///
    /// ```swift
    /// Attachment(uri: "https://example.com/agenda.pdf").uri  // "https://example.com/agenda.pdf"
    /// ```
    public init(uri: String, formatType: String? = nil) {
        property = Property("ATTACH", .uri(uri))
        property.formatType = formatType
    }

    /// The address, as in `ATTACH:https://example.com/agenda.pdf`, or nil when the document itself is in the file.
    public var uri: String? {
        if case .binary = property.value { nil } else { property.value.string }
    }

    /// The document in BASE64, as in `ATTACH;VALUE=BINARY;ENCODING=BASE64:AAEC`, or nil when there is only an
    /// address.
    public var base64: String? {
        if case .binary(let base64) = property.value { base64 } else { nil }
    }

    /// FMTTYPE (3.2.8): the media type, as in `ATTACH;FMTTYPE=application/pdf:https://example.com/agenda.pdf`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }
}
