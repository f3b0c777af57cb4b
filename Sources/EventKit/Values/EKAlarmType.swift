/// The action of an alarm.
///
/// ```swift
/// let isShown = EKAlarmType(rawValue: 0) == .display
/// ```
public enum EKAlarmType: Int, Sendable {
    /// Text on the screen: `EKAlarmType.display.rawValue // 0`.
    case display = 0
    /// A sound: `EKAlarmType.audio.rawValue // 1`.
    case audio = 1
    /// A program, which is never run: `EKAlarmType.procedure.rawValue // 2`.
    case procedure = 2
    /// An email: `EKAlarmType.email.rawValue // 3`.
    case email = 3
}

/// The way in which an alarm depends on a place.
///
/// ```swift
/// ekAlarm.proximity = .enter
/// ```
public enum EKAlarmProximity: Int, Sendable {
    /// The alarm depends on a time: `EKAlarmProximity.none.rawValue // 0`.
    case none = 0
    /// The alarm goes off on arrival: `EKAlarmProximity.enter.rawValue // 1`.
    case enter = 1
    /// The alarm goes off on departure: `EKAlarmProximity.leave.rawValue // 2`.
    case leave = 2
}

/// The priority of a reminder (PRIORITY, RFC 5545 section 3.8.1.9).
///
/// ```swift
/// ekReminder.priority = Int(EKReminderPriority.high.rawValue)
/// ```
public enum EKReminderPriority: UInt, Sendable {
    /// No priority: `EKReminderPriority.none.rawValue // 0`.
    case none = 0
    /// High, also 2 to 4: `EKReminderPriority.high.rawValue // 1`.
    case high = 1
    /// Medium: `EKReminderPriority.medium.rawValue // 5`.
    case medium = 5
    /// Low, also 6 to 8: `EKReminderPriority.low.rawValue // 9`.
    case low = 9
}
