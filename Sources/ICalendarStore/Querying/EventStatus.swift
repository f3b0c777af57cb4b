import ICalendar

/// How an event shows its time, with the numbers of `EKEventAvailability`.
///
/// ```swift
/// calendarEvent.availability = .free
/// ```
public enum EventAvailability: Int, Sendable, Hashable, CaseIterable {
    /// Nothing can be said, which never is so in this store: `EventAvailability.notSupported.rawValue // -1`.
    case notSupported = -1
    /// The time is taken: `TRANSP:OPAQUE`, or nothing said.
    case busy = 0
    /// The time is free for something else: `TRANSP:TRANSPARENT`.
    case free = 1
    /// The time may be taken: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    case tentative = 2
    /// Away: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    case unavailable = 3
}

extension EventAvailability {
    var microsoftStatus: MicrosoftBusyStatus {
        switch self {
        case .free: .free
        case .tentative: .tentative
        case .unavailable: .outOfOffice
        case .busy, .notSupported: .busy
        }
    }
}

/// Whether an event takes place, with the numbers of `EKEventStatus`.
///
/// ```swift
/// if calendarEvent.status == .canceled { print("does not take place") }
/// ```
public enum EventStatus: Int, Sendable, Hashable, CaseIterable {
    /// Nothing is said: `EventStatus.none.rawValue // 0`.
    case none = 0
    /// It takes place: `STATUS:CONFIRMED`.
    case confirmed = 1
    /// It may take place: `STATUS:TENTATIVE`.
    case tentative = 2
    /// It does not take place, and is shown all the same: `STATUS:CANCELLED`.
    case canceled = 3
}
