/// Reads the parameters of a content line (RFC 5545 section 3.2, RFC 6868).
struct ParameterLexer {
    /// The line, unfolded.
    let line: ArraySlice<UInt8>
    /// The next byte to read, counted from the start of the line; at the end that of the value.
    var index: Int
    /// The most parameters that are kept.
    let limit: Int
    /// What was read.
    private(set) var parameters: [Parameter] = []
    private var leftOut = 0
    /// Where a closing quote was looked for, and the one that was found there.
    private var searched = -1...(-1)
    private var foundClosing: Int?

    /// Reads from the byte after the name on, which is a colon or a semicolon.
    init(line: ArraySlice<UInt8>, index: Int, limit: Int) {
        self.line = line
        self.index = index
        self.limit = limit
    }

    private var isAtEnd: Bool { index >= line.count }
    private var byte: UInt8 { line[line.startIndex + index] }

    /// Reads all parameters and the colon after them.
    mutating func run(_ remarks: inout [ValueRemark]) throws(ContentLine.Failure) {
        while !isAtEnd {
            let separator = byte
            index += 1
            if separator == Ascii.colon {
                if leftOut > 0 {
                    remarks.append(
                        ValueRemark(
                            severity: .error,
                            code: .limit,
                            message: "has more than \(limit) parameters; \(leftOut) are left out"
                        )
                    )
                }
                return
            }
            readParameter(&remarks)
        }
        throw .noColon
    }

    /// Reads `NAME=value,value` up to the next semicolon or colon.
    private mutating func readParameter(_ remarks: inout [ValueRemark]) {
        let start = index
        while !isAtEnd, byte != Ascii.equals, byte != Ascii.semicolon, byte != Ascii.colon { index += 1 }
        let name = capitals(start..<index)
        guard !isAtEnd, byte == Ascii.equals, !name.isEmpty else {
            let hasValue = !isAtEnd && byte == Ascii.equals
            if hasValue { _ = readValues(of: "", &remarks) }
            remarks.note(
                .badParameter,
                name.isEmpty
                    ? "has a parameter without a name; left out"
                    : "has a parameter \(name) without a value; left out"
            )
            return
        }
        let values = readValues(of: name, &remarks)
        if parameters.count < limit {
            parameters.append(
                values.count == 1 ? Parameter(name, values[0]) : Parameter(name, values: values)
            )
        } else {
            leftOut += 1
        }
    }

    /// Reads the values after an equals sign, separated by commas.
    private mutating func readValues(of name: String, _ remarks: inout [ValueRemark]) -> [String] {
        var values: [String] = []
        repeat {
            index += 1
            let range: Range<Int>
            if !isAtEnd, byte == Ascii.quote, let closing = closingQuote(name, &remarks) {
                range = index + 1..<closing
                index = closing + 1
            } else {
                if !isAtEnd, byte == Ascii.quote {
                    remarks.note(
                        .badParameter,
                        "has a quote without its end in \(name); read up to the next separator"
                    )
                    index += 1
                }
                range = readUnquoted(name, &remarks)
            }
            let bytes = line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
            let text = ByteText.string(bytes, &remarks)
            values.append(bytes.contains(Ascii.caret) ? ParameterLexer.undoCarets(text) : text)
        } while !isAtEnd && byte == Ascii.comma
        return values
    }

    /// Where the quote that opens at ``index`` is closed: before a separator.
    ///
    /// A quote in the middle belongs to the value if one before a separator follows ahead of the next colon; otherwise
    /// nil.
    private mutating func closingQuote(_ name: String, _ remarks: inout [ValueRemark]) -> Int? {
        var place = index + 1
        while place < line.count, line[line.startIndex + place] != Ascii.quote { place += 1 }
        guard place + 1 < line.count else { return nil }
        if isSeparator(place + 1) { return place }
        guard let closing = closingQuoteBeforeColon(from: place + 1) else { return nil }
        remarks.note(.badParameter, "has quotes inside the quotes of \(name); kept")
        return closing
    }

    /// The first quote before a separator, from a place on and ahead of the next colon.
    ///
    /// The answer holds for all places up to where the search ended, so that a line of nothing but opening quotes is
    /// searched once and not once for each.
    private mutating func closingQuoteBeforeColon(from start: Int) -> Int? {
        if start >= searched.lowerBound, start <= searched.upperBound { return foundClosing }
        var place = start
        foundClosing = nil
        while place < line.count, line[line.startIndex + place] != Ascii.colon {
            if line[line.startIndex + place] == Ascii.quote, isSeparator(place + 1) {
                foundClosing = place
                break
            }
            place += 1
        }
        searched = start...place
        return foundClosing
    }

    /// Whether a semicolon, a colon or a comma stands at a place.
    private func isSeparator(_ place: Int) -> Bool {
        guard place < line.count else { return false }
        let byte = line[line.startIndex + place]
        return byte == Ascii.semicolon || byte == Ascii.colon || byte == Ascii.comma
    }

    /// Reads up to the next semicolon, colon or comma.
    private mutating func readUnquoted(_ name: String, _ remarks: inout [ValueRemark]) -> Range<Int> {
        let start = index
        while !isAtEnd, byte != Ascii.semicolon, byte != Ascii.colon, byte != Ascii.comma { index += 1 }
        // An offset as a zone's name, without the quotes that its colon needs: `TZID=GMT+05:30:20120904T020000`.
        if name == "TZID", !isAtEnd, byte == Ascii.colon, isOffsetMinutes(after: index) {
            index += 3
            remarks.note(.badParameter, "has a colon in TZID without quotes; read as part of the name")
        }
        return start..<index
    }

    private func isOffsetMinutes(after colon: Int) -> Bool {
        guard colon + 3 < line.count else { return false }
        let place = line.startIndex + colon
        return line[place + 1] &- 0x30 <= 9 && line[place + 2] &- 0x30 <= 9
            && (line[place + 3] == Ascii.colon || line[place + 3] == Ascii.semicolon)
    }

    private func capitals(_ range: Range<Int>) -> String {
        let bytes = line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
        let trimmed = Blanks.trim(bytes.span, 0..<bytes.count)
        let name = bytes[bytes.startIndex + trimmed.lowerBound..<bytes.startIndex + trimmed.upperBound]
        return String(decoding: name.lazy.map(Ascii.capital), as: UTF8.self)
    }

    /// The text with `^n`, `^^` and `^'` undone (RFC 6868); any other caret is kept.
    static func undoCarets(_ text: String) -> String {
        guard text.utf8.contains(Ascii.caret) else { return text }
        var result: [UInt8] = []
        var isAfterCaret = false
        for byte in text.utf8 {
            if isAfterCaret {
                isAfterCaret = false
                switch byte {
                case 0x6E: result.append(Ascii.lineFeed)
                case Ascii.caret: result.append(Ascii.caret)
                case Ascii.apostrophe: result.append(Ascii.quote)
                default: result.append(contentsOf: [Ascii.caret, byte])
                }
            } else if byte == Ascii.caret {
                isAfterCaret = true
            } else {
                result.append(byte)
            }
        }
        if isAfterCaret { result.append(Ascii.caret) }
        return String(decoding: result, as: UTF8.self)
    }
}
