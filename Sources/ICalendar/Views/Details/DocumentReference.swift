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
