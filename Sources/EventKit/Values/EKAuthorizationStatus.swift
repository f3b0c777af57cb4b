/// A program's access to events or reminders.
///
/// ```swift
/// guard EKEventStore.authorizationStatus(for: .event) == .fullAccess else { return }
/// ```
public enum EKAuthorizationStatus: Int, Sendable {
    /// Access has not been requested yet: `EKAuthorizationStatus.notDetermined.rawValue // 0`.
    case notDetermined = 0
    /// The system prevents the program from using the calendars: `EKAuthorizationStatus.restricted.rawValue // 1`.
    case restricted = 1
    /// The user denied access: `EKAuthorizationStatus.denied.rawValue // 2`.
    case denied = 2
    /// The program has full access: `EKAuthorizationStatus.fullAccess.rawValue // 3`.
    case fullAccess = 3
    /// The program can only add events: `EKAuthorizationStatus.writeOnly.rawValue // 4`.
    case writeOnly = 4

    /// The name of ``fullAccess`` before iOS 17: `EKAuthorizationStatus.authorized.rawValue // 3`.
    public static var authorized: EKAuthorizationStatus { .fullAccess }
}
