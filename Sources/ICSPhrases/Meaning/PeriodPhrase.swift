package import ICalendar

/// A period in words: `next week`, `last month`, `december`, `march 2027`, `2027-03`, `2027`.
package enum PeriodPhrase: Sendable, Hashable {
    case week(fromNow: Int)
    case month(fromNow: Int)
    case year(fromNow: Int)
    /// A month. Without a year, the month is in the current or next year.
    case namedMonth(Int, year: Int?)
    case namedYear(Int)

    /// Parses a period, or returns nil for any other string.
    package init?(_ text: String) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let steps = ["this": 0, "current": 0, "next": 1, "last": -1, "previous": -1]
        if words.count == 2, let step = steps[words[0]] {
            switch words[1] {
            case "week": self = .week(fromNow: step)
            case "month": self = .month(fromNow: step)
            case "year": self = .year(fromNow: step)
            default: return nil
            }
            return
        }
        if let first = words.first, let month = TimeWords.months[first], words.count <= 2 {
            let year = words.count == 2 ? Self.year(words[1]) : nil
            guard words.count == 1 || year != nil else { return nil }
            self = .namedMonth(month, year: year)
            return
        }
        guard words.count == 1 else { return nil }
        let parts = words[0].split(separator: "-", omittingEmptySubsequences: false)
        guard let year = Self.year(parts[0]) else { return nil }
        switch parts.count {
        case 1: self = .namedYear(year)
        case 2:
            guard parts[1].count == 2, let month = TimeWords.digits(parts[1]), (1...12).contains(month)
            else { return nil }
            self = .namedMonth(month, year: year)
        default: return nil
        }
    }

    private static func year(_ text: some StringProtocol) -> Int? {
        text.count == 4 ? TimeWords.digits(text) : nil
    }

    /// Returns the first day of the period, or nil if it is outside the supported years.
    ///
    /// Weeks begin on Monday.
    package func start(today: CivilDate) -> CivilDate? {
        func month(_ number: Int) -> CivilDate? {
            CivilDate(year: number / 12, month: number % 12 + 1, day: 1)
        }
        switch self {
        case .week(let step):
            let day = (today.weekday.rawValue + 6) % 7
            return today.adding(days: step * 7 - day)
        case .month(let step): return month(today.year * 12 + today.month - 1 + step)
        case .year(let step): return CivilDate(year: today.year + step, month: 1, day: 1)
        case .namedMonth(let number, let year?): return CivilDate(year: year, month: number, day: 1)
        case .namedMonth(let number, nil):
            return CivilDate(year: today.year + (number < today.month ? 1 : 0), month: number, day: 1)
        case .namedYear(let year): return CivilDate(year: year, month: 1, day: 1)
        }
    }
}
