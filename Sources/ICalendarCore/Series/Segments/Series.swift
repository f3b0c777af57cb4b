/// Events as the calendar means them: masters with their exceptions, and components that stand for themselves.
///
/// It is computed once from the components of one UID or of many, and can then be asked about any window.
package struct Series: Sendable {
    /// The recurring part, cut where an override with RANGE=THISANDFUTURE changes it.
    package var segments: [Segment] = []
    /// Occurrences that stand for themselves: single events, overrides, orphans.
    package var singles: [SingleOccurrence] = []

    package mutating func add(_ other: Series) {
        segments += other.segments
        singles += other.singles
    }
}

/// An occurrence that stands for itself: an event that happens once, or an override.
package struct SingleOccurrence: Sendable {
    package let frame: OccurrenceFrame
    /// When it starts and ends, in seconds since 1970.
    package let sortStart: Int
    package let sortEnd: Int
    /// Start and end as keys of the frame's clock.
    package let startKey: Int
    package let endKey: Int
    /// The original start as a key of the frame's clock for it; 0 when there is none.
    package let originalKey: Int
    /// The original start in seconds since 1970, or the far past when there is none.
    let sortRecurrenceID: Int

    package var member: SeriesMember { frame.member }
    package var isDetached: Bool { frame.isDetached }
    package var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    package var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start for users, or nil.
    package var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
}
