/// Converts e-mails and indented inputs before they are read, and splits lines that hold two.
extension CalendarReader {
    /// The maximum number of bytes of an e-mail or indented input to read, since it is kept in memory as a whole.
    private static let largest = 256 << 20

    /// Returns the calendars in an e-mail, or indented lines without their indentation; nil for any other input.
    ///
    /// Throws if the input cannot be read, if an e-mail holds no calendar, or if only a part of the input is at hand.
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
            diagnostics.warn(.layout, line: line, "lines are indented; indentation ignored")
            return text
        }
        let mail = MailText(bytes)
        guard mail.count > 0 else {
            let complaint =
                mail.isLimited
                ? "an e-mail with too many or too deeply nested parts to search" : kind.complaint
            throw CalendarError(.notACalendar, file: diagnostics.file, complaint)
        }
        let what = mail.count == 1 ? "the calendar" : "the \(mail.count) calendars"
        let numbers = mail.keepsNumbers ? "" : "; line numbers refer to the decoded text"
        diagnostics.warn(.mail, line: nil, "the input is an e-mail; reading \(what) in it\(numbers)")
        if mail.isLimited {
            let message =
                "the e-mail has too many or too deeply nested parts; not all of them were searched for calendars"
            diagnostics.add(.error, .limit, line: nil, message)
        }
        return mail.bytes
    }

    /// Returns the marker of the current line if it is BEGIN or END.
    mutating func marker() -> Marker? {
        let first = scanner.byte(scanner.lineStart) | 0x20
        guard first == 0x62 || first == 0x65 else { return nil }
        return withLine { Marker($0) } ?? firstOfTwo()
    }

    /// Returns the first marker of a line that holds two.
    ///
    /// The second becomes the next line.
    private mutating func firstOfTwo() -> Marker? {
        guard !scanner.isFolded, let (end, place) = withLine({ Marker.second(in: $0) }) else { return nil }
        diagnostics.warnOfRun(
            .layout,
            line: scanner.lineNumber,
            of: "two on one line",
            "BEGIN or END twice on one line; read as two lines"
        )
        scanner.split(contentUpTo: scanner.lineStart + end, at: scanner.lineStart + place)
        return withLine { Marker($0) }
    }
}
