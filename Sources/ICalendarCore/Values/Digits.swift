/// Reads fixed and free runs of ASCII digits; every result is range checked, nothing traps.
package enum Digits {
    /// The number written by exactly `count` digits (at most 18) from `start`, or nil.
    @inline(__always)
    package static func fixed(_ text: Span<UInt8>, at start: Int, count: Int) -> Int? {
        guard start + count <= text.count else { return nil }
        var number = 0
        var index = start
        while index < start + count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ Int(digit)
            index &+= 1
        }
        return number
    }

    /// The number written by one or more digits from `index`, which moves past them; nil when there is no digit or
    /// the number is beyond `bound` (at most `Int.max / 10 - 1`).
    package static func run(_ text: Span<UInt8>, at index: inout Int, upTo bound: Int) -> Int? {
        var number = 0
        let start = index
        var isTooLarge = false
        while index < text.count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { break }
            if !isTooLarge {
                number = number * 10 + Int(digit)
                if number > bound { isTooLarge = true }
            }
            index += 1
        }
        return index == start || isTooLarge ? nil : number
    }
}

/// The ASCII bytes that content lines are made of.
package enum Ascii {
    package static let tab: UInt8 = 0x09
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D
    package static let space: UInt8 = 0x20
    package static let quote: UInt8 = 0x22
    static let apostrophe: UInt8 = 0x27
    package static let plus: UInt8 = 0x2B
    package static let comma: UInt8 = 0x2C
    package static let minus: UInt8 = 0x2D
    package static let point: UInt8 = 0x2E
    package static let slash: UInt8 = 0x2F
    package static let zero: UInt8 = 0x30
    package static let colon: UInt8 = 0x3A
    package static let semicolon: UInt8 = 0x3B
    package static let equals: UInt8 = 0x3D
    package static let backslash: UInt8 = 0x5C
    static let caret: UInt8 = 0x5E

    /// A letter in capitals; any other byte as it is.
    @inline(__always)
    package static func capital(_ byte: UInt8) -> UInt8 {
        byte &- 0x61 <= 25 ? byte &- 0x20 : byte
    }

    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool {
        capital(byte) &- 0x41 <= 25
    }

    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 <= 9
    }

    /// Whether a byte is a space or a tab.
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }
}

extension Span<UInt8> {
    /// The part of a range without the spaces and tabs at both of its ends.
    package func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, Ascii.isBlank(self[start]) { start += 1 }
        while end > start, Ascii.isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
