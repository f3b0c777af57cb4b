#if CommandLine
    import ArgumentParser
    import ICSItems

    /// The value of `--priority`: `high`, `medium`, `low`, `none`, or a number from 1 (highest) to 9 (lowest).
    struct PriorityArgument {
        /// The value of PRIORITY (RFC 5545 section 3.8.1.9), or 0 for none.
        let number: Int

        init(_ number: Int) { self.number = number }

        init(parsing text: String) throws {
            guard let number = text.isEmpty ? 0 : PriorityText.number(of: text) else {
                throw ValidationError(
                    "use high, medium, low, none, or a number from 1 (highest) to 9 (lowest)"
                )
            }
            self.number = number
        }

        static let help = ArgumentHelp(
            "Priority: high, medium, low, none, or from 1 (highest) to 9 (lowest).",
            valueName: "priority"
        )
    }
#endif
