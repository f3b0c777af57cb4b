extension RuleSentence {
    /// The names of the weekdays of BYDAY, each once, in the order of a week from Monday.
    var weekdayNames: [String] {
        Set(rule.byDay.map(\.weekday)).sorted { RuleSentence.place(of: $0) < RuleSentence.place(of: $1) }
            .map(EnglishWords.name)
    }

    /// `weekday` for Monday to Friday and `day` for all seven, or nil.
    var weekdayNoun: String? {
        guard rule.byDay.allSatisfy({ $0.ordinal == nil }) else { return nil }
        let days = Set(rule.byDay.map(\.weekday))
        if days.count == 7 { return "day" }
        return days == [.monday, .tuesday, .wednesday, .thursday, .friday] ? "weekday" : nil
    }

    /// Whether the weekdays are those of months that are named with them: `the last Sunday of October`.
    var namesMonthsWithWeekdays: Bool {
        rule.frequency == .yearly && !rule.byMonth.isEmpty && rule.byDay.contains { $0.ordinal != nil }
    }

    /// `Tuesday and Thursday`, `weekdays`, `every Tuesday`, `the first and third Monday`.
    var weekdays: String {
        if rule.byDay.allSatisfy({ $0.ordinal == nil }) {
            if rule.frequency.isSubDaily {
                return weekdayNoun.map { $0 == "day" ? "every day" : "weekdays" }
                    ?? EnglishWords.list(weekdayNames.map { $0 + "s" })
            }
            // Within a week a weekday comes once, within a month more often.
            let isOnce = rule.frequency == .weekly || !rule.byWeekNumber.isEmpty
            if let noun = weekdayNoun { return noun == "weekday" && isOnce ? "weekdays" : "every \(noun)" }
            return (isOnce ? "" : "every ") + EnglishWords.list(weekdayNames)
        }
        var scope = ""
        if rule.frequency == .yearly {
            scope = rule.byMonth.isEmpty ? " of the year" : " of " + months
        }
        return countedWeekdays("and") + scope
    }

    /// `a Monday or a Friday`, `a weekday`, `the second Friday`.
    var weekdayCondition: String {
        if let noun = weekdayNoun { return "a \(noun)" }
        if rule.byDay.allSatisfy({ $0.ordinal == nil }) {
            return EnglishWords.list(weekdayNames.map { "a \($0)" }, "or")
        }
        return countedWeekdays("or")
    }

    /// `the first and third Monday`, `the first Monday and the last Friday`, `every Tuesday and the last Friday`.
    func countedWeekdays(_ conjunction: String) -> String {
        let isOneDay = Set(rule.byDay.map(\.weekday)).count == 1
        if isOneDay, let day = rule.byDay.first?.weekday, rule.byDay.allSatisfy({ $0.ordinal != nil }) {
            let ordinals = rule.byDay.compactMap(\.ordinal).map(EnglishWords.position)
            return "the \(EnglishWords.list(ordinals, conjunction)) \(EnglishWords.name(day))"
        }
        return EnglishWords.list(
            rule.byDay.map { item in
                let place = item.ordinal.map { "the \(EnglishWords.position($0))" } ?? "every"
                return "\(place) \(EnglishWords.name(item.weekday))"
            },
            conjunction
        )
    }
}
