/// How the parts of e-mails are encoded (RFC 2045 section 6).
enum MailEncoding {
    /// The bytes of a body, and whether each of its lines is still where it was.
    ///
    /// A line that goes on behind a soft line break is followed by empty ones in its place.
    static func decode(_ body: ArraySlice<UInt8>, _ encoding: String) -> (bytes: [UInt8], keepsLines: Bool) {
        switch encoding {
        case "base64": return (base64(body), false)
        case "quoted-printable": return quotedPrintable(body)
        default:
            let bytes = Array(body)
            let hasBareReturn = bytes.indices.contains { place in
                bytes[place] == Ascii.carriageReturn
                    && (place + 1 == bytes.count || bytes[place + 1] != Ascii.lineFeed)
            }
            return (bytes, !hasBareReturn)
        }
    }

    private static func quotedPrintable(_ body: ArraySlice<UInt8>) -> (bytes: [UInt8], keepsLines: Bool) {
        let all = Array(body)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(all.count)
        var keepsLines = true
        var continued = 0
        var place = 0
        while place < all.count {
            let (line, next) = MailText.line(all, place, all.count)
            var end = line.upperBound
            // Blanks at the end of a line come from its transport.
            while end > line.lowerBound, Ascii.isBlank(all[end - 1]) { end -= 1 }
            let decoded = QuotedPrintable.decode(all.span.extracting(line.lowerBound..<end))
            if decoded.contains(where: LineFolding.isLineEnd) { keepsLines = false }
            bytes += decoded
            place = next
            if end > line.lowerBound, all[end - 1] == Ascii.equals {
                continued += 1
            } else if next > line.upperBound {
                bytes += [Ascii.carriageReturn, Ascii.lineFeed]
                bytes += [UInt8](repeating: Ascii.lineFeed, count: continued)
                continued = 0
            }
        }
        return (bytes, keepsLines)
    }

    /// The bytes that base64 stands for; other characters are ignored (RFC 2045 section 6.8).
    private static func base64(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in body {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case Ascii.plus, Ascii.minus: value = 62
            case Ascii.slash, 0x5F: value = 63
            case Ascii.equals:
                // Some programs put several pieces one behind the other.
                count = 0
                bits = 0
                continue
            default: continue
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 1 { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32((4 - count) * 2)))
            if count == 4 {
                count = 0
                bits = 0
            }
        }
        return bytes
    }

    /// A text in UTF-8.
    static func utf8(_ bytes: [UInt8], _ charset: String?) -> [UInt8] {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard isMarked || charset?.lowercased().hasPrefix("utf-16") == true else {
            return Charset.utf8(bytes, named: charset)
        }
        let isLittle = bytes.first == 0xFF || !isMarked && charset?.lowercased() == "utf-16le"
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for place in stride(from: 1, to: bytes.count, by: 2) {
            let (first, second) = (UInt16(bytes[place - 1]), UInt16(bytes[place]))
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
