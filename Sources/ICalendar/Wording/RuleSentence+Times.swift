extension RuleSentence {
    /// More times of day than this are said as hours and minutes instead.
    private static let mostTimes = 8

    /// At which times of day, with a blank before it.
    var timeClause: String {
        let seconds = rule.bySecond.isEmpty ? [0] : rule.bySecond
        // Rules made in a program may hold any number.
        let areClockTimes = (rule.byHour + rule.byMinute + seconds).allSatisfy { (0...59).contains($0) }
        if !rule.frequency.isSubDaily, !rule.byHour.isEmpty, !rule.byMinute.isEmpty, areClockTimes {
            if rule.byHour.count * rule.byMinute.count * seconds.count <= RuleSentence.mostTimes {
                let times = rule.byHour.flatMap { hour in
                    rule.byMinute.flatMap { minute in
                        seconds.map { EnglishWords.clock(hour * 3600 + minute * 60 + $0) }
                    }
                }
                return " at " + EnglishWords.list(times)
            }
        }
        var text = ""
        if !rule.bySecond.isEmpty { text += " at " + numbered("second", rule.bySecond) }
        if !rule.byMinute.isEmpty {
            text += (text.isEmpty ? " at " : " of ") + numbered("minute", rule.byMinute)
        }
        if !rule.byHour.isEmpty { text += " in " + numbered("hour", rule.byHour) }
        return text
    }

    /// `minute 30`, `hours 9 to 17`.
    private func numbered(_ unit: String, _ numbers: [Int]) -> String {
        "\(unit)\(numbers.count > 1 ? "s" : "") "
            + EnglishWords.list(EnglishWords.runs(numbers) { String($0) })
    }
}
