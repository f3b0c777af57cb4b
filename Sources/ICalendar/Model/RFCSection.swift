/// A section of an RFC: `"3.6.1"` is one of RFC 5545, `"7986:5.3"` one of RFC 7986.
struct RFCSection: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The section as it is printed, such as `RFC 5545 section 3.6.1`.
    let text: String

    init(stringLiteral literal: String) {
        // It is made anew for each finding, so the usual kind takes no search.
        guard let colon = literal.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            text = "RFC 5545 section " + literal
            return
        }
        text = "RFC \(literal[..<colon]) section \(literal[literal.utf8.index(after: colon)...])"
    }
}
