/// The fields of an email or part header that describe the body (RFC 5322 section 2.2, RFC 2045).
struct MailHeader {
    /// The content type of the body in lowercase, such as `text/calendar`.
    private(set) var type = "text/plain"
    private(set) var boundary: [UInt8]?
    private(set) var charset: String?
    /// The METHOD of the calendar in the body, in uppercase (RFC 6047 section 2.4).
    private(set) var method: String?
    /// The transfer encoding of the body, in lowercase.
    private(set) var encoding = "7bit"
    private var fileName = ""
    /// The addresses in all From fields.
    private var authors: [String] = []
    private(set) var end: Int

    /// The maximum length of a field, in bytes; the rest of a longer field is ignored.
    private static let longestField = 64 << 10

    /// Reads the header at the start of a range; `defaultType` applies if the header does not specify a type.
    init(_ bytes: [UInt8], _ range: Range<Int>, defaultType: String) {
        type = defaultType
        end = range.lowerBound
        var field: [UInt8] = []
        while end < range.upperBound {
            let (line, next) = MailText.line(bytes, end, range.upperBound)
            if line.isEmpty {
                end = next
                break
            }
            if Ascii.isBlank(bytes[line.lowerBound]), !field.isEmpty {
                if field.count < Self.longestField { field += bytes[line] }
            } else {
                // The line that separates messages in a mailbox has no field name.
                let isEnvelope = end == range.lowerBound && bytes[line].starts(with: "From ".utf8)
                guard isEnvelope || Self.name(bytes, line) != nil else { break }
                read(field)
                field = Array(bytes[line].prefix(Self.longestField))
            }
            end = next
        }
        read(field)
    }

    /// Whether the body is a calendar, judged by its type or file name.
    var isCalendar: Bool {
        switch type {
        case "text/calendar", "text/x-vcalendar", "text/x-calendar", "application/ics",
            "application/calendar":
            true
        default: [".ics", ".ical", ".ifb", ".vcs"].contains { fileName.hasSuffix($0) }
        }
    }

    /// The sender's address, or an empty string if the header does not name exactly one sender.
    var sender: String { authors.count == 1 ? authors[0] : "" }

    private mutating func read(_ field: [UInt8]) {
        guard let name = Self.name(field, field.indices) else { return }
        let value = field[(name.upperBound + 1)...]
        switch String(decoding: field[name], as: UTF8.self).lowercased() {
        case "content-type":
            let (word, parameters) = Self.parts(value)
            if word.contains("/") { type = word.lowercased() }
            for (name, value) in parameters {
                switch name {
                case "boundary" where !value.isEmpty: boundary = Array(value.utf8)
                case "charset": charset = value
                case "method" where !value.isEmpty: method = value.uppercased()
                case "name": fileName = value.lowercased()
                // A long value may be divided into `boundary*0`, `boundary*1` and so on (RFC 2231 section 3).
                case _ where name.hasPrefix("boundary*"): boundary = (boundary ?? []) + Array(value.utf8)
                case _ where name.hasPrefix("name*"): fileName += value.lowercased()
                default: break
                }
            }
        case "from": authors += MailSender.addresses(in: value)
        case "content-transfer-encoding": encoding = Self.parts(value).word.lowercased()
        case "content-disposition":
            let parameters = Self.parts(value).parameters.filter { $0.0.hasPrefix("filename") }
            if !parameters.isEmpty { fileName = parameters.map { $0.1.lowercased() }.joined() }
        default: break
        }
    }

    /// Returns a word and its parameters.
    ///
    /// Parameter names are in lowercase, and values are unquoted. Comments, as in `text/calendar (invitation)`, are
    /// removed; parentheses directly after other characters do not start one, since file names contain them.
    private static func parts(_ field: ArraySlice<UInt8>) -> (word: String, parameters: [(String, String)]) {
        var parts: [[UInt8]] = [[]]
        var isInQuotes = false
        var isEscaped = false
        var comments = 0
        var last = Ascii.space
        for byte in field {
            defer { last = byte }
            if comments > 0 || byte == UInt8(ascii: "(") && !isInQuotes && Ascii.isBlank(last) {
                if byte == UInt8(ascii: "(") { comments += 1 }
                if byte == UInt8(ascii: ")") { comments -= 1 }
            } else if isInQuotes {
                if !isEscaped, byte == Ascii.backslash {
                    isEscaped = true
                    continue
                }
                if !isEscaped, byte == Ascii.quote {
                    isInQuotes = false
                } else {
                    parts[parts.count - 1].append(byte)
                }
                isEscaped = false
            } else if byte == Ascii.quote {
                isInQuotes = true
            } else if byte == Ascii.semicolon {
                parts.append([])
            } else if byte > Ascii.space {
                parts[parts.count - 1].append(byte)
            }
        }
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        let parameters = texts.dropFirst().compactMap { text in
            text.firstIndex(of: "=").map {
                (text[..<$0].lowercased(), String(text[text.index(after: $0)...]))
            }
        }
        return (texts[0], parameters)
    }

    /// Returns the range of the field name in a line, or nil if the line is not a field.
    private static func name(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
        guard let colon = bytes[line].firstIndex(of: Ascii.colon), colon > line.lowerBound else { return nil }
        let name = line.lowerBound..<colon
        return bytes[name].allSatisfy { $0 > Ascii.space && $0 < 0x7F } ? name : nil
    }

    // MARK: - Detection

    /// Returns the place of the first line that is not empty, after a byte order mark.
    static func start(of bytes: [UInt8]) -> Int {
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes[first...].firstIndex { !LineFolding.isLineEnd($0) } ?? bytes.count
    }

    /// Returns whether an input with these first bytes is an email.
    ///
    /// The first lines must be header fields, and at least one must be a common email field.
    static func begins(_ bytes: [UInt8]) -> Bool {
        var place = start(of: bytes)
        let isMailbox = bytes[place...].starts(with: "From ".utf8)
        var isFirst = true
        var isCertain = false
        while place < bytes.count {
            let (line, next) = MailText.line(bytes, place, bytes.count)
            // The last line may be incomplete.
            if next == bytes.count, line.upperBound == next { break }
            defer {
                place = next
                isFirst = false
            }
            if line.isEmpty { return isCertain }
            if isFirst, isMailbox { continue }
            if !isFirst, Ascii.isBlank(bytes[line.lowerBound]) { continue }
            guard let name = name(bytes, line) else { return false }
            let word = String(decoding: bytes[name], as: UTF8.self).lowercased()
            if word == "begin" || word == "end" { return false }
            isCertain = isCertain || fields.contains(word)
        }
        return isCertain || isMailbox && !isFirst
    }

    private static let fields: Set<String> = [
        "from", "to", "subject", "date", "message-id", "mime-version", "content-type", "received",
        "return-path",
        "delivered-to", "reply-to", "sender", "dkim-signature", "arc-seal", "authentication-results",
        "envelope-to",
        "delivery-date", "x-original-to", "x-received", "x-mozilla-status", "content-transfer-encoding",
    ]
}

/// Decoders for the transfer encodings of email parts (RFC 2045 section 6).
enum MailEncoding {
    /// Returns the decoded bytes of a body, and whether each line keeps its number.
    ///
    /// A line joined at soft line breaks is followed by empty lines, which preserves the line numbers.
    static func decode(_ body: ArraySlice<UInt8>, _ encoding: String) -> (bytes: [UInt8], keepsLines: Bool) {
        switch encoding {
        case "base64": return (Base64.decode(body), false)
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
            // Trailing blanks were added in transit.
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
