public import ICalendar

/// A program's request for access to a store, which the user or a handler must answer.
///
/// ```swift
/// let handler = AccessHandler { request in
///     print(request.description)  // ics-store requests full access to the events in /srv/calendars
///     return .granted
/// }
/// ```
public struct AccessRequest: Sendable, Hashable, CustomStringConvertible {
    /// The kind of access requested.
    ///
    /// ```swift
    /// AccessRequest.Kind.writeOnlyAccessToEvents.description  // "permission to add (but not read) events"
    /// ```
    public enum Kind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// Read, change, and remove events: `AccessRequest.Kind.fullAccessToEvents.entityType // .event`.
        case fullAccessToEvents
        /// Add new events only: `AccessRequest.Kind.writeOnlyAccessToEvents.entityType // .event`.
        case writeOnlyAccessToEvents
        /// Read, change, and remove reminders: `AccessRequest.Kind.fullAccessToReminders.entityType // .reminder`.
        case fullAccessToReminders

        /// The type of item requested: `AccessRequest.Kind.fullAccessToReminders.entityType // .reminder`.
        public var entityType: EntityType { self == .fullAccessToReminders ? .reminder : .event }

        /// A description of the requested access:
        /// `AccessRequest.Kind.fullAccessToEvents.description // "full access to the events"`.
        public var description: String {
            switch self {
            case .fullAccessToEvents: "full access to the events"
            case .writeOnlyAccessToEvents: "permission to add (but not read) events"
            case .fullAccessToReminders: "full access to the reminders"
            }
        }
    }

    /// The kind of access requested: `if request.kind == .writeOnlyAccessToEvents { offerCalendars() }`.
    public let kind: Kind
    /// Whether a program that has write-only access now requests full access: `if request.isUpgrade { explainWhy() }`.
    public let isUpgrade: Bool
    /// The program's name, as set in ``EventStore/Options/applicationName``: `ics-store`.
    public let applicationName: String
    /// The store's folder with all symbolic links resolved: `/srv/calendars`.
    public let directory: CalendarPath
    /// The calendars that accept new items: `request.calendars.map(\.title)`.
    ///
    /// If the request is for write-only access, the user chooses one of these calendars.
    public let calendars: [EventCalendar]
    /// The program's reason for the request, such as `Shows your lessons`, or `nil` if the program gives
    /// none.
    package var usageDescription: String?

    /// The request in one sentence, without a final period:
    /// `ics-store requests full access to the events in /srv/calendars`.
    public var description: String {
        "\(applicationName.onOneLine) requests \(kind) in \(directory.description.onOneLine)"
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
    /// Whether access is granted: `AccessDecision.refused.isGranted // false`.
    public let isGranted: Bool
    /// The identifier of the calendar that receives items added by a program with write-only access.
    ///
    /// A value of `nil` means the store's default calendar:
    /// `AccessDecision.granted(savingIn: eventCalendar).calendarIdentifier // "home/studio"`.
    public let calendarIdentifier: String?

    /// Grants the request: `AccessDecision.granted.isGranted // true`.
    public static let granted = AccessDecision(isGranted: true, calendarIdentifier: nil)
    /// Denies the request: `AccessDecision.refused.isGranted // false`.
    public static let refused = AccessDecision(isGranted: false, calendarIdentifier: nil)

    /// Grants the request.
    ///
    /// With write-only access, the program adds new items to this calendar.
    ///
    /// ```swift
    /// AccessDecision.granted(savingIn: eventCalendar).calendarIdentifier  // "home/studio"
    /// ```
    public static func granted(savingIn calendar: EventCalendar) -> AccessDecision {
        AccessDecision(isGranted: true, calendarIdentifier: calendar.calendarIdentifier)
    }
}
