extension TitleWords {
    /// Throws an error if the title contains words that could be times but are not in the grammar.
    func checkTitle() throws(PhraseProblem) {
        for place in title + parts.place where !tokens[place].isQuoted {
            let token = tokens[place]
            try checkNumber(token, place)
            try checkAmount(place)
            if hasDay, !hasClock, place == 0 || place == tokens.count - 1, let number = military(place),
                !(1900..<2100).contains(number)
            {
                throw clockOrTitle(place, DateWords.seconds(number))
            }
            let next = place + 1 < tokens.count ? tokens[place + 1].word : ""
            let isPeriod =
                ["next", "this", "last", "coming"].contains(token.word)
                && FunctionWords.units.contains(next)
            if isPeriod, isBesidePiece(place + 1) || isBesidePiece(place) {
                throw .refused("'\(token.text) \(next)' together with a time is not understood")
            }
            guard !hasDay else { continue }
            if FunctionWords.vague.contains(token.word)
                || isPeriod || token.word == "new" && next.hasPrefix("year")
            {
                if token.word == "yesterday" { throw .refused("'yesterday' is in the past; write the date") }
                let words = isPeriod ? "\(token.text) \(next)" : token.text
                let quotes = parts.purpose == .reminder ? ", or put the word in double quotes" : ""
                let message = "'\(words)' is not a day; write the date\(quotes)"
                throw pieces.isEmpty ? .unrelated(message) : .refused(message)
            }
            if TimeWords.months[token.word] != nil, token.word.count > 3 || token.isCapitalized {
                throw .refused(
                    "'\(token.text)' needs a day, as in 1 \(token.text); words of the title can be quoted"
                )
            }
            let words = token.word.split { "-/&+".contains($0) }.map(String.init)
            if words.count > 1,
                words.contains(where: { TimeWords.weekdays[$0] != nil || TimeWords.months[$0] != nil })
            {
                throw .refused("'\(token.text)' is not a day; write the date")
            }
            if let day = Spelling.day(near: token.word) {
                throw .refused("'\(token.text)' is not a day; did you mean \(day)?")
            }
            if let number = TimeWords.digits(token.word), number <= 31, token.word.count <= 2,
                pieces.contains(where: { $0.tokens.lowerBound == place + 1 }),
                place == 0 || !CountedWords.all.contains(tokens[place - 1].word)
            {
                throw .refused(
                    "'\(token.text)' may be a day; write its month as well, or put it in double quotes"
                )
            }
            if TimeWords.ordinal(token.word) != nil, isBesidePiece(place) {
                throw .refused("'\(token.text)' is unclear; write 'the \(token.text)', or the month as well")
            }
        }
    }

    /// Throws an error for numbers that could be hours, lengths, or repetitions, as in `around 9` and `2 hour meeting`.
    private func checkAmount(_ place: Int) throws(PhraseProblem) {
        func word(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].word : "" }
        let (first, next) = (word(place), word(place + 1))
        let isEnd = !title.contains(place + 2) || FunctionWords.after.contains(word(place + 2))
        let isNumber = next.first?.isNumber == true || next.count > 2 && TimeWords.numbers[next] != nil
        let isOpening = place == 0 || pieces.contains { $0.tokens.upperBound == place }
        let leads = [
            "at", "around", "about", "by", "before", "after", "from", "until", "till", "~", "@", "approx",
        ]
        if !hasClock, leads.contains(first), isNumber, isEnd || isOpening {
            throw .refused("'\(first) \(next)' is unclear; write a time such as 09:00 or 9pm")
        }
        if !hasClock, ["half", "quarter"].contains(first), ["past", "to"].contains(next) || isNumber {
            throw .refused("'\(first) \(next)' is not understood; write a time such as 09:30")
        }
        if ["m-f", "mo-fr", "mwf", "m/w/f", "tth", "t/th"].contains(first) {
            throw .refused(
                "'\(tokens[place].text)' is not understood; write a repetition such as 'every mon-fri'"
            )
        }
        let isEvery = first == "every" && tokens[place].text == "every"
        if isEvery || ["once", "twice", "times"].contains(first) && ["a", "per", "each"].contains(next) {
            throw .refused("'\(first) \(next)' is not understood; write a repetition such as 'every week'")
        }
        let hasLength = pieces.contains { piece in
            switch piece.form {
            case .length, .span, .until: true
            default: false
            }
        }
        guard hasClock, !hasLength else { return }
        if first == "for", let phrase = lengthAfter(place) {
            throw .refused(
                "'for \(phrase)' may be the length; write it as in 'for 1h30', or put it in double quotes"
            )
        }
        let digits = first.prefix { $0.isNumber }
        let unit = digits.count == first.count ? next : String(first.dropFirst(digits.count))
        let behind = digits.count == first.count ? word(place + 2) : next
        // `2-hour`
        let isUnit = FunctionWords.clockUnits.contains(String(unit.trimmingPrefix("-")))
        let isCompact = WordShape.length(first).map { $0.seconds > 0 } ?? false
        if !digits.isEmpty || TimeWords.numbers[first] != nil, isUnit || isCompact,
            behind != "of"
        {
            throw .refused(
                "'\(first)' may be the length; write it after the time, as in 'for 2 hours', or in double quotes"
            )
        }
    }

    /// Returns the words after `for` that may be a length, such as `half a day` or `90`.
    private func lengthAfter(_ place: Int) -> String? {
        let words = title.filter { $0 > place && $0 <= place + 6 }.prefix { !tokens[$0].isQuoted }
        if let unit = words.first(where: { FunctionWords.lengths.contains(tokens[$0].word) }) {
            return text(place + 1..<unit + 1)
        }
        // A smaller number may be the number of guests.
        guard let first = words.first, first == place + 1, let number = TimeWords.digits(tokens[first].word),
            number >= 15, number % 5 == 0, words.count == 1
        else { return nil }
        return tokens[first].text
    }

    private func isBesidePiece(_ place: Int) -> Bool {
        pieces.contains { $0.tokens.lowerBound == place + 1 || $0.tokens.upperBound == place }
    }

    /// Throws an error for `12.30`, `14h`, and `9ish` if a time is missing, and for `1.12` if a day is missing.
    private func checkNumber(_ token: PhraseToken, _ place: Int) throws(PhraseProblem) {
        let word = token.word
        guard word.first?.isNumber == true else { return }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false).map {
            TimeWords.digits($0) ?? 99
        }
        if parts.count == 2, word.count <= 5 {
            if !hasClock, parts[0] < 24, parts[1] < 60, word.split(separator: ".").last?.count == 2 {
                throw .ambiguous(
                    "'\(word)'",
                    tokens: place..<(place + 1),
                    texts: [DateWords.clock(parts[0] * 3600 + parts[1] * 60), "\"\(word)\""]
                )
            }
            if !hasDay, (1...31).contains(parts[0]), (1...12).contains(parts[1]) {
                throw .ambiguous(
                    "'\(word)'",
                    tokens: place..<(place + 1),
                    texts: ["\(word).", "\"\(word)\""]
                )
            }
        }
        let letters = word.drop { $0.isNumber || $0 == ":" || $0 == "." }
        let digits = word.prefix { $0.isNumber }
        let isHalf = ["am", "pm", "a.m", "p.m"].contains { letters.hasPrefix($0) }
        let isExact = digits.count == 4 && word.dropFirst(4).hasPrefix("-") && word.contains(":")
        if isHalf || isExact {
            throw .refused("'\(token.text)' is not a time; write a time such as 14:00 or 2pm")
        }
        guard !hasClock, digits.count <= 2, let hour = TimeWords.digits(digits), hour < 25 else { return }
        if let seconds = hours(place) { throw clockOrTitle(place, seconds) }
        if ["h", "a", "p", "ish", "-ish", "uhr", "hrs", "hr"].contains(letters)
            || letters.first == "h" && TimeWords.digits(letters.dropFirst()) != nil
        {
            throw .refused("'\(token.text)' is not a time here; write a time such as 14:00 or 2pm")
        }
        if word.contains(":") { throw .refused("'\(token.text)' is not a time") }
    }
}
