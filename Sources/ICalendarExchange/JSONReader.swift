import ICalendarCore

/// Reads JSON (RFC 8259) piece by piece, from where the last piece ended.
///
/// Foundation's JSONSerialization loses the order of members, which is the order of a property's parameters, knows
/// no lines, and makes a tree of the whole input first. This reader keeps the order, says the line of everything, and
/// holds nothing: whoever calls it decides what to keep. It is strict: what is no JSON is refused with its line. Only
/// halves of surrogate pairs, which RFC 8259 section 8.2 leaves open, are mended. Nothing in it calls itself, but for
/// ``value(depth:limit:)``, which goes eight levels deep at most.
struct JSONReader {
    /// Why the input is no JSON.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    /// How far an array or an object has been read.
    struct Container {
        fileprivate(set) var isFresh = true
        /// Whether its closing bracket has been passed over.
        fileprivate(set) var isEnded = false
    }

    /// What a value is, by its first byte.
    package enum Kind {
        case object, array, string, number, word, end
    }

    let bytes: [UInt8]
    private(set) var index = 0
    /// How many halves of surrogate pairs were replaced by U+FFFD.
    private(set) var replacedHalves = 0
    /// How many strings had too many accents on one letter.
    private(set) var partedRuns = 0
    /// How many values of arrays and objects were passed over as they were beyond the limit.
    private(set) var valuesLeftOut = 0
    private var countedUpTo = 0
    private var lineFeeds = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The line of the next byte, from 1.
    var line: Int {
        mutating get {
            // Only ever forward, so that all lines together are counted once.
            while countedUpTo < index {
                if bytes[countedUpTo] == Ascii.lineFeed { lineFeeds += 1 }
                countedUpTo += 1
            }
            return lineFeeds + 1
        }
    }

    /// Whether a failure may be due to the input's end: but for half a word, or half an escaped character, nothing is left.
    var isAtEnd: Bool { bytes.count - index < 16 }

    mutating func failure(_ message: String) -> Failure {
        Failure(line: line, message: message)
    }

    /// Passes over blanks, and says what comes next.
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

    /// Passes over the bracket or the brace that ``next()`` found.
    mutating func enter() {
        index += 1
    }

    /// Passes over the comma in front of the next element of an array; false at the array's end, which is passed over,
    /// and ever after.
    mutating func hasElement(_ array: inout Container) throws(Failure) -> Bool {
        try hasMore(closing: UInt8(ascii: "]"), &array)
    }

    /// Reads the name of the next member of an object and the colon; nil at the object's end, which is passed over.
    mutating func memberName(_ object: inout Container) throws(Failure) -> String? {
        guard try hasMore(closing: UInt8(ascii: "}"), &object) else { return nil }
        guard try next() == .string else { throw unexpected("a name in quotes") }
        let name = try string()
        skipBlanks()
        guard index < bytes.count, bytes[index] == Ascii.colon else { throw unexpected("a colon") }
        index += 1
        return name
    }

    /// Reads `true`, `false` or `null`, where ``next()`` found a word.
    mutating func word() throws(Failure) -> Bool? {
        for (word, value) in JSONReader.words where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        throw unexpected("a value")
    }

    /// Reads a number, where ``next()`` found one, and gives it as it is written.
    mutating func number() throws(Failure) -> String {
        let start = index
        if bytes[index] == Ascii.minus { index += 1 }
        let isZero = index < bytes.count && bytes[index] == Ascii.zero
        guard skipDigits() else { throw unexpected("a digit") }
        let digits = index - start
        if isZero, digits > (bytes[start] == Ascii.minus ? 2 : 1) {
            throw failure("a number starts with a needless zero")
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
        // One entry an open container: whether it is an object.
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
            case .end: throw failure("the input ends inside a value")
            }
        } while !open.isEmpty
    }

    /// What should have come, and what came.
    mutating func unexpected(_ expected: String) -> Failure {
        guard index < bytes.count else { return failure("the input ends where \(expected) should be") }
        let byte = bytes[index]
        let found = (0x21..<0x7F).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "a byte \(byte)"
        return failure("there is \(found) where \(expected) should be")
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
        guard index < bytes.count else { throw unexpected("a comma or the end of an array or object") }
        if bytes[index] == closing {
            index += 1
            container.isEnded = true
            return false
        }
        if isFresh { return true }
        guard bytes[index] == Ascii.comma else { throw unexpected("a comma") }
        index += 1
        return true
    }

    /// Passes over a value that is beyond a limit, and counts it.
    mutating func leaveOutValue() throws(Failure) {
        try skipValue()
        valuesLeftOut += 1
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
        return try escapedString(from: start, upTo: place)
    }

    private mutating func text(of range: Range<Int>) throws(Failure) -> String {
        guard let text = ByteText.valid(bytes.span.extracting(range)) else {
            index = range.lowerBound
            throw failure("a string is not UTF-8")
        }
        return AccentRuns.mayBeLong(bytes.span.extracting(range)) ? parted(text) : text
    }

    /// A text without too many accents on one letter.
    private mutating func parted(_ text: String) -> String {
        guard let parted = AccentRuns.parted(text) else { return text }
        partedRuns += 1
        return parted
    }

    /// Reads a string that has its first escape, or its end, at `place`.
    private mutating func escapedString(from start: Int, upTo place: Int) throws(Failure) -> String {
        var content = Array(bytes[start..<place])
        index = place
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Ascii.quote {
                index += 1
                guard let text = ByteText.valid(content.span) else { throw failure("a string is not UTF-8") }
                return AccentRuns.mayBeLong(content.span) ? parted(text) : text
            }
            guard byte >= 0x20 else {
                throw failure("a string holds a control character that is not escaped")
            }
            index += 1
            if byte == Ascii.backslash {
                try readEscape(into: &content)
            } else {
                content.append(byte)
            }
        }
        throw failure("the input ends inside a string")
    }

    private mutating func readEscape(into content: inout [UInt8]) throws(Failure) {
        guard index < bytes.count else { throw failure("the input ends inside a string") }
        let letter = bytes[index]
        index += 1
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
            index = place + 2
            let second = try codeUnit()
            if (0xDC00...0xDFFF).contains(second) {
                let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                return Unicode.Scalar(code) ?? "\u{FFFD}"
            }
            // That was a character of its own.
            index = place
        }
        replacedHalves += 1
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = hexadecimal(bytes[index]) else {
                throw unexpected("a hexadecimal digit")
            }
            code = code << 4 | digit
            index += 1
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
