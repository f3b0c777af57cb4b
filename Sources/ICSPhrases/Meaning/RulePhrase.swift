package import ICalendar

/// Interprets phrases that contain only a repetition, such as `weekly on tue and thu` or `every first monday`.
package enum RulePhrase {
    /// Interprets a phrase as a repetition.
    ///
    /// - Throws: ``PhraseError`` for an ambiguous or unrecognized phrase.
    package static func rule(_ text: String) throws(PhraseError) -> RecurrenceRule {
        do throws(PhraseProblem) {
            let tokens = try PhraseTokens(text).all
            let found = try RuleGrammar(tokens: tokens).rule(at: 0)
            if let (form, end) = found, end < tokens.count,
                tokens[end].word == "until" || tokens.last?.word == "times"
            {
                throw .refused(
                    "'\(text)': a repetition that ends must be written as a recurrence rule, such as \(RuleText.format(form.rule));COUNT=5"
                )
            }
            guard let (form, end) = found, end == tokens.count, form.part == nil, form.day == nil else {
                throw .refused(
                    "'\(text)' is not a repetition such as weekly, every 2 weeks or every first monday"
                )
            }
            return form.rule
        } catch {
            switch error {
            case .refused(let message), .unrelated(let message): throw PhraseError(refusing: message)
            case .ambiguous(let part, _, let texts):
                throw PhraseError(
                    refusing: "\(part) is ambiguous; write "
                        + texts.map { "'\($0)'" }.joined(separator: " or ")
                )
            }
        }
    }
}
