import ICalendar

/// Interprets phrases.
package enum PhraseReader {
    /// Interprets a phrase as an event: `Lunch with Ann tomorrow 12:30-13:30 @ Da Elena #food`.
    ///
    /// - Throws: ``PhraseError`` for an ambiguous or unrecognized phrase.
    package static func event(_ text: String, in context: PhraseContext) throws(PhraseError) -> Phrase {
        try read(text, in: context, as: .event)
    }

    /// Interprets a phrase as a reminder: `Buy milk by friday 18:00 !1 #home`, or just a title.
    ///
    /// - Throws: ``PhraseError`` for an ambiguous or unrecognized phrase.
    package static func reminder(_ text: String, in context: PhraseContext) throws(PhraseError) -> Phrase {
        try read(text, in: context, as: .reminder)
    }

    /// Interprets a phrase as a time without a title: `fri 14:00`, `next monday`, `mon-wed`.
    package static func time(_ text: String, in context: PhraseContext) throws(PhraseError) -> Phrase {
        try read(text, in: context, as: .time)
    }

    private static func read(
        _ text: String,
        in context: PhraseContext,
        as purpose: PhrasePurpose
    ) throws(PhraseError) -> Phrase {
        do throws(PhraseProblem) {
            return try phrase(text, in: context, as: purpose)
        } catch {
            switch error {
            case .refused(let message): throw PhraseError(message: message, readings: [], isUnrelated: false)
            case .unrelated(let message): throw PhraseError(message: message, readings: [], isUnrelated: true)
            case .ambiguous(let part, let tokens, let texts):
                throw Self.error(part, text, tokens, texts, in: context, as: purpose)
            }
        }
    }

    /// Returns the error for an ambiguous part, including alternative wordings and their meanings.
    private static func error(
        _ part: String,
        _ text: String,
        _ tokens: Range<Int>,
        _ texts: [String],
        in context: PhraseContext,
        as purpose: PhrasePurpose
    ) -> PhraseError {
        let source = try? PhraseTokens(text)
        if let list = source?.list(around: tokens) {
            return PhraseError(
                message: "'\(list)' is unclear; write one day or time, or a repetition such as "
                    + "'every mon, wed and fri'",
                readings: [],
                isUnrelated: false
            )
        }
        var readings: [PhraseReading] = []
        var rest = false
        for replacement in texts {
            guard let whole = source?.replacing(tokens, with: replacement) else { continue }
            do throws(PhraseProblem) {
                let phrase = try phrase(whole, in: context, as: purpose)
                readings.append(PhraseReading(text: whole, words: phrase.words))
            } catch {
                // Another part is ambiguous as well.
                if case .ambiguous = error { rest = true }
            }
        }
        guard readings.count > 1 else {
            let hint = readings.first.map { "; write '\($0.text)' (\($0.words))" } ?? ""
            let forms = texts.map { "'\($0)'" }.joined(separator: " or ")
            return PhraseError(
                message: "\(part) is unclear" + (hint.isEmpty || rest ? "; write \(forms)" : hint),
                readings: [],
                isUnrelated: false
            )
        }
        return PhraseError(message: "\(part) is ambiguous", readings: readings, isUnrelated: false)
    }

    private static func phrase(
        _ text: String,
        in context: PhraseContext,
        as purpose: PhrasePurpose
    ) throws(PhraseProblem) -> Phrase {
        let source = try PhraseTokens(text)
        guard !source.all.isEmpty else { throw .unrelated("the text is empty") }
        let parts = try PhraseParts(source, as: purpose)
        let words = try TitleWords(parts)
        if purpose == .time, !words.title.isEmpty || !parts.place.isEmpty || !parts.categories.isEmpty {
            let first = (words.title + parts.place).first.map { source.all[$0].text } ?? "#"
            throw words.pieces.isEmpty
                ? .unrelated("'\(first)' is not a time") : .refused("'\(first)' is not part of a time")
        }
        let isEvening = words.title.contains { FunctionWords.evening.contains(source.all[$0].word) }
        let draft = try PhraseDraft(words.pieces, source)
        var context = context
        if let name = draft.zone {
            do throws(CalendarError) {
                context.zone = name == "UTC" ? .utc : try Zone(identifier: name)
            } catch {
                throw .refused(error.detail)
            }
        }
        let clocks = ClockMeaning(
            tokens: source.all,
            isEvening: isEvening,
            firstMorningHour: context.order == .monthFirst ? 9 : 7
        )
        var phrase: Phrase
        if purpose == .reminder, words.pieces.isEmpty {
            phrase = Phrase(zone: context.zone)
        } else {
            phrase = try PhraseMeaning(draft, clocks, context).phrase()
        }
        if purpose == .reminder {
            guard phrase.end == nil else {
                throw .refused("a reminder has no end; write only when it is due, as in 'by friday 18:00'")
            }
            phrase.isReminder = true
            phrase.priority = parts.priority
        }
        phrase.categories = parts.categories
        phrase.title = Self.text(words.title, source)
        let place = Self.text(parts.place, source)
        if !place.isEmpty { phrase.place = place.hasPrefix("@") ? String(place.dropFirst()) : place }
        guard purpose == .time || !phrase.title.isEmpty else { throw .refused("the title is missing") }
        return phrase
    }

    /// Returns words as typed, without punctuation next to a time.
    private static func text(_ places: [Int], _ source: PhraseTokens) -> String {
        var runs: [Range<Int>] = []
        for place in places {
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<(place + 1)
            } else {
                runs.append(place..<(place + 1))
            }
        }
        var text = runs.map(source.text).joined(separator: " ")
        if text.count(where: { $0 == "(" }) != text.count(where: { $0 == ")" }) {
            text.removeAll { "()".contains($0) }
        }
        let edges = " ,;:-–—|"
        while let last = text.last, edges.contains(last) { text.removeLast() }
        while let first = text.first, edges.contains(first) { text.removeFirst() }
        return text
    }
}
