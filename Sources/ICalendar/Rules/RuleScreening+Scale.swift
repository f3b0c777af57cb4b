extension RuleScreening {
    /// Takes out of a rule the months and days that its calendar never has, and refuses it when nothing is left.
    mutating func dropImpossible(in calendar: ScaleCalendar) {
        let skips = rule.skip != .omit
        drop(\.byMonth, "BYMONTH", of: calendar) { month in
            month.isLeap
                ? (skips && month.number <= calendar.monthCount)
                    || calendar.leapMonths?.contains(month.number) ?? false
                : month.number <= calendar.monthCount
        }
        // The longest month is not every month; SKIP gives the missing days a place.
        drop(\.byMonthDay, "BYMONTHDAY", of: calendar) { skips || $0.magnitude <= calendar.longest.month }
        drop(\.byYearDay, "BYYEARDAY", of: calendar) { skips || $0.magnitude <= calendar.longest.year }
    }

    private mutating func drop<Item>(
        _ part: WritableKeyPath<RecurrenceRule, [Item]>,
        _ name: String,
        of calendar: ScaleCalendar,
        unless isPossible: (Item) -> Bool
    ) {
        let items = rule[keyPath: part]
        let kept = items.filter(isPossible)
        guard kept.count < items.count, let item = items.first(where: { !isPossible($0) }) else { return }
        let what = "\(name)=\(RuleScreening.text(of: item)) never comes in RSCALE=\(calendar.name)"
        if kept.isEmpty {
            refuse("\(what); the rule has no instances")
        } else {
            warn("\(what); it is ignored")
        }
        rule[keyPath: part] = kept
    }

    private static func text(of item: some Any) -> String {
        guard let month = item as? RecurrenceRule.MonthNumber else { return "\(item)" }
        return "\(month.number)\(month.isLeap ? "L" : "")"
    }
}
