/// Arithmetic that is held at the greatest number, for estimates.
extension Int {
    /// A sum of two numbers that are not negative; the greatest number where it is greater than that.
    package func adding(_ other: Int) -> Int {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }

    /// A product of two numbers that are not negative; the greatest number where it is greater than that.
    package func multiplied(by other: Int) -> Int {
        let (product, isTooMuch) = multipliedReportingOverflow(by: other)
        return isTooMuch ? .max : product
    }
}
