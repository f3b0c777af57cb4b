extension ParameterLexer {
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
