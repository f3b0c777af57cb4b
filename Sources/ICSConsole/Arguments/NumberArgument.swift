package struct NumberArgumentError: Error, Hashable, CustomStringConvertible {
    package let description: String
}

package func optionNumber(
    _ text: String,
    in range: ClosedRange<Int>,
    of option: String
) throws(NumberArgumentError) -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw NumberArgumentError(
            description: "\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
    return number
}

package func limitNumber(_ text: String) throws(NumberArgumentError) -> Int {
    guard let number = Int(text) else {
        throw NumberArgumentError(description: "--limit must be a whole number")
    }
    guard number >= 0 else { throw NumberArgumentError(description: "--limit must not be negative") }
    return number
}
