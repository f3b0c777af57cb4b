/// The number of a limit of `--isolated`.
enum LimitNumber {
    /// Reads a whole number of a range; `option` is what is typed before it.
    static func parsed(
        _ text: String,
        _ range: ClosedRange<Int>,
        of option: String
    ) throws(LimitNumberError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw LimitNumberError(option: option, range: range)
        }
        return number
    }
}

/// Why a text is no ``LimitNumber``.
struct LimitNumberError: Error, Hashable, CustomStringConvertible {
    /// What was typed before it.
    let option: String
    /// The numbers that there are.
    let range: ClosedRange<Int>

    var description: String {
        "\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
}
