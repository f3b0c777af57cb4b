/// The user's availability during an event.
///
/// ```swift
/// ekEvent.availability = .free
/// ```
public enum EKEventAvailability: Int, Sendable {
    /// Availability is not supported; unused on Linux: `EKEventAvailability.notSupported.rawValue // -1`.
    case notSupported = -1
    /// Busy: `EKEventAvailability.busy.rawValue // 0`.
    case busy = 0
    /// Free: `EKEventAvailability.free.rawValue // 1`.
    case free = 1
    /// Tentatively busy: `EKEventAvailability.tentative.rawValue // 2`.
    case tentative = 2
    /// Out of office: `EKEventAvailability.unavailable.rawValue // 3`.
    case unavailable = 3
}

/// A set of event availabilities.
///
/// ```swift
/// let canBeFree = ekCalendar.supportedEventAvailabilities.contains(.free)
/// ```
public struct EKCalendarEventAvailabilityMask: OptionSet, Sendable {
    /// The raw bits: `EKCalendarEventAvailabilityMask.busy.rawValue // 1`.
    public let rawValue: UInt

    /// Creates a set from raw bits.
    ///
    /// ```swift
    /// EKCalendarEventAvailabilityMask(rawValue: 0).isEmpty  // true
    /// ```
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Busy: `EKCalendarEventAvailabilityMask.busy.rawValue // 1`.
    public static var busy: EKCalendarEventAvailabilityMask { EKCalendarEventAvailabilityMask(rawValue: 1) }
    /// Free: `EKCalendarEventAvailabilityMask.free.rawValue // 2`.
    public static var free: EKCalendarEventAvailabilityMask { EKCalendarEventAvailabilityMask(rawValue: 2) }
    /// Tentatively busy: `EKCalendarEventAvailabilityMask.tentative.rawValue // 4`.
    public static var tentative: EKCalendarEventAvailabilityMask {
        EKCalendarEventAvailabilityMask(rawValue: 4)
    }
    /// Out of office: `EKCalendarEventAvailabilityMask.unavailable.rawValue // 8`.
    public static var unavailable: EKCalendarEventAvailabilityMask {
        EKCalendarEventAvailabilityMask(rawValue: 8)
    }
}

/// The status of an event.
///
/// ```swift
/// if ekEvent.status == .canceled { print("does not take place") }
/// ```
public enum EKEventStatus: Int, Sendable {
    /// No status: `EKEventStatus.none.rawValue // 0`.
    case none = 0
    /// Confirmed: `EKEventStatus.confirmed.rawValue // 1`.
    case confirmed = 1
    /// Tentative: `EKEventStatus.tentative.rawValue // 2`.
    case tentative = 2
    /// Canceled: `EKEventStatus.canceled.rawValue // 3`.
    case canceled = 3
}

/// The scope of a change to a recurring event.
///
/// ```swift
/// try eventStore.save(ekEvent, span: .thisEvent)
/// ```
public enum EKSpan: Int, Sendable {
    /// Only this occurrence: `EKSpan.thisEvent.rawValue // 0`.
    case thisEvent = 0
    /// This occurrence and all later ones: `EKSpan.futureEvents.rawValue // 1`.
    case futureEvents = 1
}
