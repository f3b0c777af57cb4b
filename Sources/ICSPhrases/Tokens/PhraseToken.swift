/// A word of a phrase.
struct PhraseToken: Hashable {
    /// The word without surrounding punctuation.
    var text: String
    /// The word in lowercase.
    ///
    /// The string is empty for quoted text, which is never a time.
    var word: String
    /// The range of the word in the phrase, including punctuation.
    var source: Range<Int>
    /// Whether punctuation separates the word from the previous one.
    var breaksBefore = false
    /// Whether punctuation separates the word from the next one.
    var breaksAfter = false
    /// Whether there is no space before the word.
    var isGlued = false
    var isQuoted = false

    var isCapitalized: Bool { text.first?.isUppercase == true }

    var isDash: Bool { ["-", "–", "—"].contains(word) }
}

/// The words of a phrase.
struct PhraseTokens {
    let characters: [Character]
    private(set) var all: [PhraseToken] = []

    /// The maximum length of a phrase in characters.
    static let mostCharacters = 1000

    init(_ text: String) throws(PhraseProblem) {
        guard text.utf8.count <= 4 * Self.mostCharacters else { throw Self.tooLong }
        for scalar in text.unicodeScalars { try Self.check(scalar) }
        characters = Array(text)
        guard characters.count <= Self.mostCharacters else { throw Self.tooLong }
        var place = 0
        while place < characters.count {
            if characters[place].isWhitespace {
                place += 1
            } else if let end = quoteEnd(place) {
                appendQuoted(place..<end)
                place = end
            } else {
                let end = characters[place...].firstIndex { $0.isWhitespace } ?? characters.count
                append(place..<end)
                place = end
            }
        }
    }

    private static let tooLong = PhraseProblem.refused(
        "the text is too long; use at most \(mostCharacters) characters"
    )

    private static func check(_ scalar: Unicode.Scalar) throws(PhraseProblem) {
        switch scalar.properties.generalCategory {
        case .control where scalar.value != 0x09, .lineSeparator, .paragraphSeparator:
            throw .refused("the text contains a control character; write it on one line of plain text")
        // Allow the two joiners, which emoji and some scripts require.
        case .format where scalar.value != 0x200C && scalar.value != 0x200D:
            throw .refused("the text contains an invisible character; remove it")
        case .decimalNumber where !scalar.isASCII:
            throw .unrelated("the text contains digits other than 0 to 9")
        default: break
        }
    }

    /// Returns the end of the quoted text that starts at the given position, if any.
    private func quoteEnd(_ start: Int) -> Int? {
        let closing: Character
        switch characters[start] {
        case "\"": closing = "\""
        case "“": closing = "”"
        default: return nil
        }
        guard let end = characters[(start + 1)...].firstIndex(of: closing), end > start + 1 else {
            return nil
        }
        var next = end + 1
        while next < characters.count, !characters[next].isWhitespace {
            guard ",.;:!?)".contains(characters[next]) else { return nil }
            next += 1
        }
        return next
    }

    private mutating func appendQuoted(_ source: Range<Int>) {
        all.append(
            PhraseToken(
                text: String(characters[source]),
                word: "",
                source: source,
                breaksAfter: ",;:.".contains(characters[source.upperBound - 1]),
                isQuoted: true
            )
        )
    }

    /// Appends a word.
    ///
    /// A range such as `9-10:30` or a list such as `tue,thu` is split into parts.
    private mutating func append(_ source: Range<Int>) {
        var (first, last) = (source.lowerBound, source.upperBound)
        while first < last, "([{".contains(characters[first]) { first += 1 }
        while last > first, ",;:!?)]}".contains(characters[last - 1]) { last -= 1 }
        let breaksBefore = first > source.lowerBound
        var breaksAfter = last < source.upperBound
        var core = String(characters[first..<last])
        if core.hasSuffix("."), !WordShape.keepsPeriod(core.lowercased()) {
            let isAbbreviation = TimeWords.months[core.lowercased().filter { $0 != "." }] != nil
            while core.hasSuffix(".") { core.removeLast() }
            if !isAbbreviation || source.upperBound == characters.count { breaksAfter = true }
        }
        guard !core.isEmpty else {
            // Standalone punctuation separates the words around it.
            if !all.isEmpty { all[all.count - 1].breaksAfter = true }
            return
        }
        let parts = WordShape.parts(core)
        var place = first
        for (number, part) in parts.enumerated() {
            let isFirst = number == 0
            let isLast = number == parts.count - 1
            let end = isLast ? source.upperBound : place + part.count + (parts.count == 2 ? 1 : 0)
            all.append(
                PhraseToken(
                    text: part,
                    word: part == "," ? "," : part.lowercased(),
                    source: (isFirst ? source.lowerBound : place)..<end,
                    breaksBefore: isFirst && breaksBefore,
                    breaksAfter: isLast && breaksAfter,
                    isGlued: !isFirst
                )
            )
            place = end
        }
    }

    /// Returns the text of tokens as typed, without leading and trailing punctuation.
    func text(_ tokens: Range<Int>) -> String {
        guard !tokens.isEmpty else { return "" }
        if tokens.count == 1, all[tokens.lowerBound].isQuoted { return unquoted(tokens.lowerBound) }
        var text = ""
        for place in tokens {
            let token = all[place]
            if !text.isEmpty, !token.isGlued { text += " " }
            text += token.isQuoted ? unquoted(place) : String(characters[token.source])
        }
        return text
    }

    private func unquoted(_ place: Int) -> String {
        all[place].text.filter { !"\"“”".contains($0) }
    }

    /// Returns the unspaced text that contains the tokens, such as `mon,wed,fri`.
    ///
    /// Returns nil if a space or the end of the phrase follows the tokens.
    func list(around tokens: Range<Int>) -> String? {
        guard let first = tokens.first, let last = tokens.last else { return nil }
        let (start, end) = (all[first].source.lowerBound, all[last].source.upperBound)
        let before = characters[..<start].reversed().prefix { !$0.isWhitespace }.reversed()
        let after = characters[end...].prefix { !$0.isWhitespace }
        let whole = String(Array(before) + characters[start..<end] + after)
        return before.isEmpty && after.isEmpty || !whole.dropLast().contains(",") ? nil : whole
    }

    /// Returns the phrase with some tokens replaced.
    func replacing(_ tokens: Range<Int>, with text: String) -> String {
        guard let first = tokens.first, let last = tokens.last else { return String(characters) }
        let before = String(characters[..<all[first].source.lowerBound])
        let after = String(characters[all[last].source.upperBound...])
        return before + text + after
    }
}
