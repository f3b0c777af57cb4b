public import EssentialFoundation
public import ICalendar

/// The details of an event, named as in `EKCalendarItem`. Reading a detail decodes only the event's component.
extension CalendarEvent {
    /// The title (SUMMARY), or an empty string if absent: `calendarEvent.title // "Stand-up"`.
    public var title: String {
        get { described.summary ?? "" }
        set { event.summary = newValue.isEmpty ? nil : newValue }
    }

    /// The location (LOCATION, or the title of ``structuredLocation``), like `EKCalendarItem.location`; `nil` if
    /// absent.
    ///
    /// As in EventKit, setting this property removes ``structuredLocation``. GEO and other properties that describe the
    /// old location are also removed: `calendarEvent.location = "Room 5"`.
    public var location: String? {
        get { described.location ?? described.appleLocation?.title }
        set {
            guard newValue != location else { return }
            edit { draft in
                draft.event.setLocation(newValue)
                // Remove the map location even if no other property repeats the location's name.
                draft.event.component.removeRestatements(of: "LOCATION")
            }
        }
    }

    /// The map location with its radius in meters (X-APPLE-STRUCTURED-LOCATION), like `EKEvent.structuredLocation`.
    ///
    /// Setting this property sets ``location`` to the map location's title.
    ///
    /// ```swift
    /// calendarEvent.structuredLocation = AppleLocation(title: "Town hall", latitude: 52.5186, longitude: 13.4083)
    /// calendarEvent.location  // "Town hall"
    /// ```
    public var structuredLocation: AppleLocation? {
        get { described.appleLocation }
        set {
            guard newValue != structuredLocation else { return }
            edit { draft in
                draft.event.setLocation(newValue?.title)
                draft.event.component.removeRestatements(of: "LOCATION")
                draft.event.appleLocation = newValue
            }
        }
    }

    /// The notes (DESCRIPTION), like `EKCalendarItem.notes`: `calendarEvent.notes = "Bring the glazes"`.
    ///
    /// Setting this property removes X-ALT-DESC and STYLED-DESCRIPTION, which contain the old text in other formats.
    public var notes: String? {
        get { described.descriptionText }
        set { if newValue != notes { event.setNotes(newValue) } }
    }

    /// Whether the event has ``notes``: `calendarEvent.hasNotes // false`.
    public var hasNotes: Bool { notes?.isEmpty == false }

    /// The associated URL (URL), like `EKCalendarItem.url`; `nil` if absent or if Foundation cannot parse it.
    ///
    /// ```swift
    /// calendarEvent.url = URL(string: "https://studio.example/stand-up")
    /// ```
    public var url: URL? {
        get { described.url.flatMap { URL(string: $0) } }
        set { event.url = newValue?.absoluteString }
    }

    /// The creation time (CREATED), like `EKCalendarItem.creationDate`.
    ///
    /// The store sets this property when it saves a new event.
    public var creationDate: Date? { described.created?.date }

    /// The time of the last change (LAST-MODIFIED), like `EKCalendarItem.lastModifiedDate`.
    ///
    /// The store sets this property on each save.
    public var lastModifiedDate: Date? { described.lastModified?.date }

    /// The organizer (ORGANIZER), like `EKEvent.organizer`; `nil` if absent: `calendarEvent.organizer?.email`.
    public var organizer: Organizer? {
        get { described.organizer }
        set { event.organizer = newValue }
    }

    /// The attendees (ATTENDEE) in file order, like `EKCalendarItem.attendees`; `nil` rather than an empty array if
    /// absent.
    ///
    /// Unlike in EventKit, this property is settable.
    ///
    /// ```swift
    /// for attendee in calendarEvent.attendees ?? [] { print(attendee.email ?? "", attendee.status) }
    /// ```
    public var attendees: [Attendee]? {
        get { described.attendees.nilIfEmpty }
        set { event.attendees = newValue ?? [] }
    }

    /// Returns whether an attendee or organizer is the user, according to ``EventStore/Options/userAddresses``, like
    /// `EKParticipant.isCurrentUser`.
    ///
    /// ```swift
    /// let others = calendarEvent.attendees?.filter { !calendarEvent.isCurrentUser($0) }
    /// ```
    public func isCurrentUser(_ person: some CalendarUser) -> Bool {
        origin?.store.users.contains(person.key) ?? false
    }

    /// The user's participation status, or nil if the user is not an attendee, like `EKParticipant.participantStatus`:
    /// `calendarEvent.participantStatus == .pending`.
    public var participantStatus: Attendee.Status? {
        guard let users = origin?.store.users, !users.isEmpty else { return nil }
        return described.attendees.first { users.contains($0.key) }?.status
    }

    /// Whether the event has ``attendees``: `calendarEvent.hasAttendees // true`.
    public var hasAttendees: Bool { described.component.first("ATTENDEE") != nil }

    /// The alarms (VALARM), like `EKCalendarItem.alarms`; `nil` if absent.
    ///
    /// ```swift
    /// calendarEvent.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public var alarms: [Alarm]? {
        get { described.alarms.nilIfEmpty }
        set { event.alarms = newValue ?? [] }
    }

    /// Whether the event has ``alarms``: `calendarEvent.hasAlarms // true`.
    public var hasAlarms: Bool { alarms != nil }

    /// Adds an alarm, like `EKCalendarItem.addAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.addAlarm(alarm)
    /// ```
    public mutating func addAlarm(_ alarm: Alarm) {
        event.alarms.append(alarm)
    }

    /// Removes an alarm, like `EKCalendarItem.removeAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeAlarm(alarm)
    /// ```
    public mutating func removeAlarm(_ alarm: Alarm) {
        event.alarms.removeAll { $0 == alarm }
    }

    /// The recurrence rules of the series (RRULE), like `EKCalendarItem.recurrenceRules`; `nil` if absent.
    ///
    /// Saving changed rules requires ``EventSpan/futureEvents`` or ``EventSpan/allEvents``. Setting `nil` turns the
    /// series, or the rest of it, into a single event and removes added dates and exclusions.
    ///
    /// ```swift
    /// calendarEvent.recurrenceRules = [.weekly(on: .monday)]
    /// ```
    public var recurrenceRules: [RecurrenceRule]? {
        get { series.recurrenceRules.nilIfEmpty }
        set {
            guard event.recurrenceRules != newValue ?? [] else { return }
            event.recurrenceRules = newValue ?? []
            event.component.removeRestatements(of: "RRULE")
            if event.recurrenceRules.isEmpty { event.component.removeRecurrence() }
        }
    }

    /// Whether the event belongs to a series with recurrence rules: `calendarEvent.hasRecurrenceRules // true`.
    public var hasRecurrenceRules: Bool { recurrenceRules != nil }

    /// Adds a rule, like `EKCalendarItem.addRecurrenceRule(_:)`.
    ///
    /// Unlike in EventKit, an event may have several rules.
    ///
    /// ```swift
    /// calendarEvent.addRecurrenceRule(.monthly(onDays: 1))
    /// ```
    public mutating func addRecurrenceRule(_ rule: RecurrenceRule) {
        event.recurrenceRules.append(rule)
        event.component.removeRestatements(of: "RRULE")
    }

    /// Removes a rule, like `EKCalendarItem.removeRecurrenceRule(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeRecurrenceRule(rule)
    /// ```
    public mutating func removeRecurrenceRule(_ rule: RecurrenceRule) {
        let left = event.recurrenceRules.filter { $0 != rule }
        if left != event.recurrenceRules { recurrenceRules = left }
    }

    /// The component that contains the rules.
    ///
    /// An override has no rules, so its master is used.
    private var series: Event {
        isDetached || draft != nil ? event : described
    }

    /// The availability during the event, like `EKEvent.availability`.
    ///
    /// TRANSP determines the value. Unless TRANSP marks the time as free, X-MICROSOFT-CDO-BUSYSTATUS is also taken into
    /// account.
    ///
    /// Setting this property removes a contradictory X-MICROSOFT-CDO-INTENDEDSTATUS. Setting
    /// ``EventAvailability/notSupported`` has no effect.
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
            // If present, TRANSP reflects the choice of the last program that wrote the event.
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
                // The organizer chose the status that the event should have once accepted.
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

    /// The event's status, like `EKEvent.status`.
    ///
    /// Unlike in EventKit, this property is settable.
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

extension Array {
    fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}

/// The availability during an event, with the same raw values as `EKEventAvailability`.
///
/// ```swift
/// calendarEvent.availability = .free
/// ```
public enum EventAvailability: Int, Sendable, Hashable, CaseIterable {
    /// Availability is unsupported. A store never returns this value: `EventAvailability.notSupported.rawValue // -1`.
    case notSupported = -1
    /// Busy: `TRANSP:OPAQUE`, or no TRANSP.
    case busy = 0
    /// Free: `TRANSP:TRANSPARENT`.
    case free = 1
    /// Tentatively busy: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    case tentative = 2
    /// Out of office: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    case unavailable = 3

    var microsoftStatus: MicrosoftBusyStatus {
        switch self {
        case .free: .free
        case .tentative: .tentative
        case .unavailable: .outOfOffice
        case .busy, .notSupported: .busy
        }
    }
}

/// The status of an event, with the same raw values as `EKEventStatus`.
///
/// ```swift
/// if calendarEvent.status == .canceled { print("does not take place") }
/// ```
public enum EventStatus: Int, Sendable, Hashable, CaseIterable {
    /// No status: `EventStatus.none.rawValue // 0`.
    case none = 0
    /// Confirmed: `STATUS:CONFIRMED`.
    case confirmed = 1
    /// Tentative: `STATUS:TENTATIVE`.
    case tentative = 2
    /// Canceled but still shown: `STATUS:CANCELLED`.
    case canceled = 3
}
