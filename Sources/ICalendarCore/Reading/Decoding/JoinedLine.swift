/// A content line and the following lines that belong to its value.
///
/// Joined lines result from text with unescaped line feeds, folds without the leading blank, addresses on a line of
/// their own, and quoted-printable soft line breaks.
struct JoinedLine {
    /// The unfolded line, including the lines joined to it.
    private(set) var bytes: [UInt8] = []
    /// The number of lines joined to the first line.
    private(set) var count = 0
    /// The end of the last joined line in the slice.
    private(set) var end = 0
    /// The number of joined lines that are not content lines themselves.
    private(set) var looseCount = 0
    /// The line number of the first joined line that is not a content line itself.
    private(set) var looseNumber = 0
    private var isAddress = false
    private var isText = true

    /// Returns the length of the next line's name, or 0 if no property follows.
    ///
    /// Returns nil if the next line may belong to this line.
    ///
    /// The first bytes of the next line are nearly always enough to decide.
    @inline(__always)
    static func nextName(
        _ lines: [ComponentSlice.Line],
        _ place: Int,
        _ content: Range<Int>,
        _ bytes: Span<UInt8>
    )
        -> Int?
    {
        if content.count > 0, bytes[content.upperBound - 1] == Ascii.equals { return nil }
        guard place + 1 < lines.count, lines[place + 1].kind == .property else { return 0 }
        return plainName(bytes, Int(lines[place + 1].offset))
    }

    /// Returns the length of an uppercase name that ends at a colon or semicolon, or nil if there is no such name.
    @inline(__always)
    private static func plainName(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var index = start
        while index + 8 <= bytes.count {
            let count = ByteWord(bytes, at: index).leadingNameBytes
            index += count
            if count < 8 { break }
        }
        guard index > start, index + 1 < bytes.count else { return nil }
        // The line may be a malformed BEGIN or END.
        switch (bytes[start], bytes[start + 1]) {
        case (0x42, 0x45), (0x45, 0x4E): return nil
        default: break
        }
        if bytes[index] == Ascii.colon { return bytes[index + 1] == Ascii.slash ? nil : index - start }
        guard bytes[index] == Ascii.semicolon else { return nil }
        return JoinedReach.hasParameter(bytes, at: index) ? index - start : nil
    }

    /// Creates the joined line at the given index in a slice, or returns nil if no other line belongs to it.
    ///
    /// The joined line has at most `limit` bytes.
    init?(_ slice: ComponentSlice, _ place: Int, limit: Int) {
        let store = slice.store.bytes
        let first = Self.content(slice.lines[place], store)
        Self.append(slice.lines[place], first, store, to: &bytes)
        guard let reach = JoinedReach(bytes.span) else { return nil }
        isAddress = reach.isAddress
        isText = !reach.isOnlyCut
        let isUnfoldedAnew = reach.isQuoted && slice.lines[place].isFolded
        if isUnfoldedAnew { QuotedPrintable.unfold(store[first], into: &bytes) }
        var last = place
        while last + 1 < slice.lines.count,
            Self.areNeighbours(slice.lines[last], slice.lines[last + 1], store)
        {
            let next = slice.lines[last + 1]
            var more: [UInt8] = []
            Self.append(next, Self.content(next, store), store, to: &more)
            let isSoft =
                reach.isQuoted && bytes.last == Ascii.equals
                && Self.areAdjacent(slice.lines[last], next, store)
            let length = Self.lastLength(slice.lines[last], store)
            guard reach.takes(more.span, isSoft: isSoft, after: length), bytes.count + more.count <= limit
            else { break }
            if isSoft, JoinedReach.mayBeQuoted(more.span) {
                bytes.removeLast()
            } else {
                if looseCount == 0 { looseNumber = Int(next.number) }
                looseCount += 1
                if !isAddress, !JoinedReach.cutLengths.contains(length) { endLine() }
            }
            bytes += more
            last += 1
            if isAddress { break }
        }
        count = last - place
        end = slice.lines[last].range.upperBound
        guard count > 0 || isUnfoldedAnew else { return nil }
    }

    var remark: String {
        if isAddress { return "the address is on the next line; lines joined" }
        let whole = isText ? "text" : "value"
        return looseCount == 1
            ? "the next line is not a content line; read as part of the \(whole)"
            : "the next \(looseCount) lines are not content lines; read as part of the \(whole)"
    }

    /// Appends an escaped line feed, replacing a final backslash that was meant as a line feed.
    private mutating func endLine() {
        var backslashes = 0
        while backslashes < bytes.count, bytes[bytes.count - 1 - backslashes] == Ascii.backslash {
            backslashes += 1
        }
        if backslashes % 2 == 1 { bytes.removeLast() }
        bytes += [Ascii.backslash, 0x6E]
    }

    // MARK: - Lines

    private static func content(_ line: ComponentSlice.Line, _ bytes: [UInt8]) -> Range<Int> {
        let start = line.range.lowerBound
        return start..<LineFolding.contentEnd(bytes.span, start, line.range.upperBound)
    }

    private static func append(
        _ line: ComponentSlice.Line,
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

    /// Returns whether two lines are properties separated only by line endings.
    private static func areNeighbours(
        _ line: ComponentSlice.Line,
        _ next: ComponentSlice.Line,
        _ bytes: [UInt8]
    ) -> Bool {
        guard next.kind == .property, line.range.upperBound <= Int(next.offset) else { return false }
        return bytes[line.range.upperBound..<Int(next.offset)].allSatisfy(LineFolding.isLineEnd)
    }

    /// Returns whether no empty line separates two neighboring lines.
    private static func areAdjacent(
        _ line: ComponentSlice.Line,
        _ next: ComponentSlice.Line,
        _ bytes: [UInt8]
    ) -> Bool {
        let content = content(line, bytes)
        let separator = bytes[content.upperBound..<Int(next.offset)]
        return separator.count == 1 || separator.elementsEqual([Ascii.carriageReturn, Ascii.lineFeed])
    }

    /// Returns the number of octets in the last physical line of a logical line, excluding its line ending.
    private static func lastLength(_ line: ComponentSlice.Line, _ bytes: [UInt8]) -> Int {
        JoinedReach.lastLength(bytes[content(line, bytes)])
    }
}

/// A test for lines that belong to the value of a preceding content line; see ``JoinedLine``.
struct JoinedReach {
    /// Whether the value is quoted-printable.
    let isQuoted: Bool
    /// Whether the value is an address that is missing from the line.
    let isAddress: Bool
    /// Whether the value takes only folded lines that lack their leading blank, because the value is not text.
    let isOnlyCut: Bool

    /// The line lengths, in octets, at which programs fold.
    static let cutLengths = 73...77

    /// Returns the number of octets in the last physical line of the content of a logical line.
    static func lastLength(_ content: ArraySlice<UInt8>) -> Int {
        let start = content.lastIndex(where: LineFolding.isLineEnd).map { $0 + 1 } ?? content.startIndex
        return content.endIndex - start
    }

    /// Creates the test for an unfolded line, or returns nil if only folds can belong to the line.
    init?(_ line: Span<UInt8>) {
        guard let (name, end, _) = try? ContentLine.nameEnd(line),
            (end..<line.count).contains(where: { line[$0] == Ascii.colon })
        else { return nil }
        isQuoted = QuotedPrintable.isDeclared(line, after: end)
        let form = line[line.count - 1] == Ascii.colon ? PropertyDefinition.form(of: name, in: line) : nil
        isAddress = form == .calendarAddress || form == .uri
        isOnlyCut = !isQuoted && !isAddress && !Self.isText(name, line)
        // Code that reads only scheduling properties does not look at the next line.
        if isOnlyCut, Self.isForScheduling(name, line) { return nil }
    }

    private static func isForScheduling(_ name: Range<Int>, _ line: Span<UInt8>) -> Bool {
        guard let index = PropertyDefinition.index(of: name, in: line) else { return false }
        return PropertySelection.scheduling.wants(known: index)
    }

    /// Returns whether the next unfolded line belongs to the value.
    ///
    /// `isSoft` indicates a soft line break before the line, and `length` is the length of the physical line before it.
    func takes(_ line: Span<UInt8>, isSoft: Bool, after length: Int) -> Bool {
        if isOnlyCut { return Self.cutLengths.contains(length) && Self.isLoose(line) }
        if isAddress { return ValueStart.isPlainMailto(line, 0) || ContentLine.isLink(line) }
        return isSoft && Self.mayBeQuoted(line) || Self.isLoose(line)
    }

    /// Returns whether a property's value is free text.
    ///
    /// Properties not defined by an RFC count as text (RFC 5545 section 3.8.8).
    private static func isText(_ name: Range<Int>, _ line: Span<UInt8>) -> Bool {
        guard let index = PropertyDefinition.index(of: name, in: line) else { return true }
        let definition = PropertyDefinition.all[index]
        switch definition.form {
        case .textList: return true
        case .text: return !notWritten.contains(definition.name)
        default: return false
        }
    }

    /// Text properties whose few words are written by programs rather than people.
    private static let notWritten: Set<String> = [
        "VERSION", "CALSCALE", "PRODID", "COLOR", "RELATED-TO", "PROXIMITY", "PARTICIPANT-TYPE",
        "RESOURCE-TYPE",
        "REFID",
    ]

    /// Returns whether an unfolded line is not a content line.
    ///
    /// A loose line has no name, or its apparent name cannot be a property name, such as `10` in a time of day or
    /// `https` in an address. A name before a parameter belongs to a property, even if the line has no colon.
    static func isLoose(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? ContentLine.nameEnd(line) else { return true }
        if line[end] == Ascii.semicolon, !(end..<line.count).contains(where: { line[$0] == Ascii.colon }) {
            let form = PropertyDefinition.form(of: name, in: line)
            return !hasParameter(line, at: end) && !ValueStart(form).isBehindSemicolon(line, name, end)
        }
        return ContentLine.isNameImpossible(line, name, end)
    }

    /// Returns whether the semicolon at the given index precedes a parameter with a short name.
    @inline(__always)
    static func hasParameter(_ line: Span<UInt8>, at semicolon: Int) -> Bool {
        for place in semicolon + 1..<min(semicolon + 17, line.count) where line[place] == Ascii.equals {
            return true
        }
        return false
    }

    /// Returns whether a line after a soft line break can be part of the text.
    ///
    /// A known property or an X- property is not part of the text if its name is uppercase. A scheduling property is
    /// never part of the text, because code that reads only scheduling properties does not see the line break.
    static func mayBeQuoted(_ line: Span<UInt8>) -> Bool {
        guard let (name, _, oddity) = try? ContentLine.nameEnd(line) else { return true }
        if oddity == nil, name.allSatisfy({ line[$0] < 0x61 }) {
            let isExtension = name.count > 2 && line[0] == 0x58 && line[1] == Ascii.minus
            if isExtension || PropertyDefinition.index(of: name, in: line) != nil { return false }
        }
        let plain = ContentLine.capitals(line.extracting(name))
        return !PropertySelection.scheduling.wants(unknown: Array(plain.utf8).span)
    }
}

/// A run of unusable lines, reported as one diagnostic.
///
/// Lines with and without a usable name form separate runs, because a named line is reported only if its property is
/// wanted.
struct JunkRun {
    /// The numbers of the lines that belong to another line's text.
    var joined: Set<UInt32> = []
    private var line = 0
    private var count = 0
    private var first = ""
    private var isNamed = false

    mutating func add(
        line number: Int,
        isNamed: Bool,
        _ failure: ContentLine.Failure,
        _ bytes: Span<UInt8>,
        _ diagnostics: inout DiagnosticList
    ) {
        if isNamed != self.isNamed { end(&diagnostics) }
        self.isNamed = isNamed
        count += 1
        guard count == 1 else { return }
        line = number
        let what =
            switch failure {
            case .noColon: "has no colon"
            case .noName: "has no name"
            case .badName: "does not start with a name"
            case .marker: "has parameters, but BEGIN and END take none"
            }
        first = "\(ValueReader.excerpt(bytes)) \(what)"
    }

    mutating func end(_ diagnostics: inout DiagnosticList) {
        guard count > 0 else { return }
        diagnostics.addSkipped(
            line: line,
            count == 1 ? "line skipped: \(first)" : "\(count) lines skipped: \(first)"
        )
        count = 0
    }
}
