public import Foundation

/// A day of the week in a recurrence rule, such as every Monday or the last Friday of a month.
///
/// ```swift
/// EKRecurrenceDayOfWeek(.friday, weekNumber: -1).weekNumber  // -1
/// ```
public final class EKRecurrenceDayOfWeek: NSObject, NSCopying, Sendable {
    /// The day: `EKRecurrenceDayOfWeek(.friday).dayOfTheWeek // .friday`.
    public let dayOfTheWeek: EKWeekday
    /// The week of the month or year, counted from the end if negative, or 0 for every week:
    /// `EKRecurrenceDayOfWeek(.friday).weekNumber // 0`.
    public let weekNumber: Int

    /// Creates a weekday in the given week of the month or year.
    ///
    /// ```swift
    /// EKRecurrenceDayOfWeek(dayOfTheWeek: .friday, weekNumber: 2).weekNumber  // 2
    /// ```
    public init(dayOfTheWeek: EKWeekday, weekNumber: Int) {
        self.dayOfTheWeek = dayOfTheWeek
        self.weekNumber = weekNumber
    }

    /// Creates a weekday that occurs in every week of the period.
    ///
    /// ```swift
    /// EKRecurrenceDayOfWeek(.friday).dayOfTheWeek  // .friday
    /// ```
    public convenience init(_ dayOfTheWeek: EKWeekday) {
        self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: 0)
    }

    /// Creates a weekday in the given week of the month or year.
    ///
    /// ```swift
    /// EKRecurrenceDayOfWeek(.friday, weekNumber: -1).weekNumber  // -1
    /// ```
    public convenience init(_ dayOfTheWeek: EKWeekday, weekNumber: Int) {
        self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: weekNumber)
    }

    /// Returns the day itself, since it is immutable.
    ///
    /// ```swift
    /// let copy = EKRecurrenceDayOfWeek(.friday).copy() as? EKRecurrenceDayOfWeek
    /// ```
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether another object has the same day and week number.
    ///
    /// ```swift
    /// EKRecurrenceDayOfWeek(.friday).isEqual(EKRecurrenceDayOfWeek(.friday))  // true
    /// ```
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKRecurrenceDayOfWeek else { return false }
        return dayOfTheWeek == other.dayOfTheWeek && weekNumber == other.weekNumber
    }

    /// The hash value of the day and the week number: `EKRecurrenceDayOfWeek(.friday).hash // 6`.
    public override var hash: Int { dayOfTheWeek.rawValue &+ weekNumber &* 8 }
}
