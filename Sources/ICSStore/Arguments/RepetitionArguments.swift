#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICSPhrases
    import ICalendar

    /// The options that adjust a repetition given as a word or phrase.
    struct RepetitionArguments: ParsableArguments {
        @Option(
            name: .customLong("every"),
            help: ArgumentHelp("Number of days, weeks, months or years between repetitions.", valueName: "n")
        )
        var interval: Int?

        @Option(
            name: .customLong("on"),
            help: ArgumentHelp(
                "Days of the repetition: tue,thu for weekly, \"1st\" or \"first monday\" for monthly.",
                valueName: "days"
            )
        )
        var days: String?

        @Option(
            help: ArgumentHelp("Last day of the repetition.", valueName: "date"),
            transform: TimeArgument.init(parsing:)
        )
        var until: TimeArgument?

        @Option(
            name: .customLong("times"),
            help: ArgumentHelp("Total number of occurrences.", valueName: "n")
        )
        var count: Int?

        private var isEmpty: Bool { interval == nil && days == nil && until == nil && count == nil }

        private static let units = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"]

        /// Throws an error if these options are given without a repetition to adjust.
        func check(_ rule: String?) throws {
            guard rule?.contains("=") != true else {
                guard isEmpty else {
                    throw ValidationError(
                        "--every, --on, --until and --times cannot be combined with a recurrence rule; write them "
                            + "as parts of the rule"
                    )
                }
                return
            }
            guard let rule else {
                guard isEmpty else {
                    throw ValidationError("--every, --on, --until and --times require --repeat")
                }
                return
            }
            if let interval, !(1...999).contains(interval) {
                throw ValidationError("--every: '\(interval)' is not a number from 1 to 999")
            }
            if let count, !(1...9999).contains(count) {
                throw ValidationError("--times: '\(count)' is not a number from 1 to 9999")
            }
            guard until == nil || count == nil else {
                throw ValidationError("--until and --times cannot be combined")
            }
            do throws(PhraseError) { _ = try read(rule) } catch {
                throw ValidationError("--repeat: \(error)")
            }
        }

        /// Returns the rule in RFC 5545 syntax, if there is one.
        func rule(_ text: String?, in zone: Zone, now: Instant) throws(FieldError) -> String? {
            guard let text, !text.contains("=") else { return text }
            var rule: RecurrenceRule
            do throws(PhraseError) { rule = try read(text) } catch {
                throw FieldError(field: .repeats, reason: "\(error)")
            }
            rule.count = count
            if let until {
                do throws(WindowTimesError) {
                    let day = zone.civil(at: try WindowTimes(zone: zone, now: now).from(until)).date
                    rule.until = .date(day)
                } catch {
                    throw FieldError(field: .repeats, reason: "--until: \(error)")
                }
            }
            return RuleLine.text(of: rule)
        }

        private func read(_ text: String) throws(PhraseError) -> RecurrenceRule {
            guard let unit = Self.units[text.lowercased()] else {
                guard interval == nil, days == nil else {
                    throw PhraseError(
                        refusing:
                            "--every and --on require daily, weekly, monthly or yearly, not '\(text)'"
                    )
                }
                return try RulePhrase.rule(text)
            }
            let start = interval.map { "every \($0) \(unit)s" } ?? text
            return try RulePhrase.rule(days.map { "\(start) on \($0)" } ?? start)
        }
    }
#endif
