/// The occurrences of a series that a change affects, relative to the changed one.
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
    /// The whole series, which has no counterpart in EventKit: `EventSpan.allCases.last // .allEvents`.
    case allEvents = 2
}

/// Where completed occurrences of a recurring reminder are stored.
///
/// ```swift
/// var options = EventStore.Options()
/// options.completedInstances = .inSeries
/// ```
public enum CompletedInstances: Sendable, Hashable, CaseIterable {
    /// In a separate to-do with its own file. The series then starts at the next occurrence, and canceled occurrences
    /// before it are dropped.
    ///
    /// Programs that support only one VTODO per file (todoman, tasks.org, Apple Reminders) can still edit the series:
    /// `CompletedInstances.allCases.first // .apart`.
    case apart
    /// In the series, as a VTODO with RECURRENCE-ID (RFC 5545 section 3.8.4.4), as in Thunderbird. Such files are
    /// read-only in todoman: `CompletedInstances.allCases.last // .inSeries`.
    case inSeries
}
