import ICalendarCore

/// The absolute triggers of recurring items, each with the occurrence that starts nearest to it.
struct AbsoluteTriggers {
    private var all: [Trigger] = []
    private var places: [Key: Int] = [:]
    private var found: Set<FoundAlarm> = []
    private let zone: Zone

    struct Trigger {
        let alarm: PlannedAlarm
        let occurrence: Occurrence
        fileprivate let distance: UInt
    }

    /// One time at which an absolute trigger fires.
    struct Firing: Hashable {
        let uid: UIDHash
        let second: Int
        let identity: AlarmIdentity

        /// Creates a value for a trigger that fires at a second since 1970.
        init(of trigger: Trigger, at second: Int) {
            uid = trigger.occurrence.member.uidHash
            self.second = second
            identity = trigger.alarm.identity
        }
    }

    /// The alarm and instant that identify an absolute trigger within a series.
    private struct Key: Hashable {
        let uid: UIDHash
        let repetitions: Int
        let interval: NominalDuration?
        let identity: AlarmIdentity
    }

    private struct FoundAlarm: Hashable {
        let uid: UIDHash
        let identity: AlarmIdentity
    }

    /// Creates an empty collection that interprets dates and floating times in `zone`.
    init(in zone: Zone) {
        self.zone = zone
    }

    var count: Int { all.count }

    /// Returns whether an occurrence was found for one of an item's alarms.
    func hasFound(_ alarm: PlannedAlarm, of item: Component) -> Bool {
        let uid = UIDHash(item.text("UID") ?? StableIdentifier.uid(for: item))
        return found.contains(FoundAlarm(uid: uid, identity: alarm.identity))
    }

    /// Adds a trigger at a second since 1970, or replaces its occurrence if the new one starts nearer to it.
    mutating func add(_ alarm: PlannedAlarm, at second: Int, of occurrence: Occurrence) {
        let key = Key(
            uid: occurrence.member.uidHash,
            repetitions: alarm.repetitions,
            interval: alarm.interval,
            identity: alarm.identity
        )
        found.insert(FoundAlarm(uid: key.uid, identity: alarm.identity))
        let start = occurrence.start.instant(in: zone).secondsSince1970
        let new = Trigger(alarm: alarm, occurrence: occurrence, distance: (start - second).magnitude)
        guard let place = places[key] else {
            places[key] = all.count
            all.append(new)
            return
        }
        if new.distance < all[place].distance { all[place] = new }
    }

    /// The triggers, sorted by their distance from their occurrences.
    var nearestFirst: some Sequence<Trigger> {
        // The sequence is lazy, since there may be as many triggers as the file has lines.
        all.indices.sorted { all[$0].distance < all[$1].distance }.lazy.map { all[$0] }
    }
}
