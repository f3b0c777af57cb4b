/// How far a change to one occurrence of a series reaches, seen from that occurrence.
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
    /// This occurrence alone, which becomes a component with RECURRENCE-ID: EventKit's `EKSpan.thisEvent`.
    case thisEvent = 0
    /// This occurrence and all that follow: EventKit's `EKSpan.futureEvents`.
    case futureEvents = 1
    /// The whole series, which EventKit has no word for: `EventSpan.allCases.last // .allEvents`.
    case allEvents = 2
}

/// The place where a completed instance of a recurring reminder is kept.
///
/// ```swift
/// var options = EventStore.Options()
/// options.completedInstances = .inSeries
/// ```
public enum CompletedInstances: Sendable, Hashable, CaseIterable {
    /// In a to-do of its own, in a separate file. The series then starts at the next instance.
    ///
    /// Programs that support only one VTODO per file (todoman, tasks.org, Apple's reminders) can still edit the series:
    /// `CompletedInstances.allCases.first // .apart`.
    case apart
    /// In its series, as a VTODO with RECURRENCE-ID (RFC 5545 section 3.8.4.4), as Thunderbird does. todoman treats
    /// such a file as read-only: `CompletedInstances.allCases.last // .inSeries`.
    case inSeries
}
