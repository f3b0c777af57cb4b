/// The occurrences of a series that a change affects, relative to the occurrence being changed.
///
/// ```swift
/// func question(_ span: EventSpan) -> String {
///     switch span {
///     case .thisEvent: "Only this one?"
///     case .futureEvents: "This one and all that follow?"
///     case .allEvents: "The whole series?"
///     }
/// }
/// ```
public enum EventSpan: Int, Sendable, Hashable, CaseIterable {
    /// Only this occurrence, which becomes a component with RECURRENCE-ID: EventKit's `EKSpan.thisEvent`.
    case thisEvent = 0
    /// This occurrence and all later ones: EventKit's `EKSpan.futureEvents`.
    case futureEvents = 1
    /// The whole series, which EventKit has no counterpart for: `EventSpan.allCases.last // .allEvents`.
    case allEvents = 2
}

/// The place where a completed occurrence of a recurring reminder is stored.
///
/// ```swift
/// var options = EventStore.Options()
/// options.completedInstances = .inSeries
/// ```
public enum CompletedInstances: Sendable, Hashable, CaseIterable {
    /// In a separate to-do with a file of its own. The series then starts at the next occurrence, without the canceled
    /// ones before it.
    ///
    /// Programs that support only one VTODO per file (todoman, tasks.org, Apple Reminders) can still edit the series:
    /// `CompletedInstances.allCases.first // .apart`.
    case apart
    /// In the series, as a VTODO with RECURRENCE-ID (RFC 5545 section 3.8.4.4), as in Thunderbird. todoman treats such
    /// a file as read-only: `CompletedInstances.allCases.last // .inSeries`.
    case inSeries
}
