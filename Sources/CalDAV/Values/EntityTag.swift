/// The version of a resource on a server (RFC 9110 section 8.8.3).
///
/// Contrary to the RFC, some servers omit or escape a tag's quotes. Tags in either form are read as the server
/// intended.
///
/// ```swift
/// EntityTag("\"5f2\"") == EntityTag("5f2")  // true
/// EntityTag("W/\"5f2\"")?.isWeak  // true
/// ```
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag without its quotes and the `W/` prefix: `EntityTag("W/\"5f2\"")?.value // "5f2"`.
    public let value: String
    /// Whether the tag identifies equivalent contents rather than identical bytes:
    /// `EntityTag("W/\"5f2\"")?.isWeak // true`.
    ///
    /// A weak tag cannot protect a write. Request the `getetag` property instead, which contains a strong tag even on
    /// servers that weaken the header for compressed responses.
    public let isWeak: Bool

    /// Parses a tag from a header or a `getetag` property; nil if the tag is empty, is too long or contains control
    /// characters.
    ///
    /// ```swift
    /// EntityTag("\"5f2\"")?.value  // "5f2"
    /// EntityTag(" ")  // nil
    /// ```
    public init?(_ text: String) {
        if let plain = Self.plainValue(text.utf8) {
            (value, isWeak) = (plain, false)
            return
        }
        var rest = text.trimmed
        isWeak = rest.hasPrefix("W/") || rest.hasPrefix("w/")
        if isWeak { rest = rest.dropFirst(2) }
        // Some servers escape the quotes, either as in XML or as in a URL.
        for quote in ["\"", "&quot;", "%22"] where rest.hasPrefix(quote) && rest.hasSuffix(quote) {
            guard rest.count >= 2 * quote.count else { continue }
            rest = rest.dropFirst(quote.count).dropLast(quote.count)
            break
        }
        guard !rest.isEmpty, rest.utf8.count <= 1024,
            rest.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") })
        else { return nil }
        value = String(rest)
    }

    /// Restores a previously parsed tag.
    package init(value: String, isWeak: Bool) { (self.value, self.isWeak) = (value, isWeak) }

    /// Returns the value of a strong tag in plain ASCII, the most common form, or nil for other tags.
    private static func plainValue(_ text: String.UTF8View) -> String? {
        let quote = UInt8(ascii: "\"")
        guard text.count > 2, text.count <= 1024, text.first == quote, text.last == quote else { return nil }
        let inner = text.dropFirst().dropLast()
        return inner.allSatisfy { (0x20..<0x7F).contains($0) && $0 != quote } ? String(Substring(inner)) : nil
    }

    /// The tag for `If-Match`, which requires a strong tag: `EntityTag("5f2")?.headerValue // "\"5f2\""`.
    public var headerValue: String { "\"\(value)\"" }

    /// The tag in the RFC's syntax: `EntityTag("w/5f2")?.description // "W/\"5f2\""`.
    public var description: String { (isWeak ? "W/" : "") + headerValue }

    /// Returns whether both tags identify the same version, even if one of them is weak or belongs to a compressed
    /// response.
    ///
    /// Some servers add a suffix to the tags of compressed responses, such as `"5f2-gzip"`.
    ///
    /// ```swift
    /// let tag = EntityTag("\"5f2\"")
    /// EntityTag("W/\"5f2-gzip\"").map { tag?.isSameVersion(as: $0) }  // true
    /// ```
    public func isSameVersion(as other: EntityTag) -> Bool {
        uncompressed == other.uncompressed
    }

    private var uncompressed: Substring {
        for suffix in ["-gzip", ";gzip", "-br", "-deflate"] where value.hasSuffix(suffix) {
            return value.dropLast(suffix.count)
        }
        return value[...]
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces, tabs and line breaks.
    var trimmed: Substring {
        var text = Substring(self)
        while text.utf8.first?.isXMLBlank == true { text = Substring(text.utf8.dropFirst()) }
        while text.utf8.last?.isXMLBlank == true { text = Substring(text.utf8.dropLast()) }
        return text
    }
}
