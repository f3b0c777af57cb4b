/// A set of days in one period (a year, month, or week), including the day before the period and some days after it.
///
/// Days are offsets from the first day of the period, from -1 through 510. The set has 512 bits, so rule parts can be
/// combined with bitwise AND and OR regardless of the length of their lists.
struct DaySet: Sendable, Equatable {
    /// The 512 bits, in which bit `offset + 1` represents the day at `offset`.
    private(set) var words: SIMD8<UInt64>

    init() {
        words = .zero
    }

    /// Creates a set of the days at the given offsets, ignoring offsets that do not fit.
    init(_ days: Range<Int>) {
        words = .zero
        let lower = max(days.lowerBound + 1, 0)
        let upper = min(days.upperBound + 1, 512)
        guard lower < upper else { return }
        for index in (lower >> 6)...((upper - 1) >> 6) {
            let from = max(lower - index << 6, 0)
            let to = min(upper - index << 6, 64)
            words[index] = (~0 << UInt64(from)) & (~0 >> UInt64(64 - to))
        }
    }

    /// Creates a set of all days on the given weekdays (bit 0 is Sunday) in a period that begins on weekday `first`.
    init(weekdays: UInt8, first: Int) {
        words = .zero
        let week = UInt64(weekdays & 0x7F)
        for index in 0..<8 {
            // Bit 0 is the day before the period, and 64 modulo 7 is 1.
            let shift = UInt64((first + 6 + index) % 7)
            words[index] = ((week >> shift | week << (7 - shift)) & 0x7F) &* DaySet.everySeventh
        }
    }

    /// Every seventh bit from bit 0 to bit 63.
    private static let everySeventh: UInt64 = 0x8102_0408_1020_4081

    /// Adds the day at the given offset, if it fits.
    mutating func insert(_ day: Int) {
        insert(mask: 1, at: day + 1)
    }

    /// Adds days from a mask whose bit 0 represents the day before `offset`.
    mutating func insert(mask: UInt64, at offset: Int) {
        guard offset >= 0, offset < 512 else { return }
        let (index, shift) = (offset >> 6, UInt64(offset & 63))
        words[index] |= mask << shift
        if shift > 0, index < 7 { words[index + 1] |= mask >> (64 - shift) }
    }

    mutating func formIntersection(_ other: DaySet) {
        words &= other.words
    }

    mutating func formUnion(_ other: DaySet) {
        words |= other.words
    }

    /// Adds the days of another set, shifted by a number of days, ignoring days that do not fit.
    mutating func formUnion(_ other: DaySet, movedBy days: Int) {
        let (parts, bits) = (
            floorDivide(days, DaySet.daysOfPart), UInt64(floorModulo(days, DaySet.daysOfPart))
        )
        for index in 0..<DaySet.parts {
            let source = index - parts
            if (0..<DaySet.parts).contains(source) { words[index] |= other.words[source] << bits }
            if bits > 0, (1...DaySet.parts).contains(source) {
                words[index] |= other.words[source - 1] >> (64 - bits)
            }
        }
    }

    func contains(_ day: Int) -> Bool {
        let bit = day + 1
        return bit >= 0 && bit < 512 && words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
    }

    var isEmpty: Bool { words == .zero }

    var count: Int {
        var count = 0
        for index in 0..<DaySet.parts { count += words[index].nonzeroBitCount }
        return count
    }

    func count(before day: Int) -> Int {
        let bit = min(max(day + 1, 0), 512)
        var count = 0
        for index in 0..<(bit >> 6) { count += words[index].nonzeroBitCount }
        if bit & 63 > 0 { count += (words[bit >> 6] & ~(~0 << UInt64(bit & 63))).nonzeroBitCount }
        return count
    }

    /// Calls `body` with each offset in order.
    func forEach(_ body: (Int) -> Void) {
        for part in 0..<DaySet.parts { forEach(ofPart: part, body) }
    }

    /// The number of parts, each of which has ``daysOfPart`` offsets.
    static let parts = 8
    static let daysOfPart = 64

    /// Calls `body` with each of a part's offsets in order.
    func forEach(ofPart part: Int, _ body: (Int) -> Void) {
        words[part].forEachBit { body(part * DaySet.daysOfPart + $0 - 1) }
    }
}
