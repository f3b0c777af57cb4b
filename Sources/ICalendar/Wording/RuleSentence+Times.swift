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
        return withinHour + hours
    }

    /// Whether every hour of the day is named.
    private var namesAllHours: Bool { rule.byHour == Array(0...23) }

    /// ` at 0 and 30 minutes past the hour`, ` on the hour`, ` at second 3 of minute 2`.
    private var withinHour: String {
        let hour = namesAllHours && !rule.frequency.isSubDaily ? "every hour" : "the hour"
        if !rule.bySecond.isEmpty, !rule.byMinute.isEmpty {
            return " at \(numbered("second", rule.bySecond)) of \(numbered("minute", rule.byMinute))"
        }
        if !rule.bySecond.isEmpty { return " at \(counted("second", rule.bySecond)) past the minute" }
        if rule.byMinute.isEmpty { return "" }
        if rule.byMinute == [0], namesAllHours, !rule.frequency.isSubDaily {
            return ", every hour on the hour"
        }
        return rule.byMinute == [0] ? " on \(hour)" : " at \(counted("minute", rule.byMinute)) past \(hour)"
    }

    /// ` between 09:00 and 16:59`, ` in the hours 9, 12 and 17`.
    private var hours: String {
        if rule.byHour.isEmpty { return "" }
        if namesAllHours, !rule.byMinute.isEmpty || rule.frequency.isSubDaily { return "" }
        if namesAllHours { return " in every hour" }
        let stretches = stretchesOfHours
        if (1...2).contains(stretches.count), rule.frequency.isSubDaily || !rule.byMinute.isEmpty {
            let clauses = stretches.map { first, last in
                "between \(EnglishWords.clock(first * 3600)) and \(EnglishWords.clock(last * 3600 + 3540))"
            }
            return " " + EnglishWords.list(clauses)
        }
        return " in \(rule.byHour.count > 1 ? "the " : "")\(numbered("hour", rule.byHour))"
    }

    /// The hours that stand in a row, first and last; none for numbers that are no hours.
    ///
    /// A stretch that goes on past midnight is one.
    private var stretchesOfHours: [(first: Int, last: Int)] {
        guard rule.byHour.allSatisfy({ (0...23).contains($0) }) else { return [] }
        var stretches: [(first: Int, last: Int)] = []
        for hour in rule.byHour {
            if let last = stretches.last, last.last + 1 == hour {
                stretches[stretches.count - 1].last = hour
            } else {
                stretches.append((hour, hour))
            }
        }
        if stretches.count > 1, stretches[0].first == 0, let night = stretches.last, night.last == 23 {
            let morning = stretches.removeFirst()
            stretches[stretches.count - 1].last = morning.last
        }
        return stretches
    }

    /// `0 and 30 minutes`, `1 minute`.
    private func counted(_ unit: String, _ numbers: [Int]) -> String {
        "\(EnglishWords.list(EnglishWords.runs(numbers) { String($0) })) \(unit)\(numbers == [1] ? "" : "s")"
    }

    /// `minute 30`, `hours 9 to 17`.
    private func numbered(_ unit: String, _ numbers: [Int]) -> String {
        "\(unit)\(numbers.count > 1 ? "s" : "") "
            + EnglishWords.list(EnglishWords.runs(numbers) { String($0) })
    }
}
