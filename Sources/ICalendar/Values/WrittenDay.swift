/// A day as eight digits write it, and when it begins.
///
/// What ends mostly does so on the day on which it started, so the day that was read last need not be worked out again.
struct WrittenDay: Sendable {
    /// The digits, those of 1 January 1970 to begin with.
    private var digits: UInt64 = 0x3130_3130_3037_3931
    /// Its midnight, in civil seconds since 1970.
    private(set) var midnight = 0

    /// Reads a day; false, and nothing is changed, when these bytes are none.
    @inline(__always)
    mutating func read(_ word: ByteWord) -> Bool {
        word.number == digits || readOther(word)
    }

    private mutating func readOther(_ word: ByteWord) -> Bool {
        guard let (century, year, month, day) = word.digitPairs,
            let date = CivilDate(year: century * 100 + year, month: month, day: day)
        else { return false }
        digits = word.number
        midnight = date.dayNumber * 86_400
        return true
    }

    /// The DATE or DATE-TIME that stands at `from` in the basic form, in civil seconds, and where it ends; nil when there
    /// is none.
    @inline(__always)
    mutating func moment(_ bytes: Span<UInt8>, _ from: Int, _ end: Int) -> (
        second: Int, isDate: Bool, next: Int
    )? {
        guard from + 8 <= end, read(ByteWord(bytes, at: from)) else { return nil }
        guard from + 15 <= end, bytes[from + 8] == 0x54 else { return (midnight, true, from + 8) }
        // The last digit of the date and the T, of which nothing more is to be known, make up the eight bytes.
        guard let (_, hour, minute, second) = ByteWord(bytes, at: from + 7).withTwoZeros.digitPairs,
            hour < 24, minute < 60, second < 60
        else { return nil }
        let isUTC = from + 15 < end && bytes[from + 15] == 0x5A
        return (midnight &+ hour &* 3600 &+ minute &* 60 &+ second, false, from + (isUTC ? 16 : 15))
    }
}
