/// A part of a recurrence set that one component describes.
struct Segment: Sendable {
    /// The master's set.
    var base: RecurrenceSet
    /// The component that describes the instances: the master, or an override for all that follow it.
    let member: SeriesMember
    /// The keys of the set that belong here: above the first, up to the second.
    var keys: (above: Int, through: Int)
    /// How the shifted instances become points in time; the set's own clock without a shift.
    let clock: SeriesClock
    /// The form in which starts and ends are given to users.
    let output: SeriesClock
    /// How far the override moves later instances, in civil seconds of the master's zone.
    let shift: Int
    /// The length of an instance that has none of its own.
    let length: OccurrenceLength
    /// Whether the instances differ from what the master says.
    let isDetached: Bool
    /// Whether the set is a recurring one, so that each instance has an original start worth naming.
    let isRecurring: Bool
    /// Keys of instances that have a component of their own.
    var overriddenKeys: Set<Int> = []
    /// Local days all of whose instances are overridden, by a RECURRENCE-ID of another value type.
    var overriddenDays: Set<Int> = []

    /// The longest that any date of the set can take, in seconds.
    var longestPeriod: Int {
        base.periods.reduce(length.upperBound) { max($0, $1.upperBound) }
    }

    /// Whether an instance has a component of its own.
    func isOverridden(_ instance: Instance) -> Bool {
        overriddenKeys.contains(instance.key)
            || (!overriddenDays.isEmpty && overriddenDays.contains(floorDivide(instance.civil, 86_400)))
    }

    /// The occurrences that can overlap the instants `from..<to`, in the order of their starts.
    func items(from: Int, to: Int) -> SegmentItems {
        SegmentItems(self, from: from, to: to)
    }
}
