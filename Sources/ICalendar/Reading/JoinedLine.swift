/// A content line together with the lines after it that belong to its value: a text with line feeds that nobody
/// escaped, a fold without its blank, or the soft line breaks of quoted-printable.
struct JoinedLine {
    /// The line, unfolded, with what belongs to it.
    private(set) var bytes: [UInt8] = []
    /// How many lines after it belong to it.
    private(set) var count = 0
    /// Where the last of these ends in the slice.
    private(set) var end = 0
    /// How many of these are no content lines.
    private(set) var looseCount = 0
    /// The number of the first of those.
    private(set) var looseNumber = 0

    /// Whether the line at a place may go on in the next one, so that a closer look is worth its while.
    ///
    /// It is asked of each line, and nearly always the first bytes of the next one answer it.
    @inline(__always)
    static func mayGoOn(_ lines: [SliceLine], _ place: Int, _ content: Range<Int>, _ bytes: Span<UInt8>)
        -> Bool
    {
        if content.count > 0, bytes[content.upperBound - 1] == Ascii.equals { return true }
        guard place + 1 < lines.count, lines[place + 1].kind == .property else { return false }
        return !startsPlainly(bytes, Int(lines[place + 1].offset))
    }

    /// Whether a name in capitals and a colon or a semicolon stand at a place.
    @inline(__always)
    private static func startsPlainly(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        var index = start
        while index + 8 <= bytes.count {
            let count = ByteWord(bytes, at: index).leadingNameBytes
            index += count
            if count < 8 { break }
        }
        guard index > start, index + 1 < bytes.count else { return false }
        // It may be a BEGIN or END that is none.
        switch (bytes[start], bytes[start + 1]) {
        case (0x42, 0x45), (0x45, 0x4E): return false
        default: break
        }
        if bytes[index] == Ascii.colon { return bytes[index + 1] != Ascii.slash }
        guard bytes[index] == Ascii.semicolon else { return false }
        // A parameter, whose name is short.
        for place in index + 1..<min(index + 17, bytes.count) where bytes[place] == Ascii.equals {
            return true
        }
        return false
    }

    /// The line at a place of a slice with all that belongs to it; nil when nothing does.
    ///
    /// A line is no longer than `limit` bytes with what belongs to it.
    init?(_ slice: ComponentSlice, _ place: Int, limit: Int) {
        let store = slice.store.bytes
        let first = Self.content(slice.lines[place], store)
        Self.append(slice.lines[place], first, store, to: &bytes)
        guard let name = try? ContentLine.nameEnd(bytes.span), bytes[name.end...].contains(Ascii.colon)
        else { return nil }
        let isQuoted = QuotedPrintable.isDeclared(bytes.span, after: name.end)
        guard isQuoted || Self.isText(name.name, bytes.span) else { return nil }
        if isQuoted, slice.lines[place].isFolded { QuotedPrintable.unfold(store[first], into: &bytes) }
        var last = place
        while last + 1 < slice.lines.count,
            Self.areNeighbours(slice.lines[last], slice.lines[last + 1], store)
        {
            let next = slice.lines[last + 1]
            var more: [UInt8] = []
            Self.append(next, Self.content(next, store), store, to: &more)
            let isSoft = isQuoted && bytes.last == Ascii.equals && Self.mayBeQuoted(more.span)
            guard isSoft || Self.isLoose(more.span), bytes.count + more.count <= limit else { break }
            if isSoft {
                bytes.removeLast()
            } else {
                if looseCount == 0 { looseNumber = Int(next.number) }
                looseCount += 1
                let content = Self.content(slice.lines[last], store)
                if !Self.isFoldLength(content, store) { Self.endLine(&bytes) }
            }
            bytes += more
            last += 1
        }
        count = last - place
        end = slice.lines[last].range.upperBound
        let isUnfoldedAnew = isQuoted && slice.lines[place].isFolded
        guard count > 0 || isUnfoldedAnew else { return nil }
    }

    /// What is said of the lines that are no content lines.
    var remark: String {
        looseCount == 1
            ? "the line after it is not a content line; read as part of the text"
            : "\(looseCount) lines after it are not content lines; read as part of the text"
    }

    /// Adds an escaped line feed; a backslash in front of the line end was meant as one.
    private static func endLine(_ bytes: inout [UInt8]) {
        var backslashes = 0
        while backslashes < bytes.count, bytes[bytes.count - 1 - backslashes] == Ascii.backslash {
            backslashes += 1
        }
        if backslashes % 2 == 1 { bytes.removeLast() }
        bytes += [Ascii.backslash, 0x6E]
    }

    // MARK: - Lines

    private static func content(_ line: SliceLine, _ bytes: [UInt8]) -> Range<Int> {
        let start = line.range.lowerBound
        return start..<LineFolding.contentEnd(bytes.span, start, line.range.upperBound)
    }

    private static func append(
        _ line: SliceLine,
        _ content: Range<Int>,
        _ store: [UInt8],
        to bytes: inout [UInt8]
    ) {
        if line.isFolded {
            LineFolding.unfold(store[content], into: &bytes)
        } else {
            bytes += store[content]
        }
    }

    /// Whether two lines are properties with nothing but line ends between them.
    private static func areNeighbours(_ line: SliceLine, _ next: SliceLine, _ bytes: [UInt8]) -> Bool {
        guard next.kind == .property, line.range.upperBound <= Int(next.offset) else { return false }
        return bytes[line.range.upperBound..<Int(next.offset)].allSatisfy(LineFolding.isLineEnd)
    }

    /// Whether the last physical line of a line has about the octets that folds leave.
    private static func isFoldLength(_ content: Range<Int>, _ bytes: [UInt8]) -> Bool {
        let start =
            bytes[content].lastIndex(where: LineFolding.isLineEnd).map { $0 + 1 } ?? content.lowerBound
        return (73...77).contains(content.upperBound - start)
    }

    // MARK: - Writing

    /// The one content line of RFC 5545 that says what a line and those behind it were read as; nil when they are
    /// quoted-printable, which it does not have.
    static func contentLine(_ store: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        var lines = LogicalLines(store, range)
        guard var last = lines.next() else { return nil }
        var bytes: [UInt8] = []
        LineFolding.unfold(store[last], into: &bytes)
        guard let name = try? ContentLine.nameEnd(bytes.span),
            !QuotedPrintable.isDeclared(bytes.span, after: name.end)
        else { return nil }
        var more: [UInt8] = []
        while let next = lines.next() {
            LineFolding.unfold(store[next], into: &more)
            if !isFoldLength(last, store) { endLine(&bytes) }
            bytes += more
            last = next
        }
        return bytes
    }

    /// Whether lines that are no content lines are read as a part of an unfolded line when they stand behind it.
    static func takesMore(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? ContentLine.nameEnd(line) else { return false }
        return isText(name, line) || QuotedPrintable.isDeclared(line, after: end)
    }

    /// Whether they are read as a part of a property.
    static func takesMore(_ property: Property) -> Bool {
        let name = NameText.property(property.name)
        if name.isEmpty { return false }
        return isText(name.indices, name.span) || QuotedPrintable.isDeclared(property.parameters)
    }

    /// A name for a property that is not read as a part of the text in front of it; nil when its own is fine.
    static func plainName(of property: Property) -> String? {
        let name = property.name.utf8
        guard name.contains(where: { !isUsual($0) }) || name.allSatisfy(Ascii.isDigit) else { return nil }
        let plain = String(decoding: name.filter(isUsual), as: UTF8.self)
        return plain.utf8.allSatisfy(Ascii.isDigit) && !plain.isEmpty ? "X-\(plain)" : plain
    }

    // MARK: - Names

    /// Whether the value of a property is a text that people write; what no RFC knows is one too (RFC 5545 section
    /// 3.8.8).
    private static func isText(_ name: Range<Int>, _ line: Span<UInt8>) -> Bool {
        guard let index = PropertyDefinition.index(of: name, in: line) else { return true }
        let definition = PropertyDefinition.all[index]
        switch definition.form {
        case .textList: return true
        case .text: return !notWritten.contains(definition.name)
        default: return false
        }
    }

    /// Texts that programs alone write, in a few words.
    private static let notWritten: Set<String> = [
        "VERSION", "CALSCALE", "PRODID", "COLOR", "RELATED-TO", "PROXIMITY", "PARTICIPANT-TYPE",
        "RESOURCE-TYPE", "REFID",
    ]

    /// Whether an unfolded line is no content line: it has no name, or one that no property has, such as `10` of a time
    /// of day and `https` of an address.
    static func isLoose(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, oddity) = try? ContentLine.nameEnd(line) else { return true }
        if name.allSatisfy({ Ascii.isDigit(line[$0]) }) { return true }
        if line[end] == Ascii.semicolon, !(end..<line.count).contains(where: { line[$0] == Ascii.colon }) {
            return true
        }
        if oddity == .bytes, name.contains(where: { !isUsual(line[$0]) }) { return true }
        guard end + 2 < line.count, line[end] == Ascii.colon, line[end + 1] == Ascii.slash,
            line[end + 2] == Ascii.slash
        else { return false }
        return PropertyDefinition.index(of: name, in: line) == nil && line[name.lowerBound] | 0x20 != 0x78
    }

    /// Whether a byte stands in names that programs make up, allowed or not.
    private static func isUsual(_ byte: UInt8) -> Bool {
        Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.minus || byte == 0x5F
            || byte == Ascii.point
    }

    /// Whether a line behind a soft line break is a part of the text: not if it says when an event happens, as whoever
    /// reads that alone does not see the break.
    private static func mayBeQuoted(_ line: Span<UInt8>) -> Bool {
        guard let (name, _, _) = try? ContentLine.nameEnd(line) else { return true }
        let plain = ContentLine.capitals(line.extracting(name))
        return !PropertySelection.scheduling.wants(unknown: Array(plain.utf8).span)
    }
}
