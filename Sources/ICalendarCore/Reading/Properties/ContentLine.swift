/// One content line split into a name, parameters, and a value (RFC 5545 sections 3.1 and 3.2, RFC 6868).
///
/// A broken line is repaired if its value can be recovered. Examples are an unterminated quote, a parameter without a
/// value, and blanks around the name. All ranges are relative to the start of the line.
package struct ContentLine {
    /// The range of the name, without the blanks around it.
    package let name: Range<Int>
    /// The parameters, with quotes removed and the caret escapes of RFC 6868 decoded.
    package private(set) var parameters: [Parameter] = []
    /// The range of the value, which extends to the end of the line.
    package private(set) var value: Range<Int>

    // State for reading the parameters.
    /// The offset of the next byte to read in the line.
    private var index: Int
    private let limit: Int
    private var leftOut = 0
    private var hasReserved = false
    private var flood = RemarkFlood()
    /// The start and end of the last search for a closing quote; ``foundClosing`` is its result.
    private var searched = -1...(-1)
    private var foundClosing: Int?
    private var valueStart: ValueStart
    /// The last colon known to precede the value.
    private var startColon = -1

    package enum Failure: Error {
        case noColon
        case noName
        /// Text that cannot be a name, such as a number or a URL scheme.
        case badName
        /// A BEGIN or END with parameters, which are not allowed there.
        case marker
    }

    /// Splits a line whose name ends at `end`.
    ///
    /// `limit` is the maximum number of parameters, and `form` is the value form of a known property. Repairs are
    /// reported in `remarks`.
    package init(
        _ line: Span<UInt8>,
        name: Range<Int>,
        end: Int,
        limit: Int,
        form: ValueForm?,
        _ remarks: inout [ValueRemark]
    ) throws(Failure) {
        if form == nil, Self.isNameImpossible(line, name, end) { throw .badName }
        self.name = name
        self.limit = limit
        index = end
        value = end..<line.count
        valueStart = ValueStart(form)
        try readParameters(line, &remarks)
        value = index..<line.count
    }

    // MARK: - Parameters

    private func byte(_ line: Span<UInt8>) -> UInt8? {
        index < line.count ? line[index] : nil
    }

    /// Reads all parameters of an unfolded line and the colon after them.
    private mutating func readParameters(
        _ line: Span<UInt8>,
        _ remarks: inout [ValueRemark]
    ) throws(Failure) {
        if byte(line) == Ascii.semicolon, valueStart.isBehindSemicolon(line, name, index) {
            index += 1
            return note("semicolon instead of a colon before the value; read as a colon", &remarks)
        }
        while let separator = byte(line) {
            index += 1
            if separator == Ascii.colon, !isParameterBehindColon(line, &remarks) {
                if flood.unsaid > 0 {
                    let count = "\(flood.unsaid) more parameters"
                    remarks.note(.badParameter, "\(count) repaired or ignored")
                }
                if leftOut > 0 {
                    remarks.note(
                        .limit,
                        as: .error,
                        "limit reached: \(limit) parameters (ReadingLimits.parameters); \(leftOut) skipped"
                    )
                }
                return
            }
            if !hasReserved {
                hasReserved = true
                parameters.reserveCapacity(expectedCount(line))
            }
            readParameter(line, &remarks)
        }
        throw .noColon
    }

    /// Returns whether the colon before ``index`` is followed by a parameter instead of the value, as in
    /// `DTSTART:TZID=Europe/Berlin:20260330T091500` or `ATTENDEE:;ROLE=CHAIR:mailto:a@x.org`.
    ///
    /// Skips an extra colon, as in `DTSTART::20260330T091500Z`.
    private mutating func isParameterBehindColon(_ line: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Bool
    {
        let colon = index - 1
        guard colon != startColon, !valueStart.isStart(line, colon) else { return false }
        if valueStart.isDoubled(line, colon) {
            index += 1
            note("extra colon before the value ignored", &remarks)
        }
        guard let name = ValueStart.parameterName(line, behind: colon) else { return false }
        let isExtra = byte(line) == Ascii.semicolon
        if isExtra { index += 1 }
        note(
            isExtra
                ? "extra colon before \(name) ignored"
                : "colon instead of a semicolon before \(name); read as a parameter",
            &remarks
        )
        return true
    }

    /// Returns the expected number of remaining parameters, one more than the number of semicolons before the next
    /// colon.
    ///
    /// Call this only once per line, because it looks ahead.
    private func expectedCount(_ line: Span<UInt8>) -> Int {
        var count = 1
        var place = index
        while count < 16 {
            place = line.firstPlace(of: Ascii.semicolon, or: Ascii.colon, in: place..<line.count)
            guard place < line.count, line[place] == Ascii.semicolon else { break }
            count += 1
            place += 1
        }
        return min(count, limit)
    }

    /// Reads `NAME=value,value` up to the next semicolon or colon.
    private mutating func readParameter(_ line: Span<UInt8>, _ remarks: inout [ValueRemark]) {
        let start = index
        while let byte = byte(line), byte != Ascii.equals, byte != Ascii.semicolon, byte != Ascii.colon {
            index += 1
        }
        let name = name(line.extracting(start..<index), &remarks)
        if start < index, Ascii.isBlank(line[start]) || Ascii.isBlank(line[index - 1]) {
            note("parameter name \(Words.short(name)) has blanks around it; ignored", &remarks)
        }
        let hasValue = byte(line) == Ascii.equals || isColonForEquals(line, name, &remarks)
        guard hasValue, !name.isEmpty else {
            if hasValue { _ = readValues(line, of: "", &remarks) }
            note(
                name.isEmpty
                    ? "parameter has no name; ignored"
                    : "parameter \(Words.short(name)) has no value; ignored",
                &remarks
            )
            return
        }
        if name == "TZID" { valueStart.heedZone() }
        if !Words.isToken(name), flood.admits() {
            remarks.note(.propertyName, "\(Words.quoted(name)) is not a valid parameter name; kept")
        }
        let parameter = readValues(line, of: name, &remarks)
        if name == "VALUE" {
            valueStart.heed(declaration: parameter)
            startColon = -1
        }
        if parameters.count < limit { parameters.append(parameter) } else { leftOut += 1 }
    }

    /// Returns whether the colon at ``index`` replaces the equals sign after a name, as in
    /// `SENT-BY:"mailto:a@x.org":mailto:b@x.org`.
    ///
    /// Another colon must precede the value.
    private mutating func isColonForEquals(
        _ line: Span<UInt8>,
        _ name: String,
        _ remarks: inout [ValueRemark]
    ) -> Bool {
        guard byte(line) == Ascii.colon, ParameterGrammar.named[name] != nil,
            valueStart.isStartLater(line, than: index)
        else { return false }
        note("colon instead of an equals sign after \(name); read as an equals sign", &remarks)
        return true
    }

    /// Returns a name in uppercase, without surrounding blanks or NUL.
    private func name(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> String {
        if bytes.indices.contains(where: { bytes[$0] == 0 }) {
            let others = ByteText.withoutNUL(bytes, &remarks)
            return Self.capitals(others.span.extracting(others.span.trimmingBlanks(others.indices)))
        }
        return Self.capitals(bytes.extracting(bytes.trimmingBlanks(bytes.indices)))
    }

    /// Adds a remark about a parameter.
    ///
    /// If there are many remarks, only the first ones are added.
    private mutating func note(_ message: @autoclosure () -> String, _ remarks: inout [ValueRemark]) {
        if flood.admits() { remarks.note(.badParameter, message()) }
    }

    private mutating func readValues(
        _ line: Span<UInt8>,
        of name: String,
        _ remarks: inout [ValueRemark]
    ) -> Parameter {
        let first = readValue(line, of: name, &remarks)
        guard byte(line) == Ascii.comma else { return Parameter(capitals: name, first) }
        var values = [first]
        while byte(line) == Ascii.comma { values.append(readValue(line, of: name, &remarks)) }
        return Parameter(capitals: name, values: values)
    }

    /// Reads the value after an equals sign or a comma.
    private mutating func readValue(
        _ line: Span<UInt8>,
        of name: String,
        _ remarks: inout [ValueRemark]
    ) -> String {
        let isFirst = line[index] != Ascii.comma
        index += 1
        let range: Range<Int>
        var separators: Separators?
        if byte(line) == Ascii.quote, let closing = closingQuote(line, name, &remarks) {
            range = index + 1..<closing
            index = closing + 1
        } else {
            let isOpened = byte(line) == Ascii.quote
            if isOpened {
                note(
                    "unterminated quote in \(Words.short(name)); read up to the next separator",
                    &remarks
                )
                index += 1
            }
            (range, separators) = readUnquoted(line, name, isFirst: isFirst)
            // Only `^'` can represent a quote within a value (RFC 5545 section 3.1, RFC 6868 section 3.1).
            if !isOpened, range.contains(where: { line[$0] == Ascii.quote }) {
                note("quote in the middle of \(Words.short(name)); kept", &remarks)
            }
        }
        let bytes = line.extracting(range)
        let traits = ByteTraits(bytes)
        let text = ByteText.string(bytes, traits, &remarks)
        // Some programs escape quotes with a backslash.
        let unescaped = traits.contains(.backslash) ? text.replacing("\\\"", with: "\"") : text
        let value = traits.contains(.caret) ? TextEscapes.undoCarets(unescaped) : unescaped
        guard let separators else { return value }
        var plain = value
        if separators.comma { plain = plain.replacing("\\,", with: ",") }
        if separators.semicolon { plain = plain.replacing("\\;", with: ";") }
        note(
            "unquoted \(separators.noun) in \(Words.short(name)); read as \(Words.quoted(plain))",
            &remarks
        )
        return plain
    }

    /// Returns the position of the quote that closes the quote at ``index``.
    ///
    /// A closing quote must precede a separator.
    ///
    /// A quote in the middle of the value belongs to the value if another quote, directly before a separator,
    /// precedes the next colon. Otherwise, the result is nil.
    private mutating func closingQuote(
        _ line: Span<UInt8>,
        _ name: String,
        _ remarks: inout [ValueRemark]
    ) -> Int? {
        var place = index + 1
        while place < line.count, line[place] != Ascii.quote { place += 1 }
        guard place + 1 < line.count else { return nil }
        if isSeparator(line, place + 1) { return place }
        guard let closing = closingQuoteBeforeColon(line, from: place + 1) else { return nil }
        note("quotes inside the quotes of \(Words.short(name)); kept", &remarks)
        return closing
    }

    /// Returns the position of the first quote directly before a separator, searching from the given offset to the next
    /// colon.
    ///
    /// The result applies to all offsets up to the end of the search, so a line consisting only of opening quotes is
    /// searched just once.
    private mutating func closingQuoteBeforeColon(_ line: Span<UInt8>, from start: Int) -> Int? {
        if start >= searched.lowerBound, start <= searched.upperBound { return foundClosing }
        var place = start
        foundClosing = nil
        while place < line.count, line[place] != Ascii.colon {
            if line[place] == Ascii.quote, isSeparator(line, place + 1) {
                foundClosing = place
                break
            }
            place += 1
        }
        searched = start...place
        return foundClosing
    }

    private func isSeparator(_ line: Span<UInt8>, _ place: Int) -> Bool {
        guard place < line.count else { return false }
        let byte = line[place]
        return byte == Ascii.semicolon || byte == Ascii.colon || byte == Ascii.comma
    }

    /// The separators that were read as part of a value.
    private struct Separators {
        var comma = false
        var colon = false
        /// Set only for a semicolon preceded by a backslash.
        var semicolon = false

        var noun: String { semicolon ? "semicolon" : comma ? "comma" : "colon" }
    }

    /// Reads up to the next semicolon, colon, or comma that does not belong to the value.
    private mutating func readUnquoted(
        _ line: Span<UInt8>,
        _ name: String,
        isFirst: Bool
    ) -> (Range<Int>, Separators?) {
        let start = index
        var separators = Separators()
        var isFound = false
        while index < line.count {
            let byte = line[index]
            // Nearly all bytes are greater than all three separators.
            if byte > Ascii.semicolon {
                index += 1
                continue
            }
            if byte == Ascii.semicolon {
                guard isFirst, isEscaped(line, start..<index), ParameterGrammar.mayHoldComma(name),
                    ValueStart.parameterName(line, at: index + 1) == nil
                else { break }
                separators.semicolon = true
                isFound = true
            } else if byte == Ascii.comma {
                if !separators.comma {
                    guard isFirst, ParameterGrammar.mayHoldComma(name) else { break }
                    separators.comma = true
                    isFound = true
                }
            } else if byte == Ascii.colon {
                guard belongsToValue(line, start..<index, name) else { break }
                separators.colon = true
                isFound = true
            }
            index += 1
        }
        return (start..<index, isFound ? separators : nil)
    }

    /// Returns whether the byte after a part of a value is preceded by an unescaped backslash.
    private func isEscaped(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var place = range.upperBound
        while place > range.lowerBound, line[place - 1] == Ascii.backslash { place -= 1 }
        return (range.upperBound - place) % 2 == 1
    }

    /// Returns whether the colon after a part of a value belongs to the value.
    private mutating func belongsToValue(_ line: Span<UInt8>, _ range: Range<Int>, _ name: String) -> Bool {
        if valueStart.isStart(line, range.upperBound) {
            if valueStart.isUnknowable, ValueStart.isInLink(line, range, name) { return true }
            startColon = range.upperBound
            return false
        }
        return mayBelongToValue(line, range.upperBound, name)
    }

    /// Returns whether a colon that does not precede the value's recognizable start belongs to a parameter.
    ///
    /// Not inlined, because few lines get this far.
    @inline(never)
    private mutating func mayBelongToValue(_ line: Span<UInt8>, _ colon: Int, _ name: String) -> Bool {
        ParameterGrammar.mayHoldColon(name)
            && ValueStart.parameterName(line, behind: colon) == nil
            && !valueStart.isDoubled(line, colon)
    }
}
