/// A section of an RFC: `"3.6.1"` belongs to RFC 5545, `"7986:5.3"` to RFC 7986.
package struct RFCSection: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The RFC 5545 section, or the number of another RFC followed by a colon and the section.
    private let literal: String

    package init(stringLiteral literal: String) { self.literal = literal }

    /// The printed form, such as `RFC 5545 section 3.6.1`.
    package var text: String {
        guard let colon = literal.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return "RFC 5545 section " + literal
        }
        // Called for thousands of diagnostics. String interpolation would take five times as long.
        var text = "RFC "
        text += literal[..<colon]
        text += " section "
        text += literal[literal.utf8.index(after: colon)...]
        return text
    }
}
