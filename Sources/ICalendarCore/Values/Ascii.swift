/// The ASCII bytes used in content lines.
package enum Ascii {
    @inlinable @inline(__always) package static var tab: UInt8 { 0x09 }
    @inlinable @inline(__always) package static var lineFeed: UInt8 { 0x0A }
    @inlinable @inline(__always) package static var carriageReturn: UInt8 { 0x0D }
    @inlinable @inline(__always) package static var space: UInt8 { 0x20 }
    @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
    static let apostrophe: UInt8 = 0x27
    @inlinable @inline(__always) package static var plus: UInt8 { 0x2B }
    @inlinable @inline(__always) package static var comma: UInt8 { 0x2C }
    @inlinable @inline(__always) package static var minus: UInt8 { 0x2D }
    @inlinable @inline(__always) package static var point: UInt8 { 0x2E }
    @inlinable @inline(__always) package static var slash: UInt8 { 0x2F }
    @inlinable @inline(__always) package static var zero: UInt8 { 0x30 }
    @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
    @inlinable @inline(__always) package static var semicolon: UInt8 { 0x3B }
    @inlinable @inline(__always) package static var equals: UInt8 { 0x3D }
    @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
    static let caret: UInt8 = 0x5E

    @inlinable @inline(__always)
    package static func capital(_ byte: UInt8) -> UInt8 {
        byte &- 0x61 <= 25 ? byte &- 0x20 : byte
    }

    @inlinable @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool {
        capital(byte) &- 0x41 <= 25
    }

    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 <= 9
    }

    /// Returns the value of a hexadecimal digit in any case, or nil for any other byte.
    package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - zero }
        let letter = capital(byte) &- 0x41
        return letter <= 5 ? letter + 10 : nil
    }

    @inlinable @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }
}

extension Span<UInt8> {
    // MARK: - Numbers
    //
    // All results are range-checked, and no input causes a trap.

    /// Returns the number written as exactly `count` digits (at most 18) at `start`, or nil if a digit is missing.
    @inline(__always)
    package func digits(at start: Int, count: Int) -> Int? {
        guard start + count <= self.count else { return nil }
        var number = 0
        var index = start
        while index < start + count {
            let digit = self[index] &- 0x30
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ Int(digit)
            index &+= 1
        }
        return number
    }

    /// Parses one or more digits at `index` and advances the index past them.
    ///
    /// Returns nil if there is no digit or the number exceeds `bound` (at most `Int.max / 10 - 1`).
    package func number(at index: inout Int, upTo bound: Int) -> Int? {
        var number = 0
        let start = index
        var isTooLarge = false
        while index < count {
            let digit = self[index] &- 0x30
            guard digit <= 9 else { break }
            if !isTooLarge {
                number = number * 10 + Int(digit)
                if number > bound { isTooLarge = true }
            }
            index += 1
        }
        return index == start || isTooLarge ? nil : number
    }

    // MARK: - Blanks

    /// Returns a range without leading and trailing spaces and tabs.
    package func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, Ascii.isBlank(self[start]) { start += 1 }
        while end > start, Ascii.isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension [UInt8] {
    /// Appends the last `count` digits of a nonnegative number.
    package mutating func appendDigits(_ number: Int, count: Int) {
        var unit = 1
        for _ in 1..<Swift.max(count, 1) { unit *= 10 }
        while unit > 0 {
            append(Ascii.zero + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }

    /// Appends an integer, including its sign.
    package mutating func appendNumber(_ number: Int) {
        append(contentsOf: String(number).utf8)
    }
}
