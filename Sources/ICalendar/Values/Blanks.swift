/// Spaces and tabs around a value.
enum Blanks {
    /// The part of `range` without the spaces and tabs at both of its ends.
    static func trim(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, Ascii.isBlank(text[start]) { start += 1 }
        while end > start, Ascii.isBlank(text[end - 1]) { end -= 1 }
        return start..<end
    }
}
