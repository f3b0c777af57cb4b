/// A streaming tokenizer for XML 1.0 with namespaces.
///
/// The caller passes bytes in pieces of any size and reads tokens until none are left. Text is returned as ranges of
/// the current piece, without copying. The result does not depend on how the bytes are divided into pieces.
///
/// The tokenizer uses neither recursion nor a tree. Memory use is bounded by the limits on depth, tags and names.
/// Document type declarations are rejected, so only the five predefined entities can occur. Comments and processing
/// instructions are skipped. Text is passed on unchanged, including line endings and invalid UTF-8, because iCalendar
/// has its own rules for both. Markup must be valid.
struct XMLTokenizer: Sendable {
    enum Token: Sendable, Hashable {
        /// The start of an element, described by ``name`` and ``attributes``.
        case start
        case end
        /// Text, as a range within the current piece.
        case text(Range<Int>)
        /// Text that is not contiguous in the current piece; see ``characters``.
        case characters
    }

    private enum Mode: Sendable, Hashable {
        case prolog
        case text
        case reference
        /// After `<`.
        case open
        /// After `<!`, before the kind of markup is known.
        case declaration
        case tag(quote: UInt8)
        case comment(dashes: Int)
        case section(brackets: Int)
        case instruction(isQuestion: Bool)
    }

    let limits: XMLLimits
    /// The name of the element that the last token started.
    private(set) var name = XMLName("", "")
    /// The attributes of the element that the last token started.
    private(set) var attributes: [(name: XMLName, value: String)] = []
    /// The text of the last token, if it is ``Token/characters``.
    private(set) var characters: [UInt8] = []

    private var mode = Mode.prolog
    private var offset = 0
    private var elements = 0
    private var hasRoot = false
    private var markup: [UInt8] = []
    private var isPendingEnd = false
    /// The number of byte order mark bytes read so far.
    private var markBytes = 0
    private var scope = XMLScope()

    init(limits: XMLLimits) {
        self.limits = limits
    }

    /// The number of open elements.
    var depth: Int { scope.depth }
    /// Whether the root element is complete and nothing remains open.
    var isComplete: Bool { hasRoot && depth == 0 && mode == .text && !isPendingEnd }

    /// Returns a failure at the current byte, or at a given number of bytes before it.
    func failure(_ reason: XMLFailure.Reason, bytesBefore: Int = 0) -> XMLFailure {
        XMLFailure(reason, at: offset - bytesBefore)
    }

    /// Returns the next token in the given piece from `index` onward, or nil at the end of the piece.
    mutating func next(in bytes: [UInt8], at index: inout Int) throws(XMLFailure) -> Token? {
        let start = offset - index
        defer { offset = start + index }
        if isPendingEnd { return endEmptyElement() }
        while index < bytes.count {
            let byte = bytes[index]
            offset = start + index
            switch mode {
            case .prolog:
                try skipMark(byte, &index)
            case .text:
                if let run = try text(in: bytes, at: &index) { return run }
            case .reference:
                index += 1
                if try reference(byte) { return .characters }
            case .open:
                index += 1
                try open(byte)
            case .declaration:
                index += 1
                try declare(byte)
            case .tag(let quote):
                if quote == 0, skipToMark(in: bytes, at: &index) { continue }
                index += 1
                if let token = try tag(byte, quote: quote) { return token }
            case .comment(let dashes):
                index += 1
                guard dashes < 2 || byte == UInt8(ascii: ">") else {
                    throw failure(.malformed("'--' in a comment"))
                }
                mode = dashes == 2 ? .text : .comment(dashes: byte == UInt8(ascii: "-") ? dashes + 1 : 0)
            case .section(let brackets):
                if let token = section(in: bytes, at: &index, brackets: brackets) { return token }
            case .instruction(let isQuestion):
                index += 1
                try instruct(byte, isQuestion: isQuestion)
            }
        }
        return nil
    }
}

// MARK: - Text

extension XMLTokenizer {
    /// Skips a UTF-8 byte order mark and rejects byte order marks of other encodings.
    private mutating func skipMark(_ byte: UInt8, _ index: inout Int) throws(XMLFailure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if markBytes < 3, byte == mark[markBytes] {
            markBytes += 1
            index += 1
        } else if byte >= 0xFE || byte == 0 {
            throw failure(.encoding(byte == 0 ? "utf-32" : "utf-16"))
        } else if markBytes % 3 == 0 {
            mode = .text
        } else {
            throw failure(.malformed("text outside the root element"))
        }
    }

    /// Returns the text before the next markup, or nil if there is none.
    private mutating func text(in bytes: [UInt8], at index: inout Int) throws(XMLFailure) -> Token? {
        let (start, isOutside) = (index, depth == 0)
        var end = index
        while end < bytes.count, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            if isOutside, !bytes[end].isXMLBlank {
                index = end
                offset += index - start
                throw failure(.malformed("text outside the root element"))
            }
            end += 1
        }
        index = end
        if index > start, depth > 0 { return .text(start..<index) }
        guard index < bytes.count else { return nil }
        mode = bytes[index] == UInt8(ascii: "<") ? .open : .reference
        if depth == 0, mode == .reference {
            offset += index - start
            throw failure(.malformed("text outside the root element"))
        }
        markup.removeAll(keepingCapacity: true)
        index += 1
        return nil
    }

    /// Consumes a byte of a reference and returns whether the reference is complete.
    private mutating func reference(_ byte: UInt8) throws(XMLFailure) -> Bool {
        guard byte == UInt8(ascii: ";") else {
            markup.append(byte)
            guard byte.isXMLNameByte || byte == UInt8(ascii: "#"), markup.count <= 32 else {
                throw failure(.malformed("'&' does not start a reference"))
            }
            return false
        }
        characters = try XMLReference.bytes(of: markup[...], at: offset)
        mode = .text
        return true
    }

    /// Returns the next text in a CDATA section, or nil if there is none.
    private mutating func section(in bytes: [UInt8], at index: inout Int, brackets: Int) -> Token? {
        let byte = bytes[index]
        if byte == UInt8(ascii: "]") {
            index += 1
            guard brackets == 2 else {
                mode = .section(brackets: brackets + 1)
                return nil
            }
            characters = [byte]
            return .characters
        }
        if brackets == 2, byte == UInt8(ascii: ">") {
            index += 1
            mode = .text
            return nil
        }
        mode = .section(brackets: 0)
        if brackets > 0 {
            characters = Array(repeating: UInt8(ascii: "]"), count: brackets)
            return .characters
        }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") { index += 1 }
        return .text(start..<index)
    }
}

// MARK: - Markup

extension XMLTokenizer {
    private mutating func open(_ byte: UInt8) throws(XMLFailure) {
        switch byte {
        case UInt8(ascii: "?"): mode = .instruction(isQuestion: false)
        case UInt8(ascii: "!"): mode = .declaration
        default:
            markup.append(byte)
            mode = .tag(quote: 0)
        }
    }

    private mutating func declare(_ byte: UInt8) throws(XMLFailure) {
        markup.append(byte)
        if markup.elementsEqual("--".utf8) {
            mode = .comment(dashes: 0)
        } else if markup.elementsEqual("[CDATA[".utf8) {
            guard depth > 0 else { throw failure(.malformed("text outside the root element")) }
            mode = .section(brackets: 0)
        } else if !"--".utf8.starts(with: markup), !"[CDATA[".utf8.starts(with: markup) {
            throw failure(.documentType)
        }
    }

    /// Consumes a byte of a processing instruction.
    ///
    /// Only the encoding in the XML declaration is read.
    private mutating func instruct(_ byte: UInt8, isQuestion: Bool) throws(XMLFailure) {
        guard isQuestion, byte == UInt8(ascii: ">") else {
            if markup.count < 256 { markup.append(byte) }
            mode = .instruction(isQuestion: byte == UInt8(ascii: "?"))
            return
        }
        mode = .text
        guard markup.starts(with: "xml".utf8), markup.dropFirst(3).first?.isXMLBlank == true else { return }
        if let name = XMLReference.encoding(in: markup),
            !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased())
        {
            throw failure(.encoding(name))
        }
    }

    /// Consumes the bytes of a tag up to the next special character; returns whether any were consumed.
    private mutating func skipToMark(in bytes: [UInt8], at index: inout Int) -> Bool {
        let start = index
        let end = min(bytes.count, start + limits.tag - markup.count)
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                markup += bytes[start..<index]
                return index > start
            default: index += 1
            }
        }
        if end > start { markup += bytes[start..<end] }
        return end > start
    }

    /// Consumes a byte of a tag and returns a token if the tag is complete.
    private mutating func tag(_ byte: UInt8, quote: UInt8) throws(XMLFailure) -> Token? {
        guard byte != UInt8(ascii: "<") else { throw failure(.malformed("'<' in a tag")) }
        if byte == UInt8(ascii: ">"), quote == 0 {
            mode = .text
            return try parseTag()
        }
        guard markup.count < limits.tag else { throw failure(.limit("tag", limits.tag)) }
        markup.append(byte)
        if quote != 0 {
            if byte == quote { mode = .tag(quote: 0) }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            mode = .tag(quote: byte)
        }
        return nil
    }

    private mutating func parseTag() throws(XMLFailure) -> Token {
        if markup.first == UInt8(ascii: "/") {
            var name = markup[1...]
            while name.last?.isXMLBlank == true { name.removeLast() }
            guard scope.close(name) else { throw failure(.malformed("mismatched end tag")) }
            return .end
        }
        let isEmpty = markup.last == UInt8(ascii: "/")
        guard depth > 0 || !hasRoot else { throw failure(.malformed("second root element")) }
        guard depth < limits.depth else { throw failure(.limit("depth", limits.depth)) }
        guard elements < limits.elements else { throw failure(.limit("elements", limits.elements)) }
        elements += 1
        hasRoot = true
        attributes.removeAll(keepingCapacity: true)
        isPendingEnd = isEmpty
        let written = isEmpty ? markup.dropLast() : markup[...]
        if let known = scope.openKnown(written) {
            name = known
            return .start
        }
        var tag = XMLTag(written, limits, at: offset)
        try tag.read()
        name = try scope.open(tag, limits, at: offset)
        for attribute in tag.attributes where !attribute.isDeclaration {
            let name = try scope.attributeName(attribute.name, at: offset)
            guard !attributes.contains(where: { $0.name == name }) else {
                throw failure(.malformed("duplicate attribute"))
            }
            attributes.append((name, String(decoding: attribute.value, as: UTF8.self)))
        }
        return .start
    }

    private mutating func endEmptyElement() -> Token {
        isPendingEnd = false
        scope.closeLast()
        return .end
    }
}

extension UInt8 {
    var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether the byte can be part of a name; true for all non-ASCII bytes.
    var isXMLNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}
