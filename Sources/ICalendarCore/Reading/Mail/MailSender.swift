/// The sender of an email's calendars, and the line on which the calendars start.
struct MailSender: Sendable, Hashable {
    /// The number of the calendars' first line.
    let line: Int
    /// The email address with its domain in lowercase, or an empty string if the email does not name exactly one
    /// sender.
    let address: String
    /// The method in the header of the calendars' part.
    let method: String?

    /// Returns the addresses in a From field (RFC 5322 section 3.4), without names and comments.
    static func addresses(in field: ArraySlice<UInt8>) -> [String] {
        var addresses: [String] = []
        var (plain, bracketed): ([UInt8], [UInt8]?) = ([], nil)
        var isInBrackets = false
        var isInQuotes = false
        var isEscaped = false
        var depth = 0
        func put(_ bytes: [UInt8]) {
            let text = String(decoding: bytes.filter { $0 > Ascii.space }, as: UTF8.self)
            if let email = CalendarAddress(text, emailParameter: nil).email { addresses.append(email) }
        }
        for byte in field {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case Ascii.backslash: isEscaped = true
            case Ascii.quote where depth == 0: isInQuotes.toggle()
            case _ where isInQuotes: break
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case _ where depth > 0: break
            case UInt8(ascii: "<"):
                // A mailbox has one address; a second address makes the sender unknown.
                if let first = bracketed { put(first) }
                isInBrackets = true
                bracketed = []
            case UInt8(ascii: ">"): isInBrackets = false
            case _ where isInBrackets: bracketed?.append(byte)
            case UInt8(ascii: ","), Ascii.semicolon:
                put(bracketed ?? plain)
                (plain, bracketed) = ([], nil)
            case Ascii.colon: plain = []
            default: plain.append(byte)
            }
        }
        put(bracketed ?? plain)
        return addresses
    }
}
