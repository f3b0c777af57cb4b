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

/// An IMAGE property (RFC 7986 section 5.10): a picture, by its address or in full.
///
/// ```swift
/// let badge = event.images.first { $0.display.contains(.badge) }
/// ```
public struct ImageReference: DocumentReference {
    /// The property that is read and written: `image.property.parameters["X-WIDTH"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let image = ImageReference(event.component.all("IMAGE")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// An image by its address.
    ///
    /// ```swift
    /// event.images = [ImageReference(uri: "https://example.com/a.png", display: [.badge])]
    /// ```
    public init(uri: String, display: Set<Display> = []) {
        property = Property("IMAGE", .uri(uri), parameters: [Parameter("VALUE", "URI")])
        self.display = display
    }

    /// A picture in full, in BASE64.
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

    /// DISPLAY (RFC 7986 section 6.1): what an image is meant for.
    ///
    /// ```swift
    /// image.display = [.thumbnail, .graphic]
    /// ```
    public enum Display: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Beside the title: `DISPLAY=BADGE`, or nothing said.
        case badge
        /// As a decoration, such as a background: `DISPLAY=GRAPHIC`.
        case graphic
        /// By itself, as large as it is: `DISPLAY=FULLSIZE`.
        case fullsize
        /// By itself, but small: `DISPLAY=THUMBNAIL`.
        case thumbnail
    }

    /// ALTREP (RFC 5545 section 3.2.1): where a click on the picture leads, as in
    /// `ALTREP="https://example.com/kiln"`.
    public var target: String? {
        get { property.alternateRepresentation }
        set { property.alternateRepresentation = newValue }
    }

    /// DISPLAY (RFC 7986 section 6.1): what the picture is meant for, as in `DISPLAY=BADGE,THUMBNAIL`; empty when it
    /// is not said (then it is a badge).
    public var display: Set<Display> {
        get { Set(property.keywords("DISPLAY")) }
        set { property.setParameter("DISPLAY", to: newValue.map(\.keyword).sorted()) }
    }
}

extension Property {
    /// The known words of a parameter that lists several; a list within one value is taken apart.
    func keywords<Word: Keyword>(_ name: String, as type: Word.Type = Word.self) -> [Word] {
        parameters.values(name).flatMap { $0.split(separator: ",") }.compactMap { Word(keyword: String($0)) }
    }
}

/// What ATTACH and IMAGE share: a document, by its address or in full.
///
/// ```swift
/// func isInFile(_ document: some DocumentReference) -> Bool { document.base64 != nil }
/// ```
public protocol DocumentReference: PropertyView {}

extension DocumentReference {
    /// The address, as in `ATTACH:https://example.com/agenda.pdf`, or nil when the document itself is in the file.
    public var uri: String? {
        if case .binary = property.value { nil } else { property.value.string }
    }

    /// The document in BASE64, as in `ATTACH;VALUE=BINARY;ENCODING=BASE64:QWdlbmRh`, or nil when there is only an
    /// address.
    public var base64: String? {
        if case .binary(let base64) = property.value { base64 } else { nil }
    }

    /// FMTTYPE (RFC 5545 section 3.2.8): the media type, as in `FMTTYPE=application/pdf`.
    public var formatType: String? {
        get { property.formatType }
        set { property.formatType = newValue }
    }
}
