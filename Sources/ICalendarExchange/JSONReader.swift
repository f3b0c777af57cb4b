import ICalendarCore

/// A streaming reader for JSON (RFC 8259).
///
/// Foundation's JSONSerialization loses the order of members, and with it the order of a property's parameters. It also
/// builds a complete tree and reports no line numbers. This reader preserves the order, tracks line numbers, and stores
/// nothing, so the caller decides what to keep. Input that is not JSON is rejected with the line of the error. Unpaired
/// surrogates, which RFC 8259 section 8.2 leaves open, are replaced. Only ``value(depth:limit:)`` is recursive, to a
/// depth of at most eight levels.
struct JSONReader {
    /// The reason that the input is not JSON.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    /// A position in an array or object.
    struct Container {
        fileprivate(set) var isFresh = true
        /// Whether the closing bracket has been consumed.
        fileprivate(set) var isEnded = false
    }

    /// The kind of a value, determined by its first byte.
    package enum Kind {
        case object, array, string, number, word, end
    }

    let bytes: [UInt8]
    private(set) var index = 0
    private(set) var repairs = Repairs()
    private var countedUpTo = 0
    private var lineFeeds = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The 1-based line number of the next byte.
    var line: Int {
        mutating get {
            // The position only moves forward, so counting lines takes linear time in total.
            while countedUpTo < index {
                if bytes[countedUpTo] == Ascii.lineFeed { lineFeeds += 1 }
                countedUpTo += 1
            }
            return lineFeeds + 1
        }
    }

    /// Whether a failure was caused by truncated input, so that at most part of a word remains.
    var isAtEnd: Bool {
        index >= bytes.count || JSONReader.words.contains { $0.0.utf8.starts(with: bytes[index...]) }
    }

    mutating func failure(_ message: String) -> Failure {
        Failure(line: line, message: message)
    }

    /// Skips whitespace and returns the kind of the next value.
    mutating func next() throws(Failure) -> Kind {
        skipBlanks()
        guard index < bytes.count else { return .end }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case Ascii.quote: return .string
        case Ascii.minus, 0x30...0x39: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word
        default: throw unexpected("a value")
        }
    }

    /// Consumes the bracket or brace that ``next()`` found.
    mutating func enter() {
        index += 1
    }

    /// Consumes the comma before the next element of an array.
    ///
    /// At the end of the array, consumes its bracket and returns false. Later calls also return false.
    mutating func hasElement(_ array: inout Container) throws(Failure) -> Bool {
        try hasMore(closing: UInt8(ascii: "]"), &array)
    }

    /// Reads the name of an object's next member and the colon after it.
    ///
    /// At the end of the object, consumes its brace and returns nil.
    mutating func memberName(_ object: inout Container) throws(Failure) -> String? {
        guard try hasMore(closing: UInt8(ascii: "}"), &object) else { return nil }
        guard try next() == .string else { throw unexpected("a quoted name") }
        let name = try string()
        skipBlanks()
        guard index < bytes.count, bytes[index] == Ascii.colon else { throw unexpected("a colon") }
        index += 1
        return name
    }

    /// Reads `true`, `false` or `null` after ``next()`` found a word.
    mutating func word() throws(Failure) -> Bool? {
        for (word, value) in JSONReader.words where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        throw unexpected("a value")
    }

    /// Reads a number after ``next()`` found one, and returns its text.
    mutating func number() throws(Failure) -> String {
        let start = index
        if bytes[index] == Ascii.minus { index += 1 }
        let isZero = index < bytes.count && bytes[index] == Ascii.zero
        guard skipDigits() else { throw unexpected("a digit") }
        let digits = index - start
        if isZero, digits > (bytes[start] == Ascii.minus ? 2 : 1) {
            throw failure("a number has a leading zero")
        }
        if index < bytes.count, bytes[index] == Ascii.point {
            index += 1
            guard skipDigits() else { throw unexpected("a digit") }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == Ascii.plus || bytes[index] == Ascii.minus { index += 1 }
            guard skipDigits() else { throw unexpected("a digit") }
        }
        return ByteText.plain(bytes.span.extracting(start..<index))
    }

    mutating func skipValue() throws(Failure) {
        // One entry for each open container: true for an object and false for an array.
        var open: [Bool] = []
        var container = Container()
        repeat {
            if let isObject = open.last {
                let hasMore = try isObject ? memberName(&container) != nil : hasElement(&container)
                guard hasMore else {
                    open.removeLast()
                    container = Container(isFresh: false)
                    continue
                }
            }
            switch try next() {
            case .object, .array:
                open.append(bytes[index] == UInt8(ascii: "{"))
                container = Container()
                index += 1
            case .string: _ = try string()
            case .number: _ = try number()
            case .word: _ = try word()
            case .end: throw failure("unexpected end of input in a value")
            }
        } while !open.isEmpty
    }

    /// Returns the failure that describes unexpected input.
    mutating func unexpected(_ expected: String) -> Failure {
        guard index < bytes.count else { return failure("unexpected end of input; expected \(expected)") }
        let byte = bytes[index]
        let found = (0x21..<0x7F).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        return failure("unexpected \(found); expected \(expected)")
    }

    private static let words: [(String, Bool?)] = [("true", true), ("false", false), ("null", nil)]

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case Ascii.space, Ascii.lineFeed, Ascii.carriageReturn, Ascii.tab: index += 1
            default: return
            }
        }
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] &- 0x30 <= 9 { index += 1 }
        return index > start
    }

    private mutating func hasMore(closing: UInt8, _ container: inout Container) throws(Failure) -> Bool {
        if container.isEnded { return false }
        skipBlanks()
        let isFresh = container.isFresh
        container.isFresh = false
        guard index < bytes.count else { throw unexpected("a comma or a closing bracket") }
        if bytes[index] == closing {
            index += 1
            container.isEnded = true
            return false
        }
        if isFresh { return true }
        guard bytes[index] == Ascii.comma else { throw unexpected("a comma") }
        index += 1
        skipBlanks()
        guard index < bytes.count else { throw unexpected("a value") }
        return true
    }

    /// Skips a value that exceeds a limit and counts it as skipped.
    mutating func leaveOutValue() throws(Failure) {
        try skipValue()
        repairs.values += 1
    }

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
            index = place + 1
            return text
        }
        let content = try stringBytes()
        guard let text = ByteText.valid(content.span) else { throw failure("a string is not valid UTF-8") }
        return AccentRuns.mayBeLong(content.span) ? parted(text) : text
    }

    /// Reads a string as bytes, which may be invalid UTF-8.
    ///
    /// The argument `expected` is the expected number of bytes.
    mutating func stringBytes(expecting expected: Int = 0) throws(Failure) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(expected)
        index += 1
        while index < bytes.count {
            let start = index
            index = Self.plainEnd(in: bytes.span, from: index)
            content += bytes[start..<index]
            guard index < bytes.count else { break }
            let byte = bytes[index]
            guard byte >= 0x20 else {
                throw failure("unescaped control character in a string")
            }
            index += 1
            if byte == Ascii.quote { return content }
            try readEscape(into: &content)
        }
        throw failure("unexpected end of input in a string")
    }

    private mutating func text(of range: Range<Int>) throws(Failure) -> String {
        guard let text = ByteText.valid(bytes.span.extracting(range)) else {
            index = range.lowerBound
            throw failure("a string is not valid UTF-8")
        }
        return AccentRuns.mayBeLong(bytes.span.extracting(range)) ? parted(text) : text
    }

    /// Returns text in which excessive accents on one letter are split up.
    private mutating func parted(_ text: String) -> String {
        guard let parted = AccentRuns.parted(text) else { return text }
        repairs.accents += 1
        return parted
    }

    /// Returns the position of the next quote, backslash or control character, or the end if there is none.
    private static func plainEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count, !ByteWord(bytes, at: index).mayNeedEscape { index += 8 }
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C, bytes[index] >= 0x20 {
            index += 1
        }
        return index
    }

    private mutating func readEscape(into content: inout [UInt8]) throws(Failure) {
        guard index < bytes.count else { throw failure("unexpected end of input in a string") }
        let letter = bytes[index]
        index += 1
        switch letter {
        case Ascii.quote, Ascii.backslash, Ascii.slash: content.append(letter)
        case UInt8(ascii: "b"):
            repairs.controls += 1
            content.append(0x08)
        case UInt8(ascii: "f"):
            repairs.controls += 1
            content.append(0x0C)
        case UInt8(ascii: "n"): content.append(Ascii.lineFeed)
        case UInt8(ascii: "r"): content.append(Ascii.carriageReturn)
        case UInt8(ascii: "t"): content.append(Ascii.tab)
        case UInt8(ascii: "u"):
            let character = try character()
            if character.value < 0x20 || character.value == 0x7F, !["\t", "\n", "\r"].contains(character) {
                repairs.controls += 1
            }
            content.append(contentsOf: String(character).utf8)
        default: throw failure("invalid escape in a string")
        }
    }

    /// Reads the digits after `\u` and, for a high surrogate, the low surrogate as well.
    ///
    /// An unpaired surrogate is replaced with U+FFFD and counted.
    private mutating func character() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let place = index
        if first < 0xDC00, place + 1 < bytes.count, bytes[place] == Ascii.backslash,
            bytes[place + 1] == UInt8(ascii: "u")
        {
            index = place + 2
            let second = try codeUnit()
            if (0xDC00...0xDFFF).contains(second) {
                let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                return Unicode.Scalar(code) ?? "\u{FFFD}"
            }
            // The second escape is a separate character rather than a low surrogate.
            index = place
        }
        repairs.surrogates += 1
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = Ascii.hexadecimal(bytes[index]) else {
                throw unexpected("a hexadecimal digit")
            }
            code = code << 4 | UInt16(digit)
            index += 1
        }
        return code
    }
}

extension JSONReader {
    /// The numbers of repairs since the start of the input.
    struct Repairs {
        /// Unpaired surrogates replaced with U+FFFD.
        var surrogates = 0
        /// Strings with too many accents on one letter.
        var accents = 0
        /// Control characters other than tabs and line endings.
        var controls = 0
        /// Values in arrays and objects that were skipped because of the limit.
        var values = 0

        /// Adds remarks about the repairs made after an earlier state.
        func note(since earlier: Repairs, limit: Int, _ remarks: inout [ValueRemark]) {
            if surrogates > earlier.surrogates {
                remarks.note(jCal: .encoding, "unpaired surrogate; replaced with U+FFFD")
            }
            if controls > earlier.controls {
                remarks.note(.encoding, "control characters in the value; kept, but not written")
            }
            if accents > earlier.accents {
                remarks.note(.encoding, "more than 30 accents on one letter; read with U+034F between them")
            }
            if values > earlier.values {
                remarks.note(
                    .limit,
                    as: .error,
                    "limit reached: \(limit) values in one property (ReadingLimits.values);"
                        + " \(values - earlier.values) skipped"
                )
            }
        }
    }
}
