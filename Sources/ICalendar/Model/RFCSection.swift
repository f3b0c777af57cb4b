/// A section of an RFC: `"3.6.1"` is one of RFC 5545, `"7986:5.3"` one of RFC 7986.
struct RFCSection: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The section as it is printed, such as `RFC 5545 section 3.6.1`.
    let text: String

    init(stringLiteral literal: String) {
        let parts = literal.split(separator: ":")
        text =
            parts.count == 2
            ? "RFC \(parts[0]) section \(parts[1])" : "RFC 5545 section \(literal)"
    }
}
