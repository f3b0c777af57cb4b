/// How far a change to one occurrence of a series reaches, seen from that occurrence.
///
/// ```swift
/// try store.remove(occurrence, span: .futureEvents)  // this one and all that follow
/// ```
public enum EventSpan: Int, Sendable, Hashable, CaseIterable {
    /// This occurrence alone: EventKit's `EKSpan.thisEvent`.
    case thisEvent = 0
    /// This occurrence and all that follow: EventKit's `EKSpan.futureEvents`.
    case futureEvents = 1
    /// The whole series, which EventKit has no word for.
    case allEvents = 2
}
