/// The number of `--limit`.
enum LimitArgument {
    /// Reads a whole number that is not negative.
    static func number(parsing text: String) throws(LimitArgumentError) -> Int {
        guard let number = Int(text) else { throw .form }
        guard number >= 0 else { throw .negative }
        return number
    }
}

/// Why a text is no ``LimitArgument``.
enum LimitArgumentError: Error, Hashable, CustomStringConvertible {
    /// It is no whole number, or none that fits.
    case form
    /// It is less than nothing.
    case negative

    var description: String {
        switch self {
        case .form: "--limit must be a whole number"
        case .negative: "--limit must not be negative"
        }
    }
}
