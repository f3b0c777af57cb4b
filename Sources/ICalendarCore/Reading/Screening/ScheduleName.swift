/// A property that determines when an event occurs; the raw value is the name with one byte per letter.
enum ScheduleName: UInt64 {
    case uid = 0x55_4944
    case start = 0x44_5453_5441_5254
    case end = 0x44_5445_4E44
    case duration = 0x4455_5241_5449_4F4E
    case rule = 0x52_5255_4C45
    case dates = 0x52_4441_5445
    case exclusions = 0x4558_4441_5445
    case exclusionRule = 0x4558_5255_4C45
    /// RECURRENCE-ID, represented by its last eight letters.
    case recurrenceID = 0x5245_4E43_452D_4944
    case sequence = 0x5345_5155_454E_4345
    case stamp = 0x44_5453_5441_4D50
    case status = 0x5354_4154_5553

    /// The result of examining the start of a line.
    enum Found {
        /// A schedule name, in any case, and the offset of the colon or semicolon that follows.
        case name(ScheduleName, end: Int)
        /// Another name.
        case other
        /// Not clearly a name, because of a blank, a fold, or an unusual byte.
        case odd
    }

    /// Examines the name that starts at the given offset.
    ///
    /// A long name is examined only until a match is ruled out.
    @inline(__always)
    static func find(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Found {
        findPlain(bytes, start) ?? findAny(bytes, start, end)
    }

    /// Examines a name that consists of uppercase letters and hyphens, or returns nil for any other name.
    ///
    /// The search may read past the end of the line, because no name contains a line ending.
    @inline(__always)
    static func findPlain(_ bytes: Span<UInt8>, _ start: Int) -> Found? {
        guard start + 16 <= bytes.count else { return nil }
        let word = ByteWord(bytes, at: start)
        // Most matching names are this short and need no further check of their letters.
        let separator = word.first(of: Ascii.colon, or: Ascii.semicolon)
        if separator < 8 {
            // A NUL before a name does not change the number that represents the name.
            if let name = ScheduleName(rawValue: word.packed &>> UInt64(64 &- 8 &* separator)),
                word.packed >> 56 != 0
            {
                return .name(name, end: start + separator)
            }
            return separator > 0 && word.leadingNameBytes == separator ? .other : nil
        }
        guard word.leadingNameBytes == 8 else { return nil }
        let next = ByteWord(bytes, at: start + 8)
        let more = next.leadingNameBytes
        if more >= mostLetters - 8 { return .other }
        guard next[more] == Ascii.colon || next[more] == Ascii.semicolon else { return nil }
        switch more {
        case 0:
            guard let name = ScheduleName(rawValue: word.packed), name != .recurrenceID else { return .other }
            return .name(name, end: start + 8)
        // RECURREN and CE-ID.
        case 5 where word.packed == 0x5245_4355_5252_454E && next.packed >> 24 == 0x43_452D_4944:
            return .name(.recurrenceID, end: start + 13)
        default: return .other
        }
    }

    /// The maximum number of bytes of a name to examine; every matching name is shorter.
    private static let mostLetters = 14

    /// Examines a name of any form, one byte at a time.
    static func findAny(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Found {
        var packed: UInt64 = 0
        var index = start
        let last = min(end, start + mostLetters)
        while index < last {
            let byte = Ascii.capital(bytes[index])
            if byte == Ascii.colon || byte == Ascii.semicolon { break }
            guard byte &- 0x41 <= 25 || byte == Ascii.minus || byte &- 0x30 <= 9 else { return .odd }
            packed = packed << 8 | UInt64(byte)
            index += 1
        }
        if index == last { return index == end ? .odd : .other }
        guard let name = ScheduleName(rawValue: packed) else { return .other }
        if name == .recurrenceID {
            return isRecurrenceID(bytes, start, index) ? .name(name, end: index) : .other
        }
        return index - start <= 8 ? .name(name, end: index) : .other
    }

    private static func isRecurrenceID(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard end - start == 13 else { return false }
        var packed: UInt64 = 0
        for index in start..<start + 5 { packed = packed << 8 | UInt64(Ascii.capital(bytes[index])) }
        return packed == 0x52_4543_5552
    }

    /// A distinct bit if the property may occur only once, otherwise 0.
    var singularBit: UInt16 {
        switch self {
        case .uid: 1
        case .start: 2
        case .end: 4
        case .duration: 8
        case .recurrenceID: 16
        case .sequence: 32
        case .stamp: 64
        case .status: 128
        default: 0
        }
    }
}
