extension JSONReader {
    /// Reads a string, where ``next()`` found one.
    mutating func string() throws(Failure) -> String {
        let start = index + 1
        var place = start
        while place < bytes.count, bytes[place] != Ascii.quote, bytes[place] != Ascii.backslash,
            bytes[place] >= 0x20
        {
            place += 1
        }
        if place < bytes.count, bytes[place] == Ascii.quote {
            let text = try text(of: start..<place)
            move(to: place + 1)
            return text
        }
        return try escapedString(from: start, upTo: place)
    }

    /// The text of a stretch without escapes.
    private mutating func text(of range: Range<Int>) throws(Failure) -> String {
        guard let text = ByteText.valid(bytes.span.extracting(range)) else {
            move(to: range.lowerBound)
            throw failure("a string is not UTF-8")
        }
        return AccentRuns.mayBeLong(bytes.span.extracting(range)) ? parted(text) : text
    }

    /// A text without too many accents on one letter.
    private mutating func parted(_ text: String) -> String {
        guard let parted = AccentRuns.parted(text) else { return text }
        notePartedRun()
        return parted
    }

    /// Reads a string that has its first escape, or its end, at `place`.
    private mutating func escapedString(from start: Int, upTo place: Int) throws(Failure) -> String {
        var content = Array(bytes[start..<place])
        move(to: place)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Ascii.quote {
                move(to: index + 1)
                guard let text = ByteText.valid(content.span) else { throw failure("a string is not UTF-8") }
                return AccentRuns.mayBeLong(content.span) ? parted(text) : text
            }
            guard byte >= 0x20 else {
                throw failure("a string holds a control character that is not escaped")
            }
            move(to: index + 1)
            if byte == Ascii.backslash {
                try readEscape(into: &content)
            } else {
                content.append(byte)
            }
        }
        throw failure("the input ends inside a string")
    }

    /// Reads what stands after a backslash.
    private mutating func readEscape(into content: inout [UInt8]) throws(Failure) {
        guard index < bytes.count else { throw failure("the input ends inside a string") }
        let letter = bytes[index]
        move(to: index + 1)
        switch letter {
        case Ascii.quote, Ascii.backslash, Ascii.slash: content.append(letter)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(Ascii.lineFeed)
        case UInt8(ascii: "r"): content.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): content.append(Ascii.tab)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try character()).utf8)
        default: throw failure("a string has a backslash before something that it does not escape")
        }
    }

    /// Reads the digits of `\u` and, for the first half of a surrogate pair, the second half.
    ///
    /// A half without its other one is replaced by U+FFFD, and counted.
    private mutating func character() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let place = index
        if first < 0xDC00, place + 1 < bytes.count, bytes[place] == Ascii.backslash,
            bytes[place + 1] == UInt8(ascii: "u")
        {
            move(to: place + 2)
            let second = try codeUnit()
            if (0xDC00...0xDFFF).contains(second) {
                let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                return Unicode.Scalar(code) ?? "\u{FFFD}"
            }
            // That was a character of its own.
            move(to: place)
        }
        noteReplacedHalf()
        return "\u{FFFD}"
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = hexadecimal(bytes[index]) else {
                throw unexpected("a hexadecimal digit")
            }
            code = code << 4 | digit
            move(to: index + 1)
        }
        return code
    }

    private func hexadecimal(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46: UInt16(byte - 0x37)
        case 0x61...0x66: UInt16(byte - 0x57)
        default: nil
        }
    }
}
