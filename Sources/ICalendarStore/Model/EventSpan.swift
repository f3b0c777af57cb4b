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
