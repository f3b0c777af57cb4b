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
