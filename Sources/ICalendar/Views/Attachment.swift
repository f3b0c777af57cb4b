/// An ATTACH property (RFC 5545 section 3.8.1.1): a document, by its address or in full.
public struct Attachment: PropertyView {
    /// The property that is read and written.
    public var property: Property

    /// A view on this property; its name is not checked.
    public init(_ property: Property) {
        self.property = property
    }

    /// An attachment by its address.
    public init(uri: String, formatType: String? = nil) {
        property = Property("ATTACH", .uri(uri))
        property.formatType = formatType
    }

    /// The address, or nil when the document itself is in the file.
    public var uri: String? {
        if case .binary = property.value { nil } else { property.value.string }
    }

    /// The document in BASE64, or nil when there is only an address.
    public var base64: String? {
        if case .binary(let base64) = property.value { base64 } else { nil }
    }

    /// FMTTYPE (3.2.8): the media type.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }
}
