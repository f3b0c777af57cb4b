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

    /// Asks of a line whether the next one may belong to it: nil where a closer look must tell, or else the length of the
    /// next line's name, which is 0 when no property follows.
    ///
    /// Nearly always the first bytes of the next line answer it.
    @inline(__always)
    static func nextName(_ lines: [SliceLine], _ place: Int, _ content: Range<Int>, _ bytes: Span<UInt8>)
        -> Int?
    {
        if content.count > 0, bytes[content.upperBound - 1] == Ascii.equals { return nil }
        guard place + 1 < lines.count, lines[place + 1].kind == .property else { return 0 }
        return plainName(bytes, Int(lines[place + 1].offset))
    }

    /// The length of a name in capitals that starts at a place, with a colon or a semicolon behind it; nil when none does.
    @inline(__always)
    private static func plainName(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var index = start
        while index + 8 <= bytes.count {
            let count = ByteWord(bytes, at: index).leadingNameBytes
            index += count
            if count < 8 { break }
        }
        guard index > start, index + 1 < bytes.count else { return nil }
        // It may be a BEGIN or END that is none.
        switch (bytes[start], bytes[start + 1]) {
        case (0x42, 0x45), (0x45, 0x4E): return nil
        default: break
        }
        if bytes[index] == Ascii.colon { return bytes[index + 1] == Ascii.slash ? nil : index - start }
        guard bytes[index] == Ascii.semicolon else { return nil }
        // A parameter, whose name is short.
        for place in index + 1..<min(index + 17, bytes.count) where bytes[place] == Ascii.equals {
            return index - start
        }
        return nil
    }

    /// The line at a place of a slice with all that belongs to it; nil when nothing does.
    ///
    /// A line is no longer than `limit` bytes with what belongs to it.
    init?(_ slice: ComponentSlice, _ place: Int, limit: Int) {
        let store = slice.store.bytes
        let first = Self.content(slice.lines[place], store)
        Self.append(slice.lines[place], first, store, to: &bytes)
        guard let reach = JoinedReach(bytes.span) else { return nil }
        let isUnfoldedAnew = reach.isQuoted && slice.lines[place].isFolded
        if isUnfoldedAnew { QuotedPrintable.unfold(store[first], into: &bytes) }
        var last = place
        while last + 1 < slice.lines.count,
            Self.areNeighbours(slice.lines[last], slice.lines[last + 1], store)
        {
            let next = slice.lines[last + 1]
            var more: [UInt8] = []
            Self.append(next, Self.content(next, store), store, to: &more)
            let isSoft = reach.isQuoted && bytes.last == Ascii.equals
            guard reach.takes(more.span, isSoft: isSoft), bytes.count + more.count <= limit else { break }
            if isSoft, JoinedReach.mayBeQuoted(more.span) {
                bytes.removeLast()
            } else {
                if looseCount == 0 { looseNumber = Int(next.number) }
                looseCount += 1
                if !(73...77).contains(Self.lastLength(slice.lines[last], store)) { endLine() }
            }
            bytes += more
            last += 1
        }
        count = last - place
        end = slice.lines[last].range.upperBound
        guard count > 0 || isUnfoldedAnew else { return nil }
    }

    /// What is said of the lines that are no content lines.
    var remark: String {
        looseCount == 1
            ? "the next line is not a content line; read as part of the text"
            : "the next \(looseCount) lines are not content lines; read as part of the text"
    }

    /// Adds an escaped line feed; a backslash in front of the line end was meant as one.
    private mutating func endLine() {
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

    /// How many octets the last physical line of a line has, without its end.
    private static func lastLength(_ line: SliceLine, _ bytes: [UInt8]) -> Int {
        let content = content(line, bytes)
        let start =
            bytes[content].lastIndex(where: LineFolding.isLineEnd).map { $0 + 1 } ?? content.lowerBound
        return content.upperBound - start
    }
}
