/// A server's response to a request: the status, the header fields and the body.
///
/// A multistatus body can be large, so it is passed to a ``MultistatusReader`` in pieces instead.
///
/// ```swift
/// let answer = DAVAnswer(HTTPStatus(201), HTTPFields(lines: ["ETag: \"5f2\""]))
/// answer.storedTag  // EntityTag("5f2")
/// ```
public struct DAVAnswer: Sendable, Hashable {
    /// The status: `answer.status.isSuccess`.
    public let status: HTTPStatus
    /// The header fields: `answer.fields["ETag"]`.
    public let fields: HTTPFields
    /// The body without transfer and content encodings: `answer.body.count`.
    public let body: [UInt8]

    /// Creates a response from its parts.
    ///
    /// ```swift
    /// DAVAnswer(HTTPStatus(204), HTTPFields()).body.isEmpty  // true
    /// ```
    public init(_ status: HTTPStatus, _ fields: HTTPFields, body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The version stored by a PUT, or nil if the server did not store the bytes exactly as sent.
    ///
    /// A server that modifies an item while storing it, as with an invitation, must not return a strong tag (RFC 4791
    /// section 5.3.4). If the response has no strong tag, read the item back before relying on its contents.
    ///
    /// ```swift
    /// DAVAnswer(HTTPStatus(204), HTTPFields()).storedTag  // nil
    /// ```
    public var storedTag: EntityTag? {
        guard status.isSuccess, let tag = fields.entityTag, !tag.isWeak else { return nil }
        return tag
    }

    /// The contents stored by a PUT, if the server returns them (RFC 8144).
    ///
    /// ```swift
    /// let fields = HTTPFields(lines: ["Preference-Applied: return=representation", "ETag: \"5f2\""])
    /// DAVAnswer(HTTPStatus(200), fields, body: Array("BEGIN:VCALENDAR".utf8)).storedBody?.count  // 15
    /// ```
    public var storedBody: [UInt8]? {
        let isApplied = fields.list("Preference-Applied").contains {
            $0.lowercased() == "return=representation"
        }
        return status.isSuccess && isApplied && !body.isEmpty ? body : nil
    }

    /// Whether the body looks like a web page, such as a login page, rather than the requested format.
    ///
    /// ```swift
    /// DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array("<!DOCTYPE html>".utf8)).isWebPage  // true
    /// ```
    public var isWebPage: Bool {
        if let type = fields.mediaType, type == "text/html" || type == "application/xhtml+xml" { return true }
        let start = String(decoding: body.prefix(256), as: UTF8.self).trimmed.lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}
