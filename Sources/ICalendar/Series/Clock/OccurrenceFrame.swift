/// What all occurrences of one part of a series share, so that each of them is a reference and three numbers.
final class OccurrenceFrame: Sendable {
    /// The component that describes them: the master, or an override.
    let member: SeriesMember
    /// The form in which starts and ends are given to users.
    let clock: SeriesClock
    /// The form in which original starts are given to users, or nil when there are none.
    let originalClock: SeriesClock?
    /// Whether they differ from what the master says.
    let isDetached: Bool
    /// The zone in which dates and floating times take their place.
    let displayZone: Zone

    init(
        _ member: SeriesMember,
        clock: SeriesClock,
        originalClock: SeriesClock?,
        isDetached: Bool,
        displayZone: Zone
    ) {
        self.member = member
        self.clock = clock
        self.originalClock = originalClock
        self.isDetached = isDetached
        self.displayZone = displayZone
    }
}
