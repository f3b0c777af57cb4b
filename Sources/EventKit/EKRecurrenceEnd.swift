public import Foundation
import ICalendar

/// The end of a recurrence rule: a date or a number of occurrences.
///
/// ```swift
/// EKRecurrenceEnd(occurrenceCount: 12).endDate  // nil
/// ```
public final class EKRecurrenceEnd: NSObject, NSCopying, Sendable {
    /// The last possible start, or nil for a count-based end: `EKRecurrenceEnd(occurrenceCount: 12).endDate // nil`.
    public let endDate: Date?
    /// The number of occurrences, or 0 for a date-based end.
    ///
    /// `EKRecurrenceEnd(occurrenceCount: 12).occurrenceCount // 12`
    public let occurrenceCount: Int

    private init(_ endDate: Date?, _ occurrenceCount: Int) {
        self.endDate = endDate
        self.occurrenceCount = occurrenceCount
    }

    /// Creates a date-based end.
    ///
    /// ```swift
    /// EKRecurrenceEnd(end: monday.date).occurrenceCount  // 0
    /// ```
    public convenience init(end endDate: Date) { self.init(endDate, 0) }

    /// Creates a date-based end.
    ///
    /// This is the Objective-C spelling.
    ///
    /// ```swift
    /// EKRecurrenceEnd(endDate: monday.date).occurrenceCount  // 0
    /// ```
    public convenience init(endDate: Date) { self.init(endDate, 0) }

    /// Creates a count-based end; a rule with a count of 0 cannot be saved.
    ///
    /// ```swift
    /// EKRecurrenceEnd(occurrenceCount: 12).occurrenceCount  // 12
    /// ```
    public convenience init(occurrenceCount: Int) { self.init(nil, occurrenceCount) }

    /// Creates the end of a rule; nil if the rule is infinite.
    convenience init?(of rule: RecurrenceRule) {
        if let count = rule.count {
            self.init(nil, count)
        } else if let until = rule.until {
            self.init(Self.date(of: until), 0)
        } else {
            return nil
        }
    }

    private static func date(of until: EventTime) -> Date {
        let zone = Zone.current
        return switch until {
        // A date includes the whole day.
        case .date(let day): zone.instant(of: CivilDateTime(day, secondOfDay: 86_399)).date
        case .floating(let time): zone.instant(of: time).date
        case .utc(let time): Zone.utc.instant(of: time).date
        case .zoned(let time, let name): ((try? Zone(identifier: name)) ?? zone).instant(of: time).date
        }
    }

    /// Returns the end itself, since it is immutable.
    ///
    /// ```swift
    /// let copy = EKRecurrenceEnd(occurrenceCount: 12).copy() as? EKRecurrenceEnd
    /// ```
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether another object has the same end date and count.
    ///
    /// ```swift
    /// EKRecurrenceEnd(occurrenceCount: 12).isEqual(EKRecurrenceEnd(occurrenceCount: 12))  // true
    /// ```
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKRecurrenceEnd else { return false }
        return endDate == other.endDate && occurrenceCount == other.occurrenceCount
    }

    /// The hash value of the date and the count: `EKRecurrenceEnd(occurrenceCount: 12).hash == 0 // false`.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(endDate)
        hasher.combine(occurrenceCount)
        return hasher.finalize()
    }
}
