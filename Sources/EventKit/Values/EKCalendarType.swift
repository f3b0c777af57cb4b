/// The type of a calendar.
///
/// ```swift
/// let isHere = ekCalendar.type == .local
/// ```
public enum EKCalendarType: Int, Sendable {
    /// A folder on this machine: `EKCalendarType.local.rawValue // 0`.
    case local = 0
    /// A folder that is synchronized with a CalDAV server: `EKCalendarType.calDAV.rawValue // 1`.
    case calDAV = 1
    /// An Exchange calendar; unused on Linux: `EKCalendarType.exchange.rawValue // 2`.
    case exchange = 2
    /// A read-only calendar, such as `holidays.ics`: `EKCalendarType.subscription.rawValue // 3`.
    case subscription = 3
    /// A birthday calendar; unused on Linux: `EKCalendarType.birthday.rawValue // 4`.
    case birthday = 4
}

/// The type of a source.
///
/// ```swift
/// let local = eventStore.sources.first { $0.sourceType == .local }
/// ```
public enum EKSourceType: Int, Sendable {
    /// Folders on this machine: `EKSourceType.local.rawValue // 0`.
    case local = 0
    /// An Exchange account; unused on Linux: `EKSourceType.exchange.rawValue // 1`.
    case exchange = 1
    /// The calendars of an account on a CalDAV server: `EKSourceType.calDAV.rawValue // 2`.
    case calDAV = 2
    /// A MobileMe account, which no longer exists: `EKSourceType.mobileMe.rawValue // 3`.
    case mobileMe = 3
    /// Read-only calendars: `EKSourceType.subscribed.rawValue // 4`.
    case subscribed = 4
    /// A birthday source; unused on Linux: `EKSourceType.birthdays.rawValue // 5`.
    case birthdays = 5
}
