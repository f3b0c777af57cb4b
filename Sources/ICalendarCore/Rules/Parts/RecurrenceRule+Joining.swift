extension RecurrenceRule {
    /// Returns an equivalent, shorter list of rules by joining rules that differ in only one list.
    ///
    /// All rules must have the same start. Joining reveals the instances that several EXRULEs remove only together.
    /// Some possible joins may be missed.
    package static func joined(_ rules: [RecurrenceRule]) -> [RecurrenceRule] {
        var rules = rules.map(\.withEachOnce.withoutFullLists)
        // A joined rule may be joinable with an earlier one.
        for _ in 0..<2 {
            var joined: [RecurrenceRule] = []
            for rule in rules {
                if let (index, union) = joined.indices.lazy.compactMap({ index in
                    joined[index].joined(with: rule).map { (index, $0) }
                }).first {
                    joined[index] = union
                } else {
                    joined.append(rule)
                }
            }
            rules = joined
        }
        return rules
    }

    /// Returns a rule that generates the instances of both rules, or nil if the rules differ in more than one list.
    private func joined(with other: RecurrenceRule) -> RecurrenceRule? {
        // COUNT and BYSETPOS apply to all instances together, and SKIP moves instances.
        guard frequency == other.frequency, interval == other.interval, count == nil, bySetPosition.isEmpty,
            skip == .omit, calendarScale == nil, hasAtMostOneOtherList(than: other)
        else { return nil }
        func union<Item: Hashable>(of list: WritableKeyPath<RecurrenceRule, [Item]>) -> RecurrenceRule? {
            if self[keyPath: list] == other[keyPath: list] { return nil }
            var union = self
            union[keyPath: list] = other[keyPath: list]
            guard union == other, !self[keyPath: list].isEmpty, !other[keyPath: list].isEmpty else {
                return nil
            }
            let others = Set(other[keyPath: list])
            union[keyPath: list] += self[keyPath: list].filter { !others.contains($0) }
            return union.withoutFullLists
        }
        if self == other { return self }
        return union(of: \.bySecond) ?? union(of: \.byMinute) ?? union(of: \.byHour) ?? union(of: \.byDay)
            ?? union(of: \.byMonthDay) ?? union(of: \.byYearDay) ?? union(of: \.byMonth)
            ?? union(of: \.byWeekNumber)
    }

    /// Returns whether the rules differ in at most one list.
    ///
    /// A hundred rules may be compared with one another, and comparing copies would be slower.
    private func hasAtMostOneOtherList(than other: RecurrenceRule) -> Bool {
        var count = bySecond == other.bySecond ? 0 : 1
        if byMinute != other.byMinute { count += 1 }
        if byHour != other.byHour { count += 1 }
        if byDay != other.byDay { count += 1 }
        if byMonthDay != other.byMonthDay { count += 1 }
        if byYearDay != other.byYearDay { count += 1 }
        if byMonth != other.byMonth { count += 1 }
        if byWeekNumber != other.byWeekNumber { count += 1 }
        return count <= 1
    }

    /// A copy of the rule without duplicates in its lists, which may have hundreds of thousands of items.
    private var withEachOnce: RecurrenceRule {
        var rule = self
        func keepEachOnce<Item: Hashable>(of list: WritableKeyPath<RecurrenceRule, [Item]>) {
            guard self[keyPath: list].count > 1 else { return }
            var seen: Set<Item> = []
            rule[keyPath: list] = self[keyPath: list].filter { seen.insert($0).inserted }
        }
        keepEachOnce(of: \.bySecond)
        keepEachOnce(of: \.byMinute)
        keepEachOnce(of: \.byHour)
        keepEachOnce(of: \.byDay)
        keepEachOnce(of: \.byMonthDay)
        keepEachOnce(of: \.byYearDay)
        keepEachOnce(of: \.byMonth)
        keepEachOnce(of: \.byWeekNumber)
        return rule
    }

    /// A copy of the rule without the lists that contain every value and therefore limit nothing.
    private var withoutFullLists: RecurrenceRule {
        guard bySetPosition.isEmpty, skip == .omit, calendarScale == nil else { return self }
        var rule = self
        if frequency >= .secondly, Set(bySecond).isSuperset(of: 0...59) { rule.bySecond = [] }
        if frequency >= .minutely, Set(byMinute).isSuperset(of: 0...59) { rule.byMinute = [] }
        if frequency >= .hourly, Set(byHour).isSuperset(of: 0...23) { rule.byHour = [] }
        let days = Weekday.allCases.map { WeekdayNumber($0) }
        if frequency >= .daily, Set(byDay).isSuperset(of: days) { rule.byDay = [] }
        if frequency >= .daily, Set(byMonthDay).isSuperset(of: 1...31) { rule.byMonthDay = [] }
        if frequency >= .daily, Set(byMonth).isSuperset(of: (1...12).map { MonthNumber($0) }) {
            rule.byMonth = []
        }
        return rule
    }
}
