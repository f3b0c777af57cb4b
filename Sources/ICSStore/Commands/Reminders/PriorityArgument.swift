#if CommandLine
    import ArgumentParser

    /// The value of `--priority`: `high`, `medium`, `low`, `none`, or a number from 1 (highest) to 9 (lowest).
    struct PriorityArgument {
        /// The number as in PRIORITY (RFC 5545 section 3.8.1.9); 0 for none.
        let number: Int

        /// The words with the numbers that Apple's programs write for them.
        private static let words = [("high", 1), ("medium", 5), ("low", 9), ("none", 0)]

        init(parsing text: String) throws {
            if let word = Self.words.first(where: { $0.0 == text.lowercased() }) {
                number = word.1
            } else if let number = Int(text), (1...9).contains(number) {
                self.number = number
            } else {
                throw ValidationError(
                    "use high, medium, low, none, or a number from 1 (highest) to 9 (lowest)"
                )
            }
        }

        /// Returns a priority in words, with its number unless the word implies it: `high`, `low 7`; nil for none.
        static func text(_ number: Int) -> String? {
            let word: String
            switch number {
            case 1...4: word = "high"
            case 5: word = "medium"
            case 6...9: word = "low"
            default: return nil
            }
            return words.contains { $0.1 == number } ? word : "\(word) \(number)"
        }

        static let help = ArgumentHelp(
            "Priority: high, medium, low, none, or from 1 (highest) to 9 (lowest).",
            valueName: "priority"
        )
    }
#endif
