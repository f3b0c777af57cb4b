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
