/// The calendars in an email, combined in part order into one text.
struct MailText {
    /// The text, converted to UTF-8 if the email declares its character set.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// Whether some parts were not searched because they are too numerous or nested too deeply.
    private(set) var isLimited = false
    /// The senders of the calendars, each with the first line of its calendars.
    private(set) var senders: [MailSender] = []
    /// Whether the lines have the same numbers as in the email.
    private(set) var keepsNumbers = true
    /// The first indented line of each indented calendar.
    private(set) var indentedLines: [Int] = []
    /// Whether the email contains jCal, which is not read.
    private(set) var hasJCal = false

    /// A part of an email that has not been searched yet.
    private struct Pending {
        /// The bytes that contain the part, either original or decoded.
        let bytes: [UInt8]
        let range: Range<Int>
        let depth: Int
        let type: String
        /// Whether the bytes come directly from the email.
        let isOriginal: Bool
        /// The sender of the outermost message, which forwards any nested messages.
        var sender = ""
    }

    private struct Found {
        let bytes: [UInt8]
        /// The range of the part in the email, if its lines are identical there.
        let place: Range<Int>?
        let sender: String
        let method: String?
        /// The first indented line of the part, or nil.
        let indentedLine: Int?
    }

    /// The maximum nesting depth and the maximum number of parts to search.
    private static let most = (depth: 16, parts: 10_000)

    /// Searches an email, or a mailbox with several emails.
    init(_ mail: [UInt8]) {
        var pending = Self.messages(mail).reversed().map {
            Pending(bytes: mail, range: $0, depth: 0, type: "text/plain", isOriginal: true)
        }
        var found: [Found] = []
        var inText: [Found] = []
        var looked = 0
        while let part = pending.popLast() {
            guard looked < Self.most.parts else {
                isLimited = true
                break
            }
            looked += 1
            let header = MailHeader(part.bytes, part.range, defaultType: part.type)
            let sender = part.depth == 0 ? header.sender : part.sender
            let body = header.end..<max(header.end, part.range.upperBound)
            let boundary = header.type.hasPrefix("multipart/") ? header.boundary : nil
            if boundary != nil || header.type == "message/rfc822", part.depth >= Self.most.depth {
                isLimited = true
            } else if let boundary {
                let type = header.type == "multipart/digest" ? "message/rfc822" : "text/plain"
                let parts = Self.parts(part.bytes, body, boundary, upTo: Self.most.parts - looked + 1)
                pending += parts.reversed().map {
                    Pending(
                        bytes: part.bytes,
                        range: $0,
                        depth: part.depth + 1,
                        type: type,
                        isOriginal: part.isOriginal,
                        sender: sender
                    )
                }
            } else if header.type == "message/rfc822" {
                var inner = Self.message(part.bytes, body, header, part.depth + 1, part.isOriginal)
                inner.sender = sender
                pending.append(inner)
            } else if header.isCalendar {
                let calendar = Self.decoded(part.bytes, body, header, part.isOriginal, sender)
                guard let calendar else { continue }
                if InputKind.isJSON(Array(calendar.bytes.prefix(512))) {
                    hasJCal = true
                } else {
                    found.append(calendar)
                }
            } else if header.type == "text/plain" {
                if let text = Self.decoded(part.bytes, body, header, part.isOriginal, sender) {
                    inText.append(text)
                }
            } else if header.type == "application/calendar+json" {
                hasJCal = true
            }
        }
        put(Self.different(found.isEmpty ? inText : found), from: mail)
    }

    private mutating func put(_ calendars: [Found], from mail: [UInt8]) {
        count = calendars.count
        keepsNumbers = calendars.allSatisfy { $0.place != nil }
        var (place, lines, written, ends) = (0, 0, 0, 0)
        for calendar in calendars {
            if let last = bytes.last, !LineFolding.isLineEnd(last) {
                bytes.append(Ascii.lineFeed)
                written += 1
                ends += 1
            }
            if keepsNumbers, let start = calendar.place?.lowerBound, start >= place {
                // Empty lines replace the skipped text to preserve line numbers.
                lines += mail[place..<start].count { $0 == Ascii.lineFeed }
                place = start
                bytes += [UInt8](repeating: Ascii.lineFeed, count: max(0, lines - written))
                ends += max(0, lines - written)
                written = max(lines, written)
            }
            if let line = calendar.indentedLine { indentedLines.append(ends + line) }
            senders.append(MailSender(line: ends + 1, address: calendar.sender, method: calendar.method))
            bytes += calendar.bytes
            ends += LineFolding.count(ofEndsIn: calendar.bytes)
            written += calendar.bytes.count { $0 == Ascii.lineFeed }
        }
    }

    /// Returns the calendars without duplicates from the same sender.
    ///
    /// An invitation often contains its calendar twice, with different folds or with METHOD in only one copy. The copy
    /// with METHOD is kept.
    private static func different(_ found: [Found]) -> [Found] {
        guard found.count > 1 else { return found }
        var kept: [Int: [UInt8]] = [:]
        var places: [[[UInt8]]: [Int]] = [:]
        for (place, calendar) in found.enumerated() {
            let lines = lines(of: calendar.bytes)
            let isMethod = { (line: [UInt8]) in line.starts(with: "METHOD:".utf8) }
            let stated = calendar.method.map { Array("METHOD:\($0)".utf8) }
            let method = lines.first(where: isMethod) ?? stated ?? []
            let content = lines.filter { !isMethod($0) } + [Array(calendar.sender.utf8)]
            let same = places[content, default: []].filter { kept[$0] != nil }
            if same.contains(where: { method.isEmpty || kept[$0] == method }) { continue }
            for place in same where kept[place]?.isEmpty == true { kept[place] = nil }
            kept[place] = method
            places[content, default: []].append(place)
        }
        return kept.keys.sorted().map { found[$0] }
    }

    /// Returns the nonblank lines in a calendar, unfolded.
    private static func lines(of calendar: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for line in calendar.split(whereSeparator: LineFolding.isLineEnd) {
            guard line.contains(where: { !Ascii.isBlank($0) }) else { continue }
            if Ascii.isBlank(line[line.startIndex]), !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(Array(line))
            }
        }
        return lines
    }

    // MARK: - Structure

    /// Returns the line at the given offset without its line ending, and the start of the next line.
    static func line(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (line: Range<Int>, next: Int) {
        guard let feed = bytes[start..<end].firstIndex(of: Ascii.lineFeed) else { return (start..<end, end) }
        let isCRLF = feed > start && bytes[feed - 1] == Ascii.carriageReturn
        return (start..<(isCRLF ? feed - 1 : feed), feed + 1)
    }

    /// Returns the messages in a mailbox; each message starts with a `From ` line after an empty line.
    private static func messages(_ bytes: [UInt8]) -> [Range<Int>] {
        let start = MailHeader.start(of: bytes)
        guard bytes[start...].starts(with: "From ".utf8) else { return [start..<bytes.count] }
        var messages: [Range<Int>] = []
        var first = start
        var place = start
        var isBehindEmpty = false
        while place < bytes.count {
            let (line, next) = line(bytes, place, bytes.count)
            if isBehindEmpty, bytes[line].starts(with: "From ".utf8) {
                messages.append(first..<place)
                first = place
            }
            isBehindEmpty = line.isEmpty
            place = next
        }
        return messages + [first..<bytes.count]
    }

    /// Returns the parts of a body, each without the line ending before its delimiter line (RFC 2046 section 5.1.1).
    private static func parts(
        _ bytes: [UInt8],
        _ body: Range<Int>,
        _ boundary: [UInt8],
        upTo limit: Int
    ) -> [Range<Int>] {
        let dashes = [Ascii.minus, Ascii.minus]
        let delimiter = dashes + boundary
        var parts: [Range<Int>] = []
        var start: Int?
        var contentEnd = body.lowerBound
        var place = body.lowerBound
        while place < body.upperBound, parts.count < limit {
            let (line, next) = line(bytes, place, body.upperBound)
            if bytes[line].starts(with: delimiter) {
                let rest = bytes[(line.lowerBound + delimiter.count)..<line.upperBound]
                let isLast = rest.starts(with: dashes)
                if rest.dropFirst(isLast ? 2 : 0).allSatisfy(Ascii.isBlank) {
                    if let start { parts.append(start..<max(start, contentEnd)) }
                    start = isLast ? nil : next
                    if isLast { return parts }
                }
            }
            contentEnd = line.upperBound
            place = next
        }
        if let start { parts.append(start..<max(start, body.upperBound)) }
        return parts
    }

    /// Returns the part for a message inside another message, decoding it in the rare case that it is encoded.
    private static func message(
        _ bytes: [UInt8],
        _ body: Range<Int>,
        _ header: MailHeader,
        _ depth: Int,
        _ isOriginal: Bool
    ) -> Pending {
        guard ["base64", "quoted-printable"].contains(header.encoding) else {
            return Pending(
                bytes: bytes,
                range: body,
                depth: depth,
                type: "text/plain",
                isOriginal: isOriginal
            )
        }
        let decoded = MailEncoding.decode(bytes[body], header.encoding).bytes
        return Pending(
            bytes: decoded,
            range: decoded.indices,
            depth: depth,
            type: "text/plain",
            isOriginal: false
        )
    }

    /// Returns a calendar as text, or nil if the part is plain text without a calendar.
    private static func decoded(
        _ bytes: [UInt8],
        _ body: Range<Int>,
        _ header: MailHeader,
        _ isOriginal: Bool,
        _ sender: String
    ) -> Found? {
        let (decoded, keepsLines) = MailEncoding.decode(bytes[body], header.encoding)
        var text = MailEncoding.utf8(decoded, header.charset)
        if !header.isCalendar {
            guard let calendars = calendars(in: text) else { return nil }
            text = calendars
        }
        var indentedLine: Int?
        if IndentedText.begins(text) {
            let (plain, line) = IndentedText.undone(text)
            (text, indentedLine) = (plain, line)
        }
        return Found(
            bytes: text,
            place: isOriginal && keepsLines ? body : nil,
            sender: sender,
            method: header.isCalendar ? header.method : nil,
            indentedLine: indentedLine
        )
    }

    /// Returns the calendars in the text of an email, with empty lines in place of all other lines, or nil if there are
    /// none.
    private static func calendars(in text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var (isInside, isFound) = (false, false)
        var place = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while place < text.count {
            let (line, next) = IndentedText.line(text, place)
            let content = text.span.trimmingBlanks(line)
            let marker = content.isEmpty ? nil : Marker(text.span.extracting(content))
            let isMarker = marker?.known == .calendar
            if isMarker, marker?.isBegin == true { (isInside, isFound) = (true, true) }
            result += text[(isInside ? place : line.upperBound)..<next]
            if isMarker, marker?.isBegin == false { isInside = false }
            place = next
        }
        return isFound ? result : nil
    }
}
