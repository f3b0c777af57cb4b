/// An attached document, either referenced or inline (ATTACH, RFC 5545 section 3.8.1.1).
///
/// ```swift
/// for attachment in event.attachments { print(attachment.uri ?? "in the file") }
/// ```
public struct Attachment: PropertyView {
    /// The underlying property, including parameters added by other programs:
    /// `attachment.property.parameters["FILENAME"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let attachment = Attachment(event.component.all("ATTACH")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates an attachment that refers to a URI.
    ///
    /// ```swift
    /// event.attachments = [Attachment(uri: "https://example.com/a.pdf", formatType: "application/pdf")]
    /// ```
    public init(uri: String, formatType: String? = nil) {
        property = Property("ATTACH", .uri(uri))
        property.formatType = formatType
    }

    /// Creates an inline attachment from Base64 data.
    ///
    /// ```swift
    /// Attachment(base64: data.base64EncodedString(), formatType: "application/pdf")
    /// ```
    public init(base64: String, formatType: String? = nil) {
        let parameters = [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
        property = Property("ATTACH", .binary(base64: base64), parameters: parameters)
        self.formatType = formatType
    }

    /// The URI, as in `ATTACH:https://example.com/agenda.pdf`, or nil if the document is inline.
    public var uri: String? { property.documentURI }

    /// The document's file name (FILENAME, RFC 8607 section 4.2), as in
    /// `ATTACH;FILENAME=agenda.pdf:https://example.com/42`.
    public var fileName: String? {
        get { property.parameters["FILENAME"] }
        set { property[parameter: "FILENAME"] = newValue }
    }
}

/// An image, either referenced or inline (IMAGE, RFC 7986 section 5.10).
///
/// ```swift
/// let badge = event.images.first { $0.display.contains(.badge) }
/// ```
public struct ImageReference: PropertyView {
    /// The underlying property: `image.property.parameters["X-WIDTH"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let image = ImageReference(event.component.all("IMAGE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates an image that refers to a URI.
    ///
    /// ```swift
    /// event.images = [ImageReference(uri: "https://example.com/a.png", display: [.badge])]
    /// ```
    public init(uri: String, display: Set<Display> = []) {
        property = Property("IMAGE", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.display = display
    }

    /// Creates an inline image from Base64 data.
    ///
    /// ```swift
    /// ImageReference(base64: data.base64EncodedString(), formatType: "image/png")
    /// ```
    public init(base64: String, formatType: String, display: Set<Display> = []) {
        let parameters = [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
        property = Property("IMAGE", .binary(base64: base64), parameters: parameters)
        self.formatType = formatType
        self.display = display
    }

    /// The intended use of an image (DISPLAY, RFC 7986 section 6.1).
    ///
    /// ```swift
    /// image.display = [.thumbnail, .graphic]
    /// ```
    public enum Display: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A badge next to the title (the default): `DISPLAY=BADGE`.
        case badge
        /// A decoration, such as a background: `DISPLAY=GRAPHIC`.
        case graphic
        /// A separate image at full size: `DISPLAY=FULLSIZE`.
        case fullsize
        /// A separate image at a small size: `DISPLAY=THUMBNAIL`.
        case thumbnail
    }

    /// The URI, as in `IMAGE;VALUE=URI:https://example.com/kiln.png`, or nil if the image is inline.
    public var uri: String? { property.documentURI }

    /// The intended uses of the image (DISPLAY, RFC 7986 section 6.1), as in `DISPLAY=BADGE,THUMBNAIL`.
    ///
    /// Empty if the parameter is absent; the image is then a badge.
    public var display: Set<Display> {
        get { Set(property.keywords("DISPLAY")) }
        set { property.setParameter("DISPLAY", to: newValue.map(\.keyword).sorted()) }
    }
}

extension Property {
    /// The value as written, or nil for inline data.
    fileprivate var documentURI: String? {
        if case .binary = value { nil } else { value.string }
    }

    /// Returns the known keywords of a multivalued parameter, including those listed within a single value.
    func keywords<Word: Keyword>(_ name: String, as type: Word.Type = Word.self) -> [Word] {
        parameters.values(name).flatMap { $0.split(separator: ",") }.compactMap { Word(keyword: String($0)) }
    }
}
