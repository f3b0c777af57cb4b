/// A program's access to a store's events or reminders, with the same raw values as `EKAuthorizationStatus`.
///
/// The status is the more restrictive of the operating system's permissions and the user's decision. Only the
/// operating system's permissions provide security. The user's decisions affect only programs that respect them.
///
/// ```swift
/// AuthorizationStatus.fullAccess.rawValue  // 3
/// AuthorizationStatus.writeOnly.rawValue   // 4
/// ```
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
    /// Access has not been requested yet, so all operations are forbidden: `AuthorizationStatus(rawValue: 0)
    /// // .notDetermined`.
    case notDetermined = 0
    /// The operating system denies this program access to all calendars, for example because their folders have the
    /// mode `0000`. Prompting the user would not help.
    case restricted = 1
    /// The user denied access: `AuthorizationStatus(rawValue: 2) // .denied`.
    case denied = 2
    /// All operations that the calendars permit are allowed:
    /// `AuthorizationStatus(rawValue: 3) // .fullAccess`.
    case fullAccess = 3
    /// New items can be added, but nothing can be read or removed, for example because all folders have the mode
    /// `0300`.
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
    /// Listing the visible calendars, which even write-only access permits.
    case look
    case read
    case write
    case change
}

/// A saved decision about one program's access to a store.
///
/// ```swift
/// for access in try EventStore.rememberedAccess(directory: "/srv/calendars") {
///     print(access.applicationName, access.events)  // ics-store fullAccess
/// }
/// ```
public struct RememberedAccess: Sendable, Hashable {
    /// The program's name, such as `ics-store`.
    public let applicationName: String
    /// The decision about events, regardless of what the operating system permits.
    ///
    /// The value is never ``AuthorizationStatus/restricted``: `remembered.events == .fullAccess`.
    public let events: AuthorizationStatus
    /// The decision about reminders, regardless of what the operating system permits.
    ///
    /// The value is never ``AuthorizationStatus/restricted``: `remembered.reminders == .denied`.
    public let reminders: AuthorizationStatus
    /// The identifier of the calendar that receives items added with write-only access.
    ///
    /// A value of `nil` means the default calendar: `home/studio`.
    public let calendarIdentifier: String?

    init(_ record: AccessRecord) {
        applicationName = record.application
        events = record.status(for: .event, .full)
        reminders = record.status(for: .reminder, .full)
        calendarIdentifier = record.calendar
    }
}
