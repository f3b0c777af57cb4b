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
