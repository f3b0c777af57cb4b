/// What the scanner has in its buffer, for those who look at a line or at what is kept.
extension LineScanner {
    /// The byte at an offset of the current line or of what is kept.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < filled)
        return unsafe base[offset]
    }

    /// Lets a function look at a range of the buffer without copying it.
    func withBytes<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= filled)
        let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        return unsafe body(bytes.span)
    }

    /// A copy of a range of the buffer.
    func copy(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= filled)
        return unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// All bytes of the stream, but no more than a limit, before any line was read.
    mutating func everything(upTo limit: Int) throws(CalendarError) -> [UInt8] {
        while filled < limit, !isAtEnd { try fill() }
        return copy(0..<min(limit, filled))
    }

    /// The first bytes of the stream, before any line was read.
    mutating func prefix(_ count: Int) throws(CalendarError) -> [UInt8] {
        while filled < count, !isAtEnd { try fill() }
        return copy(0..<min(count, filled))
    }
}
