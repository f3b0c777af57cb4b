public import Foundation
import ICalendar
import SystemIO

/// A recurrence rule. Only the rule's end can be changed.
///
/// ```swift
/// let days = [EKRecurrenceDayOfWeek(.monday), EKRecurrenceDayOfWeek(.friday)]
/// let rule = EKRecurrenceRule(
///     recurrenceWith: .weekly, interval: 1, daysOfTheWeek: days, daysOfTheMonth: nil, monthsOfTheYear: nil,
///     weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: EKRecurrenceEnd(occurrenceCount: 12)
/// )
/// ekEvent.recurrenceRules = [rule]
/// ```
// The class is Sendable because a lock protects its only mutable state.
open class EKRecurrenceRule: EKObject, NSCopying, @unchecked Sendable {
    private struct End {
        var end: EKRecurrenceEnd?
        var isChanged: Bool
    }

    /// The rule as created or read; its end applies unless ``recurrenceEnd`` was set.
    let parts: RecurrenceRule
    /// Whether the rule was read from a file, in which case all its parts apply.
    private let isRead: Bool
    private let frequencyRead: EKRecurrenceFrequency
    private let state: Lock<End>

    /// Creates a rule from all its parts.
    ///
    /// Saving ignores parts that do not apply to the frequency.
    ///
    /// ```swift
    /// let rule = EKRecurrenceRule(
    ///     recurrenceWith: .monthly, interval: 1, daysOfTheWeek: nil, daysOfTheMonth: [1, 15], monthsOfTheYear: nil,
    ///     weeksOfTheYear: nil, daysOfTheYear: nil, setPositions: nil, end: nil
    /// )
    /// rule.daysOfTheMonth  // [1, 15]
    /// ```
    public init(
        recurrenceWith type: EKRecurrenceFrequency,
        interval: Int,
        daysOfTheWeek days: [EKRecurrenceDayOfWeek]?,
        daysOfTheMonth monthDays: [NSNumber]?,
        monthsOfTheYear months: [NSNumber]?,
        weeksOfTheYear: [NSNumber]?,
        daysOfTheYear: [NSNumber]?,
        setPositions: [NSNumber]?,
        end: EKRecurrenceEnd?
    ) {
        func numbers(_ given: [NSNumber]?) -> [Int] { (given ?? []).map(\.intValue) }
        var parts = RecurrenceRule(Self.frequencies[type] ?? .daily, interval: interval)
        parts.byDay = (days ?? []).map { day in
            let weekday = Weekday(rawValue: day.dayOfTheWeek.rawValue - 1) ?? .monday
            return .init(weekday, ordinal: day.weekNumber == 0 ? nil : day.weekNumber)
        }
        parts.byMonthDay = numbers(monthDays)
        parts.byMonth = numbers(months).map { .init($0) }
        parts.byWeekNumber = numbers(weeksOfTheYear)
        parts.byYearDay = numbers(daysOfTheYear)
        parts.bySetPosition = numbers(setPositions)
        self.parts = parts
        isRead = false
        frequencyRead = type
        state = Lock(End(end: end, isChanged: true))
        super.init()
    }

    /// Creates a rule from all its parts.
    ///
    /// This is the Objective-C spelling.
    ///
    /// ```swift
    /// EKRecurrenceRule(recurrenceWithFrequency: .daily, interval: 3, end: nil).interval  // 3
    /// ```
    public convenience init(
        recurrenceWithFrequency type: EKRecurrenceFrequency,
        interval: Int,
        daysOfTheWeek days: [EKRecurrenceDayOfWeek]?,
        daysOfTheMonth monthDays: [NSNumber]?,
        monthsOfTheYear months: [NSNumber]?,
        weeksOfTheYear: [NSNumber]?,
        daysOfTheYear: [NSNumber]?,
        setPositions: [NSNumber]?,
        end: EKRecurrenceEnd?
    ) {
        self.init(
            recurrenceWith: type,
            interval: interval,
            daysOfTheWeek: days,
            daysOfTheMonth: monthDays,
            monthsOfTheYear: months,
            weeksOfTheYear: weeksOfTheYear,
            daysOfTheYear: daysOfTheYear,
            setPositions: setPositions,
            end: end
        )
    }

    /// Creates a simple rule from a frequency and an interval.
    ///
    /// ```swift
    /// EKRecurrenceRule(recurrenceWith: .weekly, interval: 2, end: nil).frequency  // .weekly
    /// ```
    public convenience init(
        recurrenceWith type: EKRecurrenceFrequency,
        interval: Int,
        end: EKRecurrenceEnd?
    ) {
        self.init(
            recurrenceWith: type,
            interval: interval,
            daysOfTheWeek: nil,
            daysOfTheMonth: nil,
            monthsOfTheYear: nil,
            weeksOfTheYear: nil,
            daysOfTheYear: nil,
            setPositions: nil,
            end: end
        )
    }

    /// Creates a simple rule from a frequency and an interval.
    ///
    /// This is the Objective-C spelling.
    ///
    /// ```swift
    /// EKRecurrenceRule(recurrenceWithFrequency: .daily, interval: 3, end: nil).frequency  // .daily
    /// ```
    public convenience init(
        recurrenceWithFrequency type: EKRecurrenceFrequency,
        interval: Int,
        end: EKRecurrenceEnd?
    ) {
        self.init(recurrenceWith: type, interval: interval, end: end)
    }

    /// Creates a rule from the parts in a file; nil if EventKit does not support the frequency.
    init?(parts: RecurrenceRule) {
        guard let frequency = Self.frequencies.first(where: { $0.value == parts.frequency })?.key else {
            return nil
        }
        self.parts = parts
        frequencyRead = frequency
        isRead = true
        state = Lock(End(end: EKRecurrenceEnd(of: parts), isChanged: false))
        super.init()
    }

    private static let frequencies: [EKRecurrenceFrequency: RecurrenceRule.Frequency] = [
        .daily: .daily, .weekly: .weekly, .monthly: .monthly, .yearly: .yearly,
    ]

    // MARK: - Parts

    /// The frequency: `ekRule.frequency // .weekly`.
    open var frequency: EKRecurrenceFrequency { frequencyRead }

    /// The number of days, weeks, months or years between occurrences: `ekRule.interval // 1`.
    open var interval: Int { parts.interval }

    /// The days of the week, or nil: `ekRule.daysOfTheWeek?.count // 3`.
    open var daysOfTheWeek: [EKRecurrenceDayOfWeek]? {
        let days = parts.byDay.map { day in
            EKRecurrenceDayOfWeek(
                EKWeekday(rawValue: day.weekday.rawValue + 1) ?? .monday,
                weekNumber: day.ordinal ?? 0
            )
        }
        return days.isEmpty ? nil : days
    }

    /// The days of the month, or nil; negative numbers count from the end: `ekRule.daysOfTheMonth // nil`.
    open var daysOfTheMonth: [NSNumber]? { numbers(parts.byMonthDay) }

    /// The days of the year, or nil; negative numbers count from the end: `ekRule.daysOfTheYear // nil`.
    open var daysOfTheYear: [NSNumber]? { numbers(parts.byYearDay) }

    /// The weeks of the year, or nil; negative numbers count from the end: `ekRule.weeksOfTheYear // nil`.
    open var weeksOfTheYear: [NSNumber]? { numbers(parts.byWeekNumber) }

    /// The months of the year, from 1 to 12, or nil: `ekRule.monthsOfTheYear // nil`.
    open var monthsOfTheYear: [NSNumber]? { numbers(parts.byMonth.map(\.number)) }

    /// The positions within each period, or nil; negative numbers count from the end: `ekRule.setPositions // nil`.
    open var setPositions: [NSNumber]? { numbers(parts.bySetPosition) }

    private func numbers(_ values: [Int]) -> [NSNumber]? {
        values.isEmpty ? nil : values.map { NSNumber(value: $0) }
    }

    /// The first day of the week, where 1 is Sunday, or 0 if it has no effect: `ekRule.firstDayOfTheWeek // 0`.
    open var firstDayOfTheWeek: Int {
        if parts.weekStart != .monday { return parts.weekStart.rawValue + 1 }
        return frequency == .weekly && interval > 1 ? 2 : 0
    }

    /// The rule's calendar system, always `gregorian`: `ekRule.calendarIdentifier // "gregorian"`.
    open var calendarIdentifier: String { "gregorian" }

    /// The end, or nil for an infinite rule: `ekRule.recurrenceEnd = EKRecurrenceEnd(occurrenceCount: 12)`.
    open var recurrenceEnd: EKRecurrenceEnd? {
        get { state.withLock { $0.end } }
        set { state.withLock { $0 = End(end: newValue, isChanged: true) } }
    }

    /// A description in which the rule follows the word RRULE, as on Apple's systems.
    ///
    /// `ekRule.description.hasPrefix("EKRecurrenceRule RRULE FREQ=WEEKLY") // true`
    open override var description: String {
        "EKRecurrenceRule RRULE \(rule(isOwn: true) { EventTime(Instant($0), in: .utc) }.text)"
    }

    /// Returns a copy whose end can be changed independently.
    ///
    /// ```swift
    /// (ekRule.copy() as? EKRecurrenceRule)?.frequency == ekRule.frequency  // true
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any {
        EKRecurrenceRule(copying: self)
    }

    private init(copying other: EKRecurrenceRule) {
        parts = other.parts
        isRead = other.isRead
        frequencyRead = other.frequencyRead
        state = Lock(other.state.withLock { $0 })
        super.init()
    }

    // MARK: - For saving

    /// Returns the rule to save in an item.
    ///
    /// A rule that came from the item itself is written back unchanged.
    func rule(for item: any CalendarItemValue) -> RecurrenceRule {
        rule(isOwn: item.rules.contains(parts), until: item.until)
    }

    /// - Parameters:
    ///   - isOwn: Whether the rule came from the item, so its end is already in the right form.
    ///   - until: Converts the end to an UNTIL value for the item.
    private func rule(isOwn: Bool, until: (Date) -> EventTime) -> RecurrenceRule {
        let end = state.withLock { $0 }
        if !end.isChanged, isOwn || parts.until == nil { return parts }
        var rule = isRead ? parts : parts.applicable
        rule.count = end.end.flatMap { $0.endDate == nil ? $0.occurrenceCount : nil }
        rule.until = end.end?.endDate.map(until)
        return rule
    }
}

extension RecurrenceRule {
    /// The rule without the parts that EventKit ignores for its frequency.
    fileprivate var applicable: RecurrenceRule {
        var rule = self
        if frequency == .daily { rule.byDay = [] }
        if frequency == .weekly { rule.byDay = byDay.map { .init($0.weekday) } }
        if frequency != .monthly { rule.byMonthDay = [] }
        if frequency != .yearly { (rule.byMonth, rule.byWeekNumber, rule.byYearDay) = ([], [], []) }
        let isPlain = rule.byDay.isEmpty && rule.byMonthDay.isEmpty && rule.byMonth.isEmpty
        if isPlain, rule.byWeekNumber.isEmpty, rule.byYearDay.isEmpty { rule.bySetPosition = [] }
        return rule
    }
}
