/// A part of a recurrence set that one component describes.
///
/// A class, so that handing one on costs one reference however much it says.
final class Segment: Sendable {
    /// The master's set.
    let base: RecurrenceSet
    /// What describes the instances: the master, or an override for all that follow it.
    let frame: OccurrenceFrame
    /// The keys of the set that belong here: above the first, up to the second.
    let keys: (above: Int, through: Int)
    /// How the shifted instances become points in time; the set's own clock without a shift.
    let clock: SeriesClock
    /// How far the override moves later instances, in civil seconds of the master's zone.
    let shift: Int
    /// The length of an instance that has none of its own.
    let length: OccurrenceLength
    /// Whether the set is a recurring one, so that each instance has an original start worth naming.
    let isRecurring: Bool
    /// Keys of instances that have a component of their own.
    let overriddenKeys: Set<Int>
    /// Local days all of whose instances are overridden, by a RECURRENCE-ID of another value type.
    let overriddenDays: Set<Int>

    init(
        base: RecurrenceSet,
        describedBy member: SeriesMember,
        keys: (above: Int, through: Int),
        clock: SeriesClock,
        output: SeriesClock,
        shift: Int,
        length: OccurrenceLength,
        isDetached: Bool,
        isRecurring: Bool,
        displayZone: Zone,
        overriddenKeys: Set<Int> = [],
        overriddenDays: Set<Int> = []
    ) {
        self.base = base
        let original = output.kind == base.clock.kind ? output : base.clock
        frame = OccurrenceFrame(
            member,
            clock: output,
            originalClock: isRecurring ? original : nil,
            isDetached: isDetached,
            displayZone: displayZone
        )
        self.keys = keys
        self.clock = clock
        self.shift = shift
        self.length = length
        self.isRecurring = isRecurring
        self.overriddenKeys = overriddenKeys
        self.overriddenDays = overriddenDays
        hasOverrides = !overriddenKeys.isEmpty || !overriddenDays.isEmpty
        isInOrder =
            shift == 0 && clock.kind == base.clock.kind && !clock.isWall && base.periods.isEmpty
    }

    /// The same part of another set; `keepsOverrides` says whether instances with a component of their own stay out.
    func of(_ base: RecurrenceSet, keepsOverrides: Bool = true) -> Segment {
        of(base, through: keys.through, keepsOverrides: keepsOverrides)
    }

    /// The same part, its last instances left out.
    func through(_ lastKey: Int) -> Segment {
        of(base, through: min(keys.through, lastKey), keepsOverrides: true)
    }

    /// The same part from a key on.
    func from(_ firstKey: Int) -> Segment {
        of(base, above: max(keys.above, firstKey - 1), through: keys.through, keepsOverrides: true)
    }

    private func of(
        _ base: RecurrenceSet,
        above: Int? = nil,
        through lastKey: Int,
        keepsOverrides: Bool
    ) -> Segment {
        Segment(
            base: base,
            describedBy: member,
            keys: (above ?? keys.above, lastKey),
            clock: clock,
            output: output,
            shift: shift,
            length: length,
            isDetached: isDetached,
            isRecurring: isRecurring,
            displayZone: frame.displayZone,
            overriddenKeys: keepsOverrides ? overriddenKeys : [],
            overriddenDays: keepsOverrides ? overriddenDays : []
        )
    }

    /// The component that describes the instances.
    var member: SeriesMember { frame.member }
    /// The form in which starts and ends are given to users.
    var output: SeriesClock { frame.clock }
    /// Whether the instances differ from what the master says.
    var isDetached: Bool { frame.isDetached }
    /// Whether an instance may have a component of its own.
    let hasOverrides: Bool
    /// Whether instances come in the order of their starts, no two at one instant.
    let isInOrder: Bool

    /// The longest that any date of the set can take, in seconds.
    var longestPeriod: Int {
        max(length.upperBound, base.longestPeriod)
    }

    /// Whether an instance has a component of its own.
    func isOverridden(_ instance: Instance) -> Bool {
        overriddenKeys.contains(instance.key)
            || (!overriddenDays.isEmpty && overriddenDays.contains(floorDivide(instance.civil, 86_400)))
    }

    /// An instant before which none of the occurrences starts, where that is known without looking at any.
    var earliestStart: Int? {
        guard keys.above > .min, keys.above < RulePlan.lastSecond else { return nil }
        let civil = base.clock.civil(ofKey: keys.above + 1) + shift
        return clock.instance(atCivil: civil).sort - 2 * SeriesClock.slack
    }

    /// The occurrences that can overlap the instants `from..<to`, in the order of their starts.
    ///
    /// Who looks for a few says by `patience` after how many in a row that were taken out there is none.
    func items(from: Int, to: Int, patience: Int = .max) -> SegmentItems {
        SegmentItems(self, from: from, to: to, patience: patience)
    }
}
