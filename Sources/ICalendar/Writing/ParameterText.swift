/// Parameters as text (RFC 5545 section 3.2), with the carets of RFC 6868.
enum ParameterText {
    /// Adds `;NAME=value,value`, or nothing for a parameter without a usable name or without values.
    ///
    /// A value is quoted where it holds a colon, a semicolon or a comma, or ends with a backslash, which some programs
    /// take for an escape of what follows. Line breaks, carets and quotes are written as
    /// `^n`, `^^` and `^'`; control characters other than the tab, for which there is no form, are left out.
    ///
    /// So are several values of a parameter that may have one, as a comma without quotes is read as a part of it, and all
    /// values with `quoting`.
    static func append(_ parameter: Parameter, quoting: Bool = false, to bytes: inout [UInt8]) {
        let name = NameText.parameter(parameter.name)
        let values = parameter.values
        guard !name.isEmpty, !values.isEmpty else { return }
        bytes.append(Ascii.semicolon)
        bytes += name
        let quoting =
            quoting || values.count > 1 && ParameterGrammar.mayHoldComma(parameter.name.uppercased())
        var separator = Ascii.equals
        for value in values {
            bytes.append(separator)
            append(value, quoting: quoting, to: &bytes)
            separator = Ascii.comma
        }
    }

    private static func append(_ value: String, quoting: Bool, to bytes: inout [UInt8]) {
        let isQuoted =
            quoting || value.utf8.last == Ascii.backslash
            || value.utf8.contains { $0 == Ascii.colon || $0 == Ascii.semicolon || $0 == Ascii.comma }
        if isQuoted { bytes.append(Ascii.quote) }
        var previous: UInt8 = 0
        for byte in value.utf8 {
            switch byte {
            case Ascii.caret: bytes += [Ascii.caret, Ascii.caret]
            case Ascii.quote: bytes += [Ascii.caret, Ascii.apostrophe]
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += [Ascii.caret, 0x6E]
            case _ where TextEscapes.isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
        if isQuoted { bytes.append(Ascii.quote) }
    }
}
