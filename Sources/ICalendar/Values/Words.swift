/// Words of enumerations; case does not matter.
enum Words {
    /// Whether a word is one of these, or may be another because the list is open and it is a token.
    static func allow(_ word: String, _ words: [String], isOpen: Bool) -> Bool {
        if isOpen { return isToken(word) }
        return words.contains(word) || words.contains(word.uppercased())
    }

    /// Whether a text is made of letters, digits and hyphens, as new words and X- words are.
    static func isToken(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) || $0 == Ascii.minus }
    }

    /// A text in quotes, not more of it than a line holds.
    static func quoted(_ text: String) -> String {
        text.count > 60 ? "'\(text.prefix(57))...'" : "'\(text)'"
    }
}
