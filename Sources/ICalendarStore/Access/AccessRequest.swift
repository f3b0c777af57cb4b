public import ICalendar

/// What a person, or whoever decides in a person's place, is asked: whether a program may use a store, and how.
///
/// ```swift
/// let handler = AccessHandler { request in
///     print(request.description)  // ics-store asks for full access to the events in /srv/calendars
///     return .granted
/// }
/// ```
public struct AccessRequest: Sendable, Hashable, CustomStringConvertible {
    /// What is asked for.
    ///
    /// ```swift
    /// AccessRequest.Kind.writeOnlyAccessToEvents.description  // "permission to add events, without seeing any,"
    /// ```
    public enum Kind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// To read, change and remove events: `AccessRequest.Kind.fullAccessToEvents.entityType // .event`.
        case fullAccessToEvents
        /// To save new events, and nothing else: `AccessRequest.Kind.writeOnlyAccessToEvents.entityType // .event`.
        case writeOnlyAccessToEvents
        /// To read, change and remove reminders: `AccessRequest.Kind.fullAccessToReminders.entityType // .reminder`.
        case fullAccessToReminders

        /// The items that it is about: `AccessRequest.Kind.fullAccessToReminders.entityType // .reminder`.
        public var entityType: EntityType { self == .fullAccessToReminders ? .reminder : .event }

        /// What is asked for, in words: `AccessRequest.Kind.fullAccessToEvents.description // "full access to the events"`.
        public var description: String {
            switch self {
            case .fullAccessToEvents: "full access to the events"
            case .writeOnlyAccessToEvents: "permission to add events, without seeing any,"
            case .fullAccessToReminders: "full access to the reminders"
            }
        }
    }

    /// What is asked for: `if request.kind == .writeOnlyAccessToEvents { offerCalendars() }`.
    public let kind: Kind
    /// Whether the program has write-only access, and asks for more: `"Also let it read?"`.
    public let isUpgrade: Bool
    /// What the program calls itself, from ``EventStore/Options/applicationName``: `ics-store`.
    public let applicationName: String
    /// The store's folder, without links in it: `/srv/calendars`.
    public let directory: CalendarPath
    /// The calendars that take new items, for a person to choose the one in which a program with write-only access
    /// saves: `request.calendars.map(\.title)`.
    public let calendars: [EventCalendar]

    /// What is asked, in one sentence without a full stop: `ics-store asks for full access to the events in
    /// /srv/calendars`.
    public var description: String {
        "\(applicationName.onOneLine) asks for \(kind) in \(directory.description.onOneLine)"
    }
}

/// The answer to an ``AccessRequest``.
///
/// ```swift
/// let handler = AccessHandler { request in
///     request.kind == .fullAccessToReminders ? .refused : .granted
/// }
/// ```
public struct AccessDecision: Sendable, Hashable {
    /// Whether the program may: `AccessDecision.refused.isGranted // false`.
    public let isGranted: Bool
    /// The identifier of the calendar in which the program saves while it has write-only access; nil for the store's
    /// default one: `AccessDecision.granted(savingIn: eventCalendar).calendarIdentifier // "home/studio"`.
    public let calendarIdentifier: String?

    /// Yes: `AccessDecision.granted.isGranted // true`.
    public static let granted = AccessDecision(isGranted: true, calendarIdentifier: nil)
    /// No: `AccessDecision.refused.isGranted // false`.
    public static let refused = AccessDecision(isGranted: false, calendarIdentifier: nil)

    /// Yes, and what is saved with write-only access goes into this calendar.
    ///
    /// ```swift
    /// AccessDecision.granted(savingIn: eventCalendar).calendarIdentifier  // "home/studio"
    /// ```
    public static func granted(savingIn calendar: EventCalendar) -> AccessDecision {
        AccessDecision(isGranted: true, calendarIdentifier: calendar.calendarIdentifier)
    }
}
