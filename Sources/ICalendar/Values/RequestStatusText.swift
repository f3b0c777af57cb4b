/// REQUEST-STATUS as text (RFC 5545 section 3.8.8.3): `CODE;DESCRIPTION` or `CODE;DESCRIPTION;DATA`.
enum RequestStatusText {
    /// Reads a status, or gives nil when its code is no number of the form `2.0` or `3.1.1`.
    static func parse(_ bytes: ArraySlice<UInt8>, _ remarks: inout [ValueRemark]) -> Value.RequestStatus? {
        let text = bytes.span
        let parts = TextEscapes.split(text, 0..<text.count, at: Ascii.semicolon, limit: Int.max).parts
        guard let code = parts.first, isCode(text.extracting(code)) else { return nil }
        func string(_ range: Range<Int>, _ remarks: inout [ValueRemark]) -> String {
            let shift = bytes.startIndex
            let slice = bytes[range.lowerBound + shift..<range.upperBound + shift]
            return TextEscapes.undo(ByteText.string(slice, &remarks))
        }
        if parts.count == 1 { remarks.note(.badValue, "has no description") }
        var status = Value.RequestStatus(
            code: string(code, &remarks),
            description: parts.count > 1 ? string(parts[1], &remarks) : ""
        )
        if parts.count > 2 {
            // A semicolon that should have been escaped belongs to the data.
            status.data = string(parts[2].lowerBound..<text.count, &remarks)
        }
        return status
    }

    private static func isCode(_ text: Span<UInt8>) -> Bool {
        var points = 0
        var afterPoint = true
        for index in text.indices {
            if text[index] == Ascii.point {
                guard !afterPoint else { return false }
                points += 1
                afterPoint = true
            } else {
                guard text[index] &- 0x30 <= 9 else { return false }
                afterPoint = false
            }
        }
        return (1...2).contains(points) && !afterPoint
    }
}
