/// The availability during an event.
///
/// ```swift
/// ekEvent.availability = .free
/// ```
public enum EKEventAvailability: Int, Sendable {
    /// No availability, which no calendar on Linux returns: `EKEventAvailability.notSupported.rawValue // -1`.
    case notSupported = -1
    /// The time is taken: `EKEventAvailability.busy.rawValue // 0`.
    case busy = 0
    /// The time remains free: `EKEventAvailability.free.rawValue // 1`.
    case free = 1
    /// The time is tentatively taken: `EKEventAvailability.tentative.rawValue // 2`.
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

    /// The time is taken: `EKCalendarEventAvailabilityMask.busy.rawValue // 1`.
    public static var busy: EKCalendarEventAvailabilityMask { EKCalendarEventAvailabilityMask(rawValue: 1) }
    /// The time remains free: `EKCalendarEventAvailabilityMask.free.rawValue // 2`.
    public static var free: EKCalendarEventAvailabilityMask { EKCalendarEventAvailabilityMask(rawValue: 2) }
    /// The time is tentatively taken: `EKCalendarEventAvailabilityMask.tentative.rawValue // 4`.
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
    /// The event takes place: `EKEventStatus.confirmed.rawValue // 1`.
    case confirmed = 1
    /// The event may take place: `EKEventStatus.tentative.rawValue // 2`.
    case tentative = 2
    /// The event does not take place: `EKEventStatus.canceled.rawValue // 3`.
    case canceled = 3
}

/// The occurrences that a change affects.
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
