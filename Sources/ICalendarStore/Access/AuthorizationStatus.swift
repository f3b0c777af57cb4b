/// What a program may do with the events, or the reminders, of a store: the smaller one of what the operating system
/// permits and of what a person granted, with the numbers of `EKAuthorizationStatus`.
///
/// Only what the operating system enforces is security; the rest keeps honest programs honest.
///
/// ```swift
/// AuthorizationStatus.fullAccess.rawValue  // 3
/// AuthorizationStatus.writeOnly.rawValue   // 4
/// ```
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
    /// Nobody was asked so far, so that nothing is allowed: `AuthorizationStatus(rawValue: 0) // .notDetermined`.
    case notDetermined = 0
    /// The operating system lets this process neither list nor write a single calendar, as with the mode `0000` of their
    /// folders; asking a person would not help.
    case restricted = 1
    /// A person said no: `AuthorizationStatus(rawValue: 2) // .denied`.
    case denied = 2
    /// Everything, as far as each calendar allows: `AuthorizationStatus(rawValue: 3) // .fullAccess`.
    case fullAccess = 3
    /// New items can be saved, and nothing can be read or removed, as with the mode `0300` of all folders.
    case writeOnly = 4
}

enum SystemAccess: Sendable, Hashable {
    case none
    case writing
    case full

    init(_ calendars: [EventCalendar], isListed: Bool) {
        if calendars.contains(where: \.allowsReading) || calendars.isEmpty && isListed {
            self = .full
        } else {
            self = calendars.contains(where: \.allowsContentModifications) ? .writing : .none
        }
    }
}

enum AccessAction: Sendable, Hashable {
    /// Anything that write-only access allows too: to know which calendars there are, as far as they are shown.
    case look
    case read
    case write
    case change
}

/// What was decided about one program's access to a store, as it is remembered.
///
/// ```swift
/// for access in try EventStore.rememberedAccess(directory: "/srv/calendars") {
///     print(access.applicationName, access.events)  // ics-store fullAccess
/// }
/// ```
public struct RememberedAccess: Sendable, Hashable {
    /// The program, as it called itself: `ics-store`.
    public let applicationName: String
    /// What was decided for events, apart from what the operating system permits: never
    /// ``AuthorizationStatus/restricted``, as in `remembered.events == .fullAccess`.
    public let events: AuthorizationStatus
    /// What was decided for reminders, apart from what the operating system permits: never
    /// ``AuthorizationStatus/restricted``, as in `remembered.reminders == .denied`.
    public let reminders: AuthorizationStatus
    /// The identifier of the calendar that was chosen for what is saved with write-only access; nil for the default one:
    /// `home/studio`.
    public let calendarIdentifier: String?

    init(_ record: AccessRecord) {
        applicationName = record.application
        events = record.status(for: .event, .full)
        reminders = record.status(for: .reminder, .full)
        calendarIdentifier = record.calendar
    }
}
