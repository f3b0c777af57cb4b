/// Inputs that are read as another text than their own, and lines that are read as two.
extension CalendarReader {
    /// Bytes of an input that is laid out anew, which is kept as a whole; what follows is not read.
    private static let largest = 256 << 20

    /// What is read in the place of an input that starts with some bytes: the calendars in an e-mail, and indented lines
    /// without their indentation; nil for any other.
    ///
    /// Throws when it cannot be read, when an e-mail has no calendar, and for a part of an input, of which not enough is
    /// known.
    static func otherText(
        of scanner: inout LineScanner,
        _ start: [UInt8],
        _ kind: InputKind,
        isPart: Bool,
        _ diagnostics: inout DiagnosticList
    ) throws(CalendarError) -> [UInt8]? {
        let isIndented = kind != .mail && IndentedText.begins(start)
        guard kind == .mail || isIndented else { return nil }
        if isPart { throw CalendarError(.notACalendar, file: diagnostics.file, kind.complaint) }
        let bytes = try scanner.everything(upTo: largest)
        if !scanner.isAtEnd {
            let message = "the input has more than \(largest) bytes; what follows them is not read"
            diagnostics.add(.error, .limit, line: nil, message)
        }
        if isIndented {
            let (text, line) = IndentedText.undone(bytes)
            diagnostics.warn(.layout, line: line, "lines are indented; read without their indentation")
            return text
        }
        let mail = MailText(bytes)
        guard mail.count > 0 else {
            throw CalendarError(.notACalendar, file: diagnostics.file, kind.complaint)
        }
        let what = mail.count == 1 ? "the calendar" : "the \(mail.count) calendars"
        let numbers = mail.keepsNumbers ? "" : "; line numbers are those of the decoded text"
        diagnostics.warn(.mail, line: nil, "this is an e-mail; reading \(what) in it\(numbers)")
        return mail.bytes
    }

    /// What the current line is, if it is BEGIN or END.
    mutating func marker() -> Marker? {
        let first = scanner.byte(scanner.lineStart) | 0x20
        guard first == 0x62 || first == 0x65 else { return nil }
        return withLine { Marker($0) } ?? firstOfTwo()
    }

    /// The marker of a line on which two stand; the second one is the next line.
    private mutating func firstOfTwo() -> Marker? {
        guard !scanner.isFolded, let (end, place) = withLine({ Marker.second(in: $0) }) else { return nil }
        diagnostics.warnOfRun(
            .layout,
            line: scanner.lineNumber,
            of: "two on one line",
            "two of BEGIN and END stand on one line; read as two lines"
        )
        scanner.split(contentUpTo: scanner.lineStart + end, at: scanner.lineStart + place)
        return withLine { Marker($0) }
    }
}
