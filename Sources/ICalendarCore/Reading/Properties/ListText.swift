/// The parts of a list of values (RFC 5545 section 3.1.1).
package enum ListText {
    /// Returns the byte ranges of at most `limit` parts, and the number of other parts.
    ///
    /// ISO 8601 allows a comma before a fraction of a second, as in `20260302T090000,000Z`, which belongs to its time.
    package static func split(
        _ text: Span<UInt8>,
        _ form: ValueForm,
        limit: Int
    ) -> (parts: [Range<Int>], leftOut: Int) {
        var (parts, leftOut) = TextEscapes.split(text, 0..<text.count, at: Ascii.comma, limit: limit)
        switch form {
        case .moment, .period: joinFractions(text, &parts)
        default: break
        }
        return (parts, leftOut)
    }

    private static func joinFractions(_ text: Span<UInt8>, _ parts: inout [Range<Int>]) {
        var count = 0
        var previous = 0..<0
        for part in parts {
            if isFraction(text, part, of: previous) {
                parts[count - 1] = previous.lowerBound..<part.upperBound
            } else {
                parts[count] = part
                count += 1
            }
            previous = part
        }
        parts.removeSubrange(count...)
    }

    /// Returns whether a part consists of digits, and possibly `Z`, an offset or the rest of a period, and follows a
    /// time without any of these.
    ///
    /// Eight digits are a date.
    private static func isFraction(_ text: Span<UInt8>, _ part: Range<Int>, of time: Range<Int>) -> Bool {
        var end = part.lowerBound
        while end < part.upperBound, text[end] &- 0x30 <= 9 { end += 1 }
        let digits = end - part.lowerBound
        guard digits > 0, digits != 8, let last = time.last, text[last] &- 0x30 <= 9 else { return false }
        if end < part.upperBound, text[end] | 0x20 == 0x7A {
            end += 1
        } else if let (_, next) = OffsetText.parse(text.extracting(0..<part.upperBound), at: end) {
            end = next
        }
        guard end == part.upperBound || text[end] == UInt8(ascii: "/") else { return false }
        // The colon is the character after the nine.
        var mark = last
        while mark > time.lowerBound, text[mark] &- 0x30 <= 10 { mark -= 1 }
        return text[mark] | 0x20 == 0x74
    }
}
