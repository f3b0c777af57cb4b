/// A quoted-printable value or Base64 text, converted to the form that RFC 5545 requires.
struct EncodedText {
    /// The value in UTF-8 with escaped line feeds.
    let bytes: [UInt8]
    /// The parameters that still apply after decoding.
    let parameters: [Parameter]

    /// Decodes a value, or returns nil if there is nothing to decode.
    ///
    /// Base64 is decoded only in text properties, and only if the result is printable.
    init?(
        _ value: Span<UInt8>,
        _ parameters: [Parameter],
        _ form: ValueForm?,
        _ remarks: inout [ValueRemark]
    ) {
        let charset = parameters.first { $0.name == "CHARSET" }?.value
        if QuotedPrintable.isDeclared(parameters) {
            remarks.note(.layout, "ENCODING=QUOTED-PRINTABLE is not allowed; decoded")
            bytes = Self.escaped(Charset.utf8(QuotedPrintable.decode(value), named: charset))
        } else {
            guard form == .text || form == .textList, parameters["VALUE"] == nil, Self.isBase64(parameters),
                let text = Self.text(ofBase64: value, charset)
            else { return nil }
            remarks.note(.layout, "ENCODING=BASE64 is not allowed for text; decoded")
            bytes = text
        }
        self.parameters = parameters.filter { $0.name != "ENCODING" && $0.name != "CHARSET" }
    }

    private static func isBase64(_ parameters: [Parameter]) -> Bool {
        guard let word = parameters["ENCODING"]?.trimmingBlanks.uppercased() else { return false }
        return word == "BASE64" || word == "B"
    }

    /// Returns the escaped text, or nil if the value is not the Base64 of printable text.
    private static func text(ofBase64 value: Span<UInt8>, _ charset: String?) -> [UInt8]? {
        let digits = value.indices.map { value[$0] }
        guard !digits.isEmpty, Base64.isStandard(digits) else { return nil }
        let decoded = Base64.decode(digits[...])
        let text = Charset.utf8(decoded, named: charset)
        guard let string = String(validating: text, as: UTF8.self) else { return nil }
        let isPrintable = string.utf8.allSatisfy {
            !TextEscapes.isControl($0) || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn
        }
        guard isPrintable else { return nil }
        var escaped: [UInt8] = []
        TextEscapes.append(text: string, to: &escaped)
        return escaped
    }

    private static func escaped(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: LineFolding.isLineEnd) else { return text }
        var bytes: [UInt8] = []
        for (place, byte) in text.enumerated() {
            switch byte {
            case Ascii.lineFeed where place > 0 && text[place - 1] == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += [Ascii.backslash, 0x6E]
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}

/// A decoder for Base64 (RFC 2045 section 6.8), which emails and some properties use.
package enum Base64 {
    /// Returns whether text is padded Base64 (RFC 4648).
    package static func isStandard(_ text: some Sequence<UInt8>) -> Bool {
        var count = 0
        var padding = 0
        for byte in text {
            count += 1
            if byte == Ascii.equals {
                padding += 1
            } else if padding > 0 || !isDigit(byte) {
                return false
            }
        }
        return count % 4 == 0 && padding <= 2
    }

    /// Returns whether common decoders accept a text, which may contain blanks, lack its padding, or use the URL-safe
    /// alphabet.
    static func isReadable(_ text: Span<UInt8>) -> Bool {
        var (digits, padding) = (0, 0)
        for index in text.indices {
            let byte = text[index]
            if byte == Ascii.equals {
                padding += 1
            } else if padding == 0, isDigit(byte) || byte == Ascii.minus || byte == UInt8(ascii: "_") {
                digits += 1
            } else if !Ascii.isBlank(byte) {
                return false
            }
        }
        return digits % 4 != 1 && padding <= 2
    }

    /// Returns whether a byte belongs to the standard alphabet.
    package static func isDigit(_ byte: UInt8) -> Bool {
        Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.plus || byte == Ascii.slash
    }

    /// Decodes Base64, ignoring any other characters.
    static func decode(_ body: ArraySlice<UInt8>) -> [UInt8] {
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
                // Some programs concatenate several encoded pieces.
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
}
