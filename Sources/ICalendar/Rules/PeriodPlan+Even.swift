extension DayParts {
    /// How many days each year or month has, where one look tells that all have as many; or the fewest that one has,
    /// where only that is known.
    ///
    /// Numbers of one sign that every period has are so many days; numbers of both signs may meet.
    func days(ofEach unit: RecurrenceRule.Frequency) -> (count: Int, isEven: Bool)? {
        guard unit == .yearly || unit == .monthly && months == 0, weekNumbers.isEmpty, skip == .omit else {
            return nil
        }
        let months = unit == .monthly ? 1 : months == 0 ? 12 : months.nonzeroBitCount
        switch (monthDays.isEmpty, yearDays.isEmpty, hasWeekdays) {
        case (false, true, false):
            return DayParts.areEverywhere(monthDays, most: 28) ? (months * Set(monthDays).count, true) : nil
        case (true, false, false) where unit == .yearly && self.months == 0:
            return DayParts.areEverywhere(yearDays, most: 365) ? (Set(yearDays).count, true) : nil
        case (true, true, true) where ordinals.isEmpty:
            let weeks = unit == .yearly && self.months == 0 ? 52 : 4 * months
            return (weeks * weekdays.nonzeroBitCount, false)
        case (true, true, true) where weekdays == 0:
            let isYear = unit == .yearly && self.months == 0
            guard DayParts.areEverywhere(ordinals.map(\.number), most: isYear ? 52 : 4) else { return nil }
            return ((isYear ? 1 : months) * Set(ordinals).count, true)
        default: return nil
        }
    }

    /// Whether every period of at least so many places has a place for each of these numbers, no two for the same one.
    static func areEverywhere(_ numbers: [Int], most: Int) -> Bool {
        numbers.allSatisfy { (1...most).contains($0) } || numbers.allSatisfy { (1...most).contains(-$0) }
    }
}
