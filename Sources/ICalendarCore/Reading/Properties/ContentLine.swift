/// One content line split into a name, parameters and a value (RFC 5545 section 3.1).
///
/// Broken lines are repaired if the value can be recovered: an unterminated quote, a parameter without a value, blanks
/// around the name. All ranges are relative to the start of the line.
package struct ContentLine {
    /// The range of the name, without the blanks around it.
    package let name: Range<Int>
    /// The parameters, unquoted and with RFC 6868 carets decoded.
    package let parameters: [Parameter]
    /// The range of the value, which extends to the end of the line.
    package let value: Range<Int>

    package enum Failure: Error {
        case noColon
        case noName
        case badName
        /// A BEGIN or END with parameters, which neither of them allows.
        case marker
    }

    /// A defect in a name that is still usable.
    package enum Oddity {
        case blanks
        /// The name contains bytes other than letters, digits and hyphens.
        case bytes
    }

    /// Returns the range of an unfolded line's name and the position of its separator, or throws if it has no valid
    /// name.
    package static func nameEnd(
        _ line: Span<UInt8>
    ) throws(Failure) -> (name: Range<Int>, end: Int, oddity: Oddity?) {
        var index = 0
        var isPlain = true
        // Most names consist only of capitals and hyphens.
        while index + 8 <= line.count {
            let count = ByteWord(line, at: index).leadingNameBytes
            index += count
            if count < 8 { break }
        }
        while index < line.count, line[index] != Ascii.colon, line[index] != Ascii.semicolon {
            if !isNameByte(line[index]) { isPlain = false }
            index += 1
        }
        guard index < line.count else { throw .noColon }
        if isPlain {
            if index == 0 { throw .noName }
            if NameText.isMarker(line.extracting(0..<index)) { throw .marker }
            return (0..<index, index, nil)
        }
        let name = line.trimmingBlanks(0..<index)
        if name.isEmpty { throw .noName }
        var oddity = Oddity.blanks
        for place in name where !isNameByte(line[place]) {
            guard NameText.isTolerable(line[place]) else { throw .badName }
            oddity = .bytes
        }
        if NameText.isMarker(line.extracting(name)) { throw .marker }
        return (name, index, oddity)
    }

    /// Splits a line whose name ends at `end`.
    ///
    /// `limit` is the maximum number of parameters, and `form` is the form of the value of a known property. Repairs
    /// are reported in `remarks`.
    package init(
        _ line: Span<UInt8>,
        name: Range<Int>,
        end: Int,
        limit: Int,
        form: ValueForm?,
        _ remarks: inout [ValueRemark]
    ) throws(Failure) {
        self.name = name
        var lexer = ParameterLexer(index: end, limit: limit, form: form)
        try lexer.run(line, &remarks)
        parameters = lexer.parameters
        value = lexer.index..<line.count
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let capital = Ascii.capital(byte)
        return capital &- 0x41 <= 25 || byte &- 0x30 <= 9 || byte == Ascii.minus
    }
}

/// A run of unusable lines, reported as one diagnostic.
struct JunkRun {
    /// The numbers of the lines that belong to the text of another line.
    var joined: Set<UInt32> = []
    private var line = 0
    private var count = 0
    private var first = ""

    mutating func add(
        line number: Int,
        _ failure: ContentLine.Failure,
        _ bytes: Span<UInt8>,
        _ diagnostics: inout DiagnosticList
    ) {
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
        diagnostics.add(
            .error,
            .framing,
            line: line,
            count == 1
                ? "line skipped: \(first)"
                : "\(count) lines skipped: \(first)"
        )
        count = 0
    }
}
