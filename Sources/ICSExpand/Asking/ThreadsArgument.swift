/// The number of `--threads`.
enum ThreadsArgument {
    /// More than these help nobody, and each of them costs memory.
    private static let most = 256

    /// Reads a whole number from 1 on.
    static func number(parsing text: String) throws(ThreadsArgumentError) -> Int {
        guard let number = Int(text), (1...most).contains(number) else {
            throw ThreadsArgumentError(most: most)
        }
        return number
    }
}

/// Why a text is no ``ThreadsArgument``.
struct ThreadsArgumentError: Error, Hashable, CustomStringConvertible {
    /// The largest number.
    let most: Int

    var description: String { "--threads must be a whole number from 1 to \(most)" }
}
