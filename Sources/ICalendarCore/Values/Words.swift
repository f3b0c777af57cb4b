/// Words of enumerations; case does not matter.
package enum Words {
    /// Whether a word is one of these, or may be another because the list is open and it is a token.
    package static func allow(_ word: String, _ words: [String], isOpen: Bool) -> Bool {
        if isOpen { return isToken(word) }
        return words.contains(word) || words.contains(word.uppercased())
    }

    /// Whether a text is made of letters, digits and hyphens, as new words and X- words are.
    package static func isToken(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) || $0 == Ascii.minus }
    }

    /// An event as a message names it: by its title, or its UID where it has no title.
    package static func event(_ summary: String?, uid: String?) -> String {
        if let summary, !summary.isEmpty { return "event \"\(short(summary))\"" }
        if let uid, !uid.isEmpty { return "event with UID \"\(short(uid))\"" }
        return "event without a title"
    }

    /// A text in quotes, not more of it than a line holds.
    package static func quoted(_ text: String) -> String { "'\(short(text))'" }

    /// As much of a text as fits on a line, so that what is said a thousand times of something long stays short.
    package static func short(_ text: String) -> String {
        // Scalars, as one character may hold any number of accents; a short text is not counted.
        let scalars = text.unicodeScalars
        guard text.utf8.count > 60,
            let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars.prefix(57)) + "..."
    }
}

extension String {
    /// The parts between blanks, of which there are none in front and behind.
    var words: [String] { utf8.split(separator: Ascii.space).map { String(Substring($0)) } }
}
