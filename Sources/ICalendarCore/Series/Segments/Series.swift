/// The events of a calendar after interpretation: masters with their exceptions, and single components.
///
/// A series is computed once from the components of one or more UIDs and can then be queried for any window.
package struct Series: Sendable {
    /// The recurring part, divided where an override with RANGE=THISANDFUTURE changes the series.
    package var segments: [Segment] = []
    /// The single occurrences, which include single events, overrides, and orphans.
    package var singles: [SingleOccurrence] = []

    package mutating func add(_ other: Series) {
        segments += other.segments
        singles += other.singles
    }
}

/// A single occurrence, from an event that occurs once or from an override.
package struct SingleOccurrence: Sendable {
    package let frame: OccurrenceFrame
    /// The start and end, in seconds since 1970.
    package let sortStart: Int
    package let sortEnd: Int
    /// The start and end as keys of the frame's clock.
    package let startKey: Int
    package let endKey: Int
    /// The original start as a key of the frame's original clock, or 0 if there is none.
    package let originalKey: Int
    /// The original start in seconds since 1970, or the distant past if there is none.
    let sortRecurrenceID: Int

    package var member: SeriesMember { frame.member }
    package var isDetached: Bool { frame.isDetached }
    package var start: OccurrenceTime { frame.clock.time(ofKey: startKey) }
    package var end: OccurrenceTime { frame.clock.time(ofKey: endKey) }
    /// The original start as shown in output, or nil.
    package var recurrenceID: OccurrenceTime? { frame.originalClock?.time(ofKey: originalKey) }
}
