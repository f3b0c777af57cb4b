/// The action of an alarm.
///
/// ```swift
/// let isShown = EKAlarmType(rawValue: 0) == .display
/// ```
public enum EKAlarmType: Int, Sendable {
    /// Shows a message: `EKAlarmType.display.rawValue // 0`.
    case display = 0
    /// Plays a sound: `EKAlarmType.audio.rawValue // 1`.
    case audio = 1
    /// Runs a program, although this module never does so: `EKAlarmType.procedure.rawValue // 2`.
    case procedure = 2
    /// Sends an email: `EKAlarmType.email.rawValue // 3`.
    case email = 3
}

/// The arrival or departure that triggers a location-based alarm.
///
/// ```swift
/// ekAlarm.proximity = .enter
/// ```
public enum EKAlarmProximity: Int, Sendable {
    /// No location trigger: `EKAlarmProximity.none.rawValue // 0`.
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
    /// High priority; 2 to 4 also mean high: `EKReminderPriority.high.rawValue // 1`.
    case high = 1
    /// Medium priority: `EKReminderPriority.medium.rawValue // 5`.
    case medium = 5
    /// Low priority; 6 to 8 also mean low: `EKReminderPriority.low.rawValue // 9`.
    case low = 9
}
