/// One of the meanings of an ambiguous phrase.
package struct PhraseReading: Sendable, Hashable {
    /// An unambiguous wording of the phrase with this meaning.
    package let text: String
    /// The meaning in words.
    package let words: String
}

/// An error for a phrase that cannot be interpreted.
package struct PhraseError: Error, Hashable, CustomStringConvertible {
    /// The description of the problem without a period.
    package let message: String
    /// The meanings of an ambiguous phrase (at least two).
    ///
    /// The array is empty for other errors.
    package let readings: [PhraseReading]
    /// Whether the text does not contain anything that could be a time.
    package let isUnrelated: Bool

    init(message: String, readings: [PhraseReading], isUnrelated: Bool) {
        self.message = message
        self.readings = readings
        self.isUnrelated = isUnrelated
    }

    /// Creates the error for a phrase that is not allowed in its context.
    package init(refusing message: String) {
        self.init(message: message, readings: [], isUnrelated: false)
    }

    /// Creates the error for text that is not a phrase.
    package init(unrelated message: String) {
        self.init(message: message, readings: [], isUnrelated: true)
    }

    package var description: String {
        guard !readings.isEmpty else { return message }
        let list = readings.map { "'\($0.text)' (\($0.words))" }
        return "\(message); write \(list.joined(separator: " or "))"
    }
}

/// A problem with a part of a phrase.
enum PhraseProblem: Error {
    /// A part that cannot be understood.
    case refused(String)
    /// A part with several meanings: its tokens, and an unambiguous wording for each meaning.
    case ambiguous(String, tokens: Range<Int>, texts: [String])
    /// An error because no part of the text is a time.
    case unrelated(String)
}
