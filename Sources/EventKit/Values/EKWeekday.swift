/// A day of the week, numbered as in `Calendar`.
///
/// ```swift
/// let day = EKRecurrenceDayOfWeek(.monday)
/// ```
@frozen public enum EKWeekday: Int, Sendable {
    /// Sunday: `EKWeekday.sunday.rawValue // 1`.
    case sunday = 1
    /// Monday: `EKWeekday.monday.rawValue // 2`.
    case monday = 2
    /// Tuesday: `EKWeekday.tuesday.rawValue // 3`.
    case tuesday = 3
    /// Wednesday: `EKWeekday.wednesday.rawValue // 4`.
    case wednesday = 4
    /// Thursday: `EKWeekday.thursday.rawValue // 5`.
    case thursday = 5
    /// Friday: `EKWeekday.friday.rawValue // 6`.
    case friday = 6
    /// Saturday: `EKWeekday.saturday.rawValue // 7`.
    case saturday = 7

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``sunday``: `EKWeekday.EKSunday.rawValue // 1`.
    public static var EKSunday: EKWeekday { .sunday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``monday``: `EKWeekday.EKMonday.rawValue // 2`.
    public static var EKMonday: EKWeekday { .monday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``tuesday``: `EKWeekday.EKTuesday.rawValue // 3`.
    public static var EKTuesday: EKWeekday { .tuesday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``wednesday``: `EKWeekday.EKWednesday.rawValue // 4`.
    public static var EKWednesday: EKWeekday { .wednesday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``thursday``: `EKWeekday.EKThursday.rawValue // 5`.
    public static var EKThursday: EKWeekday { .thursday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``friday``: `EKWeekday.EKFriday.rawValue // 6`.
    public static var EKFriday: EKWeekday { .friday }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The former name of ``saturday``: `EKWeekday.EKSaturday.rawValue // 7`.
    public static var EKSaturday: EKWeekday { .saturday }
}

/// The frequency of a recurrence rule.
///
/// ```swift
/// let rule = EKRecurrenceRule(recurrenceWith: .weekly, interval: 2, end: nil)
/// ```
public enum EKRecurrenceFrequency: Int, Sendable {
    /// Every day: `EKRecurrenceFrequency.daily.rawValue // 0`.
    case daily = 0
    /// Every week: `EKRecurrenceFrequency.weekly.rawValue // 1`.
    case weekly = 1
    /// Every month: `EKRecurrenceFrequency.monthly.rawValue // 2`.
    case monthly = 2
    /// Every year: `EKRecurrenceFrequency.yearly.rawValue // 3`.
    case yearly = 3
}
