/// The number of `--limit`.
package enum LimitArgument {
    /// Reads a whole number that is not negative.
    package static func number(parsing text: String) throws(LimitArgumentError) -> Int {
        guard let number = Int(text) else { throw .form }
        guard number >= 0 else { throw .negative }
        return number
    }
}

/// Why a text is no ``LimitArgument``.
package enum LimitArgumentError: Error, Hashable, CustomStringConvertible {
    /// It is no whole number, or none that fits.
    case form
    /// It is less than nothing.
    case negative

    package var description: String {
        switch self {
        case .form: "--limit must be a whole number"
        case .negative: "--limit must not be negative"
        }
    }
}
