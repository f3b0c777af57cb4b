/// Helpers for wording messages and checking keywords.
package enum Words {
    /// Returns whether a keyword is in the list, or is a valid token if the list is open.
    package static func allow(_ word: String, _ words: [String], isOpen: Bool) -> Bool {
        if isOpen { return isToken(word) }
        return words.contains(word) || words.contains(word.uppercased())
    }

    /// Returns whether a string consists of letters, digits and hyphens, as new keywords and X- names do.
    package static func isToken(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) || $0 == Ascii.minus }
    }

    /// Returns an event's name for use in messages: its title, or its UID if it has no title.
    ///
    /// For other components, `kind` is the word for the component.
    package static func event(_ summary: String?, uid: String?, kind: String = "event") -> String {
        if let summary, !summary.isEmpty {
            return "\(kind) \"\(short(summary).split(whereSeparator: \.isNewline).joined(separator: " "))\""
        }
        if let uid, !uid.isEmpty { return "\(kind) with UID \"\(short(uid))\"" }
        return "\(kind) without a title"
    }

    /// Returns the title to display: `(no title)` if it is empty.
    package static func title(_ title: String) -> String { title.isEmpty ? "(no title)" : title }

    /// Returns a quoted string, shortened to fit on a line.
    package static func quoted(_ text: String) -> String { "'\(short(text))'" }

    /// Returns a string shortened to fit on a line, because some messages are repeated thousands of times.
    package static func short(_ text: String) -> String {
        // Counts Unicode scalars, because a character may have any number of accents. Short strings need no counting.
        let scalars = text.unicodeScalars
        guard text.utf8.count > 60,
            let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars.prefix(57)) + "..."
    }
}

extension String {
    /// The nonempty parts between blanks.
    var words: [String] { utf8.split(separator: Ascii.space).map { String(Substring($0)) } }
}
