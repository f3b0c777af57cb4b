import ICalendarCore

/// A scheme-independent check of URIs against the RFC 3986 grammar.
package enum URIText {
    /// Returns a description of the error in a URI, phrased to follow "it", or nil if the URI is valid.
    package static func flaw(in text: String) -> String? {
        var hasScheme = false
        var isInScheme = true
        var percent = 0
        var index = 0
        for byte in text.utf8 {
            if percent > 0 {
                guard Ascii.hexadecimal(byte) != nil else {
                    return "has a % without two hexadecimal digits after it"
                }
                percent -= 1
                continue
            }
            if isInScheme, byte == Ascii.colon, index > 0 {
                hasScheme = true
                isInScheme = false
            } else if isInScheme, !isSchemeByte(byte, isFirst: index == 0) {
                isInScheme = false
            }
            if byte == UInt8(ascii: "%") { percent = 2 }
            if byte >= 0x80 { return "has characters that must be percent-encoded" }
            if byte <= Ascii.space || byte == 0x7F { return "contains blanks or control characters" }
            if forbidden.contains(byte) {
                return "contains '\(Unicode.Scalar(byte))', which is not allowed in a URI"
            }
            index += 1
        }
        if text.isEmpty { return "is empty" }
        if !hasScheme { return "has no scheme, such as mailto: or https:" }
        return percent > 0 ? "has a % without two hexadecimal digits after it" : nil
    }

    /// Percent-encodes all characters that a URI must not contain (RFC 3987 section 3.1), including a % that is not
    /// part of an escape.
    package static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                index + 2 < bytes.count && Ascii.hexadecimal(bytes[index + 1]) != nil
                && Ascii.hexadecimal(bytes[index + 2]) != nil
            let isSound = byte > Ascii.space && byte < 0x7F && !forbidden.contains(byte)
            if byte == UInt8(ascii: "%") ? isEscape : isSound {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns the URI for text that only lacks percent-encoding, or nil if the text may be something else, such as a
    /// Windows path or a sentence.
    static func meant(by text: String) -> String? {
        let plain = text.trimmingBlanks
        let bytes = plain.utf8
        guard let colon = bytes.firstIndex(of: Ascii.colon),
            bytes.distance(from: bytes.startIndex, to: colon) > 1,
            !bytes.contains(Ascii.backslash)
        else { return nil }
        let rest = bytes[bytes.index(after: colon)...]
        guard let next = rest.first, next > Ascii.space else { return nil }
        let encoded = encoded(plain)
        return flaw(in: encoded) == nil ? encoded : nil
    }

    /// Returns Base64 in standard form, with padding and converted from the URL-safe alphabet (RFC 4648 section 5), or
    /// nil if the text is not Base64.
    ///
    /// Blanks and ASCII characters outside the alphabet are removed, since decoders skip them (RFC 2045 section 6.8).
    static func standardBase64(of text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var digits: [UInt8] = []
        for byte in text.utf8 {
            let digit = byte == Ascii.minus ? Ascii.plus : byte == UInt8(ascii: "_") ? Ascii.slash : byte
            if Base64.isDigit(digit) || digit == Ascii.equals { digits.append(digit) }
        }
        while digits.last == Ascii.equals { digits.removeLast() }
        // A single remaining digit has six bits, which are too few for a byte.
        if digits.count % 4 == 1 { digits.removeLast() }
        let padding = [UInt8](repeating: Ascii.equals, count: (4 - digits.count % 4) % 4)
        let standard = digits + padding
        return !digits.isEmpty && Base64.isStandard(standard)
            ? String(decoding: standard, as: UTF8.self) : nil
    }

    private static let forbidden = Array("\"<>\\^`{|}".utf8)

    private static func isSchemeByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        if Ascii.isLetter(byte) { return true }
        let isSign = byte == Ascii.plus || byte == Ascii.minus || byte == Ascii.point
        return !isFirst && (isSign || Ascii.isDigit(byte))
    }
}

/// A converter from invalid addresses to URIs.
package enum AddressText {
    /// Returns a description of the error in an address, or nil if the address is a URI that identifies one email
    /// address or another kind of user.
    package static func flaw(in address: String, emailParameter: String?) -> String? {
        URIText.flaw(in: address)
            ?? CalendarAddress(address, emailParameter: emailParameter).flaw.map(String.init)
    }

    /// Returns a URI for the same email address, ``nowhere`` for an empty address, or nil if the address's meaning is
    /// unclear.
    package static func uri(of address: String, emailParameter: String?) -> String? {
        let read = CalendarAddress(address, emailParameter: emailParameter)
        let plain = address.trimmingBlanks
        if plain.isEmpty, read.email == nil { return nowhere }
        var candidates = [URIText.encoded(plain)]
        if let email = read.email {
            let own = URIText.encoded(CalendarAddress.mailto(email))
            // The query part is preserved where possible.
            let query = plain.lowercased().hasPrefix("mailto:") ? plain.drop { $0 != "?" } : ""
            candidates = query.isEmpty ? [own] : [own + URIText.encoded(String(query)), own]
        }
        return candidates.first { candidate in
            flaw(in: candidate, emailParameter: emailParameter) == nil
                && CalendarAddress(candidate, emailParameter: emailParameter).email == read.email
        }
    }

    /// Returns an `invalid:` URI that preserves an unusable address's text.
    package static func uri(ofText text: String) -> String {
        let encoded = URIText.encoded(text.trimmingBlanks)
        return encoded.isEmpty ? nowhere : "invalid:" + encoded
    }

    /// The URI that Microsoft Exchange writes for a person without an address.
    package static let nowhere = "invalid:nomail"
}
