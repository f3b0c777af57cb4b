/// REQUEST-STATUS values as text (RFC 5545 section 3.8.8.3): `CODE;DESCRIPTION` or `CODE;DESCRIPTION;DATA`.
package enum RequestStatusText {
    /// Parses a status, or returns nil if the code does not have the form `2.0` or `3.1.1`.
    package static func parse(_ text: Span<UInt8>, _ remarks: inout [ValueRemark]) -> Value.RequestStatus? {
        let parts = TextEscapes.split(text, 0..<text.count, at: Ascii.semicolon, limit: Int.max).parts
        guard let code = parts.first, isCode(text.extracting(code)) else { return nil }
        if parts.count == 1 { remarks.note(ofValue: "has no description; read as an empty one") }
        var status = Value.RequestStatus(
            code: string(text, code, &remarks),
            description: parts.count > 1 ? string(text, parts[1], &remarks) : ""
        )
        if parts.count > 2 {
            // An unescaped semicolon in the data belongs to the data.
            status.data = string(text, parts[2].lowerBound..<text.count, &remarks)
        }
        return status
    }

    private static func string(
        _ text: Span<UInt8>,
        _ part: Range<Int>,
        _ remarks: inout [ValueRemark]
    ) -> String {
        TextEscapes.undo(ByteText.string(text.extracting(part), &remarks))
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

    /// Appends a status with its parts escaped.
    package static func append(_ status: Value.RequestStatus, to bytes: inout [UInt8]) {
        TextEscapes.append(text: status.code, to: &bytes)
        bytes.append(Ascii.semicolon)
        TextEscapes.append(text: status.description, to: &bytes)
        guard let data = status.data else { return }
        bytes.append(Ascii.semicolon)
        TextEscapes.append(text: data, to: &bytes)
    }
}
