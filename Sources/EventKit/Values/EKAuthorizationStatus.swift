/// The access of a program to events or reminders.
///
/// ```swift
/// guard EKEventStore.authorizationStatus(for: .event) == .fullAccess else { return }
/// ```
public enum EKAuthorizationStatus: Int, Sendable {
    /// Access has not been requested yet: `EKAuthorizationStatus.notDetermined.rawValue // 0`.
    case notDetermined = 0
    /// The system does not let the program use the calendars: `EKAuthorizationStatus.restricted.rawValue // 1`.
    case restricted = 1
    /// A person denied access: `EKAuthorizationStatus.denied.rawValue // 2`.
    case denied = 2
    /// Everything is allowed: `EKAuthorizationStatus.fullAccess.rawValue // 3`.
    case fullAccess = 3
    /// New events can be saved, and nothing else: `EKAuthorizationStatus.writeOnly.rawValue // 4`.
    case writeOnly = 4

    /// The name of ``fullAccess`` before iOS 17: `EKAuthorizationStatus.authorized.rawValue // 3`.
    public static var authorized: EKAuthorizationStatus { .fullAccess }
}
