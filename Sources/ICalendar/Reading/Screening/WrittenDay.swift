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
}
