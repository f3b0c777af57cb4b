/// Functions that decode quoted-printable (RFC 2045 section 6.7), the text encoding of vCalendar 1.0 and emails.
enum QuotedPrintable {
    /// Returns the decoded bytes.
    ///
    /// An equals sign at the end is a soft line break. Any other equals sign is preserved if no hexadecimal number
    /// follows.
    static func decode(_ text: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == Ascii.equals {
                if index + 1 == text.count { break }
                if index + 2 < text.count, let high = Ascii.hexadecimal(text[index + 1]),
                    let low = Ascii.hexadecimal(text[index + 2])
                {
                    bytes.append(high << 4 | low)
                    index += 3
                    continue
                }
            }
            bytes.append(text[index])
            index += 1
        }
        return bytes
    }

    /// Returns whether the parameters of an unfolded line declare the encoding; `nameEnd` is the offset where they
    /// start.
    static func isDeclared(_ line: Span<UInt8>, after nameEnd: Int) -> Bool {
        var index = nameEnd
        var isInQuotes = false
        while index < line.count, isInQuotes || line[index] != Ascii.colon {
            if line[index] == Ascii.quote { isInQuotes.toggle() }
            if line[index] == Ascii.equals, startsWithWord(line, index + 1) { return true }
            index += 1
        }
        return false
    }

    static func isDeclared(_ parameters: [Parameter]) -> Bool {
        parameters.contains {
            $0.name.utf8.count == 8 && $0.name == "ENCODING"
                && $0.value.trimmingBlanks.uppercased() == "QUOTED-PRINTABLE"
        }
    }

    private static let word = Array("QUOTED-PRINTABLE".utf8)

    private static func startsWithWord(_ line: Span<UInt8>, _ start: Int) -> Bool {
        var start = start
        while start < line.count, line[start] == Ascii.quote || Ascii.isBlank(line[start]) { start += 1 }
        guard start + word.count <= line.count else { return false }
        return word.indices.allSatisfy { Ascii.capital(line[start + $0]) == word[$0] }
    }

    /// Unfolds the content of a line into `result`, removing the soft line breaks before its folds.
    ///
    /// An equals sign before a fold is preserved if its hexadecimal number follows the fold.
    static func unfold(_ line: ArraySlice<UInt8>, into result: inout [UInt8]) {
        result.removeAll(keepingCapacity: true)
        var start = line.startIndex
        while start < line.endIndex {
            let end = line[start...].firstIndex(where: LineFolding.isLineEnd) ?? line.endIndex
            result += line[start..<end]
            start = end
            while start < line.endIndex, LineFolding.isLineEnd(line[start]) { start += 1 }
            // Skips the blank that marks a continuation line.
            start += 1
            guard start < line.endIndex, result.last == Ascii.equals else { continue }
            let next = line[start...].prefix(2)
            let isNumber = next.count == 2 && next.allSatisfy { Ascii.hexadecimal($0) != nil && $0 < 0x61 }
            if !isNumber { result.removeLast() }
        }
    }
}

extension [Parameter] {
    /// Whether the parameters declare a quoted-printable value.
    package var declareQuotedPrintable: Bool { QuotedPrintable.isDeclared(self) }

    /// Returns quoted-printable text decoded from the character set that the parameters declare.
    package func undoingQuotedPrintable(in text: String, _ remarks: inout [ValueRemark]) -> String {
        let bytes = Charset.utf8(QuotedPrintable.decode([UInt8](text.utf8).span), named: self["CHARSET"])
        return ByteText.string(bytes.span, &remarks)
    }
}
