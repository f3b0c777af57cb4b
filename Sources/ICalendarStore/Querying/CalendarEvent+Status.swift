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
    /// The same as Outlook says it.
    fileprivate var microsoftStatus: MicrosoftBusyStatus {
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

extension CalendarEvent {
    /// How it shows its time, as `EKEvent.availability`: from TRANSP, and X-MICROSOFT-CDO-BUSYSTATUS where TRANSP does
    /// not say that the time is free.
    ///
    /// Setting it removes an X-MICROSOFT-CDO-INTENDEDSTATUS that contradicts it. Setting
    /// ``EventAvailability/notSupported`` changes nothing.
    ///
    /// ```swift
    /// calendarEvent.availability  // .busy
    /// ```
    public var availability: EventAvailability {
        get {
            let event = described
            if event.isTransparent { return .free }
            switch event.microsoftBusyStatus {
            case .outOfOffice: return .unavailable
            case .tentative: return .tentative
            // Where TRANSP is written, it is what the last program said.
            case .free where event.component.first("TRANSP") == nil: return .free
            case .workingElsewhere where event.component.first("TRANSP") == nil: return .free
            default: return .busy
            }
        }
        set {
            guard newValue != availability, newValue != .notSupported else { return }
            edit { draft in
                let hasStatus = draft.event.microsoftBusyStatus != nil
                draft.event.component.set(
                    "TRANSP",
                    to: Property("TRANSP", .text(newValue == .free ? "TRANSPARENT" : "OPAQUE"))
                )
                // What was to be shown once the invitation is accepted was the organizer's wish.
                if let intended = draft.event.microsoftIntendedStatus, intended != newValue.microsoftStatus {
                    draft.event.microsoftIntendedStatus = nil
                }
                switch newValue {
                case .tentative: draft.event.microsoftBusyStatus = .tentative
                case .unavailable: draft.event.microsoftBusyStatus = .outOfOffice
                case .free: if hasStatus { draft.event.microsoftBusyStatus = .free }
                case .busy, .notSupported: if hasStatus { draft.event.microsoftBusyStatus = .busy }
                }
            }
        }
    }

    /// Whether it takes place, as `EKEvent.status`; it can be set, as it cannot in EventKit.
    ///
    /// ```swift
    /// calendarEvent.status = .canceled
    /// ```
    public var status: EventStatus {
        get {
            switch described.status {
            case nil: .none
            case .confirmed: .confirmed
            case .tentative: .tentative
            case .cancelled: .canceled
            }
        }
        set {
            guard newValue != status else { return }
            switch newValue {
            case .none: event.status = nil
            case .confirmed: event.status = .confirmed
            case .tentative: event.status = .tentative
            case .canceled: event.status = .cancelled
            }
        }
    }
}
