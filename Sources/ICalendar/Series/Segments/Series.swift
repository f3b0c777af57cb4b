/// Events as the calendar means them: masters with their exceptions, and components that stand for themselves.
///
/// It is computed once from the components of one UID or of many, and can then be asked about any window.
struct Series: Sendable {
    /// The recurring part, cut where an override with RANGE=THISANDFUTURE changes it.
    var segments: [Segment] = []
    /// Occurrences that stand for themselves: single events, overrides, orphans.
    var singles: [SingleOccurrence] = []

    mutating func add(_ other: Series) {
        segments += other.segments
        singles += other.singles
    }
}

/// An occurrence that stands for itself: an event that happens once, or an override.
struct SingleOccurrence: Sendable {
    let frame: OccurrenceFrame
    /// When it starts and ends, in seconds since 1970.
    let sortStart: Int
    let sortEnd: Int
    /// Start and end as keys of the frame's clock.
    let startKey: Int
    let endKey: Int
    /// The original start as a key of the frame's clock for it; 0 when there is none.
    let originalKey: Int
    /// The original start in seconds since 1970, or the far past when there is none.
    let sortRecurrenceID: Int

    var member: SeriesMember { frame.member }
    var isDetached: Bool { frame.isDetached }
    var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start for users, or nil.
    var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
}
