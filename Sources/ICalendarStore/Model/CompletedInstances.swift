/// Where an instance of a recurring reminder is kept once it is done.
///
/// ```swift
/// var options = EventStore.Options()
/// options.completedInstances = .inSeries
/// ```
public enum CompletedInstances: Sendable, Hashable, CaseIterable {
    /// In a to-do of its own, in another file; the series begins with the next instance then.
    ///
    /// RFC 5545 has nothing that only this form breaks, and programs that know one VTODO a file (todoman, tasks.org, Apple's
    /// reminders) can go on with the series: `CompletedInstances.allCases.first // .apart`.
    case apart
    /// In its series, as a VTODO with RECURRENCE-ID: the form that RFC 5545 section 3.8.4.4 has for one instance, as
    /// Thunderbird writes it, which todoman can only read: `CompletedInstances.allCases.last // .inSeries`.
    case inSeries
}
