/// The occurrences affected by a change to one occurrence of a series.
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

/// The way to store completed occurrences of a recurring reminder.
///
/// ```swift
/// var options = EventStore.Options()
/// options.completedInstances = .inSeries
/// ```
public enum CompletedInstances: Sendable, Hashable, CaseIterable {
    /// As a separate to-do in its own file. The series then starts at the next occurrence, and canceled occurrences
    /// before it are dropped.
    ///
    /// Programs that support only one VTODO per file (todoman, tasks.org, Apple Reminders) can still edit the series:
    /// `CompletedInstances.allCases.first // .apart`.
    case apart
    /// In the series, as a VTODO with RECURRENCE-ID (RFC 5545 section 3.8.4.4), as in Thunderbird. The file is then
    /// read-only in todoman: `CompletedInstances.allCases.last // .inSeries`.
    case inSeries
}
