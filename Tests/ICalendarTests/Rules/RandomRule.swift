import ICalendar
import TestTraits

@testable import ICalendarCore

/// A random rule with its start, and an end for comparisons.
struct RandomRule {
    var rule: RecurrenceRule
    var start: CivilDateTime
    var last: Int
    private var numbers: SeededGenerator

    /// Creates a random rule with a frequency, without parts that RFC 5545 forbids.
    init(_ frequency: RecurrenceRule.Frequency, seed: UInt64) {
        numbers = SeededGenerator(seed: seed)
        rule = RecurrenceRule(frequency)
        let year = numbers.chance(1, in: 8) ? Int.random(in: 1...9900, using: &numbers) : 2024
        let day =
            (CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? 0)
            + Int.random(in: 0...1200, using: &numbers)
        let second = numbers.chance(1, in: 3) ? 9 * 3600 : Int.random(in: 0..<86_400, using: &numbers)
        start = CivilDateTime(CivilDate(dayNumber: day), secondOfDay: second)
        last = start.secondNumber
        rule.weekStart =
            numbers.chance(1, in: 3) ? Weekday.allCases.randomElement(using: &numbers) ?? .monday : .monday
        rule.interval = interval()
        addDayParts()
        addTimeParts()
        if hasPart, numbers.chance(1, in: 4) {
            rule.bySetPosition = list(from: [1, 2, 3, 5, 20, -1, -2, -4], atMost: 3)
        }
        last = min(start.secondNumber + span * rule.interval, RulePlan.lastSecond)
    }

    private var hasPart: Bool { RuleText.format(rule).contains(";BY") }

    /// The length in seconds of a few hundred to a few thousand periods.
    private var span: Int {
        switch rule.frequency {
        case .yearly: 86_400 * 366 * 9
        case .monthly: 86_400 * 31 * 40
        case .weekly: 86_400 * 7 * 90
        case .daily: 86_400 * 800
        case .hourly: 3600 * 2500
        case .minutely: 60 * 3500
        case .secondly: 5000
        }
    }

    private mutating func interval() -> Int {
        if numbers.chance(1, in: 2) { return 1 }
        let choices =
            switch rule.frequency {
            case .yearly, .monthly, .weekly: [2, 3, 4, 5, 12]
            case .daily: [2, 3, 6, 7, 10, 28, 365]
            case .hourly: [2, 5, 7, 12, 23, 24, 25, 36, 168, 1000]
            case .minutely: [7, 15, 45, 90, 1439, 1440, 1441, 2880, 9999]
            case .secondly: [7, 45, 3600, 5400, 86_399, 86_400, 86_401, 604_800, 3_000_017]
            }
        return choices.randomElement(using: &numbers) ?? 1
    }

    private mutating func addDayParts() {
        let frequency = rule.frequency
        if numbers.chance(1, in: 3) { rule.byMonth = list(from: Array(1...12), atMost: 6).map { .init($0) } }
        if frequency != .weekly, numbers.chance(1, in: 3) {
            rule.byMonthDay = list(
                from: Array(1...31) + Array(-31 ... -1) + [31, -1, 29, 30, -30],
                atMost: 9
            )
        }
        if frequency == .yearly || frequency.isSubDaily, numbers.chance(1, in: 5) {
            rule.byYearDay = list(from: Array(1...366) + Array(-366 ... -1) + [366, -366, 1, -1], atMost: 60)
        }
        if frequency == .yearly, numbers.chance(1, in: 3) {
            rule.byWeekNumber = list(
                from: Array(1...53) + Array(-53 ... -1) + [1, 52, 53, -1, -52, -53],
                atMost: 9
            )
        }
        guard numbers.chance(1, in: 2) else { return }
        let allowsOrdinals = frequency == .monthly || frequency == .yearly && rule.byWeekNumber.isEmpty
        for weekday in Weekday.allCases.shuffled(using: &numbers).prefix(
            Int.random(in: 1...4, using: &numbers)
        ) {
            let far = frequency == .yearly && numbers.chance(1, in: 2) ? 53 : 5
            let ordinal = Int.random(in: 1...far, using: &numbers) * (numbers.chance(1, in: 2) ? 1 : -1)
            rule.byDay.append(
                .init(weekday, ordinal: allowsOrdinals && numbers.chance(1, in: 2) ? ordinal : nil)
            )
        }
    }

    private mutating func addTimeParts() {
        if numbers.chance(1, in: 5) { rule.byHour = list(from: Array(0...23), atMost: 8) }
        if numbers.chance(1, in: 5) { rule.byMinute = list(from: Array(0...59), atMost: 8) }
        if numbers.chance(1, in: 6) { rule.bySecond = list(from: Array(0...59), atMost: 8) }
    }

    private mutating func list(from choices: [Int], atMost most: Int) -> [Int] {
        (0..<Int.random(in: 1...most, using: &numbers)).compactMap { _ in
            choices.randomElement(using: &numbers)
        }
    }

    /// Adds SKIP to the rule where RFC 7529 defines its meaning.
    mutating func addSkip(_ skip: RecurrenceRule.Skip) {
        rule.calendarScale = "GREGORIAN"
        rule.skip = skip
        rule.byWeekNumber = []
        rule.byDay = rule.byDay.map { .init($0.weekday) }
        if !rule.byYearDay.isEmpty { (rule.byMonthDay, rule.byMonth) = ([], []) }
        if rule.frequency == .monthly { rule.byYearDay = [] }
        if numbers.chance(1, in: 2) {
            start = CivilDateTime(
                start.date.adding(days: 31 - start.date.day),
                secondOfDay: start.secondOfDay
            )
        }
        if rule.bySetPosition.contains(where: { $0.magnitude > 3 }) { rule.bySetPosition = [] }
        let positions = rule.bySetPosition
        rule.bySetPosition = []
        if hasPart { rule.bySetPosition = positions }
    }

    /// Returns the instants at which to split the range.
    mutating func cuts() -> [Int] {
        (0..<4).map { _ in Int.random(in: (start.secondNumber - 100_000)...(last + 100_000), using: &numbers)
        }
    }
}

extension SeededGenerator {
    /// Returns true with a probability of `count` / `total`.
    mutating func chance(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &self) < count
    }
}
