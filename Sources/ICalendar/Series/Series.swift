/// One event as the calendar means it: a master with its exceptions, or components that stand for themselves.
///
/// A series is computed once from the components of one UID and can then be asked about any window.
struct Series: Sendable {
    /// The recurring part, cut where an override with RANGE=THISANDFUTURE changes it.
    var segments: [Segment] = []
    /// Occurrences that stand for themselves: single events, overrides, orphans.
    var singles: [SingleOccurrence] = []
}

/// One occurrence that no rule generates.
struct SingleOccurrence: Sendable {
    /// The component that describes it.
    let member: SeriesMember
    /// The instant it is ordered by, in seconds since 1970.
    let sortStart: Int
    /// The instant of its end.
    let sortEnd: Int
    /// The start in the form given to users.
    let start: OccurrenceTime
    /// The end in the form given to users.
    let end: OccurrenceTime
    /// The original start of an override.
    let recurrenceID: OccurrenceTime?
    /// The instant of the original start, for ordering.
    let sortRecurrenceID: Int
    /// Whether it replaces an instance of a series.
    let isDetached: Bool
}
