/// One content line taken apart: a name, parameters and a value (RFC 5545 section 3.1).
///
/// Broken lines are mended where the value can be saved: a quote without its end, a parameter without a value, blanks
/// around the name. All ranges count from the start of the line.
package struct ContentLine {
    /// Where the name is, without blanks around it.
    package let name: Range<Int>
    /// The parameters, quotes removed and the carets of RFC 6868 undone.
    package let parameters: [Parameter]
    /// Where the value is, up to the end of the line.
    package let value: Range<Int>

    package enum Failure: Error {
        case noColon
        case noName
        case badName
        /// It is BEGIN or END with parameters, which no component has.
        case marker
    }

    /// What is odd about a name that can be used all the same.
    package enum Oddity {
        case blanks
        /// It holds bytes other than letters, digits and the hyphen.
        case bytes
    }

    /// Where the name of an unfolded line ends, or why there is none.
    package static func nameEnd(
        _ line: Span<UInt8>
    ) throws(Failure) -> (name: Range<Int>, end: Int, oddity: Oddity?) {
        var index = 0
        var isPlain = true
        // Most names are capitals and hyphens to their end.
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

    /// Takes a line apart whose name is known to end at `end`.
    ///
    /// `limit` is the greatest number of parameters, `form` how the value of a known property is written; what was mended
    /// is said in `remarks`.
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
    /// The numbers of the lines that are part of the text of another line.
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
