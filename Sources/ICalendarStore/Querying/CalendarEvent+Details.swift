public import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an event is about, by the names of `EKCalendarItem`; reading one decodes its component alone.
extension CalendarEvent {
    /// SUMMARY, empty when there is none: `calendarEvent.title // "Stand-up"`.
    public var title: String {
        get { described.summary ?? "" }
        set { event.summary = newValue.isEmpty ? nil : newValue }
    }

    /// LOCATION, or the title of ``structuredLocation``, as `EKCalendarItem.location`; nil when there is none.
    ///
    /// Setting it removes ``structuredLocation``, as in EventKit, and also GEO and other properties that describe the
    /// old place: `calendarEvent.location = "Room 5"`.
    public var location: String? {
        get { described.location ?? described.appleLocation?.title }
        set {
            guard newValue != location else { return }
            edit { draft in
                draft.event.setLocation(newValue)
                // Where nothing but the place on the map had the name, it goes all the same.
                draft.event.component.removeRestatements(of: "LOCATION")
            }
        }
    }

    /// X-APPLE-STRUCTURED-LOCATION, the place on the map with its radius in metres, as `EKEvent.structuredLocation`.
    ///
    /// Setting it sets ``location`` to its title.
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

    /// DESCRIPTION, as `EKCalendarItem.notes`: `calendarEvent.notes = "Bring the glazes"`.
    ///
    /// Setting it removes X-ALT-DESC and STYLED-DESCRIPTION, which hold the old text in other forms.
    public var notes: String? {
        get { described.eventDescription }
        set { if newValue != notes { event.setNotes(newValue) } }
    }

    /// Whether there are ``notes``: `calendarEvent.hasNotes // false`.
    public var hasNotes: Bool { notes?.isEmpty == false }

    /// URL, as `EKCalendarItem.url`; nil when there is none, or Foundation cannot read it.
    ///
    /// ```swift
    /// calendarEvent.url = URL(string: "https://studio.example/stand-up")
    /// ```
    public var url: URL? {
        get { described.url.flatMap { URL(string: $0) } }
        set { event.url = newValue?.absoluteString }
    }

    /// CREATED, as `EKCalendarItem.creationDate`; the store sets it when it saves a new event.
    public var creationDate: Date? { described.created?.date }

    /// LAST-MODIFIED, as `EKCalendarItem.lastModifiedDate`; the store sets it whenever it saves.
    public var lastModifiedDate: Date? { described.lastModified?.date }

    /// ORGANIZER, as `EKEvent.organizer`; nil when there is none: `calendarEvent.organizer?.email`.
    public var organizer: Organizer? {
        get { described.organizer }
        set { event.organizer = newValue }
    }

    /// ATTENDEE in the order of the file, as `EKCalendarItem.attendees`; nil, not empty, when there is none.
    ///
    /// They can be set, as they cannot in EventKit.
    ///
    /// ```swift
    /// for attendee in calendarEvent.attendees ?? [] { print(attendee.email ?? "", attendee.status) }
    /// ```
    public var attendees: [Attendee]? {
        get { described.attendees.nilIfEmpty }
        set { event.attendees = newValue ?? [] }
    }

    /// Whether there are ``attendees``: `calendarEvent.hasAttendees // true`.
    public var hasAttendees: Bool { described.component.first("ATTENDEE") != nil }

    /// VALARM, as `EKCalendarItem.alarms`; nil when there is none.
    ///
    /// ```swift
    /// calendarEvent.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public var alarms: [Alarm]? {
        get { described.alarms.nilIfEmpty }
        set { event.alarms = newValue ?? [] }
    }

    /// Whether there are ``alarms``: `calendarEvent.hasAlarms // true`.
    public var hasAlarms: Bool { alarms != nil }

    /// Adds an alarm, as `EKCalendarItem.addAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.addAlarm(alarm)
    /// ```
    public mutating func addAlarm(_ alarm: Alarm) {
        event.alarms.append(alarm)
    }

    /// Takes an alarm away, as `EKCalendarItem.removeAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeAlarm(alarm)
    /// ```
    public mutating func removeAlarm(_ alarm: Alarm) {
        event.alarms.removeAll { $0 == alarm }
    }

    /// RRULE of the series, as `EKCalendarItem.recurrenceRules`; nil for an event that has none.
    ///
    /// Saving other rules reaches ``EventSpan/futureEvents`` or ``EventSpan/allEvents``; nil makes one event of the
    /// series, or of what follows, and takes added dates and exclusions away with the rules.
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

    /// Whether it is of a series that recurs by rules: `calendarEvent.hasRecurrenceRules // true`.
    public var hasRecurrenceRules: Bool { recurrenceRules != nil }

    /// Adds a rule, as `EKCalendarItem.addRecurrenceRule(_:)`; unlike EventKit's, an event may have several.
    ///
    /// ```swift
    /// calendarEvent.addRecurrenceRule(.monthly(onDays: 1))
    /// ```
    public mutating func addRecurrenceRule(_ rule: RecurrenceRule) {
        event.recurrenceRules.append(rule)
        event.component.removeRestatements(of: "RRULE")
    }

    /// Takes a rule away, as `EKCalendarItem.removeRecurrenceRule(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeRecurrenceRule(rule)
    /// ```
    public mutating func removeRecurrenceRule(_ rule: RecurrenceRule) {
        let left = event.recurrenceRules.filter { $0 != rule }
        if left != event.recurrenceRules { recurrenceRules = left }
    }

    /// The component that has the rules: an override has none, so that its master is looked up.
    private var series: Event {
        isDetached || draft != nil ? event : described
    }

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

extension Array {
    fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}

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
