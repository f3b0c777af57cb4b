import ICalendarCore

/// The absolute triggers of series, each once with the occurrence that starts nearest to it.
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

    /// One time at which an absolute trigger goes off.
    struct Firing: Hashable {
        let uid: UIDHash
        let second: Int
        let identity: AlarmIdentity

        /// The time of a trigger, in seconds since 1970.
        init(of trigger: Trigger, at second: Int) {
            uid = trigger.occurrence.member.uidHash
            self.second = second
            identity = trigger.alarm.identity
        }
    }

    /// What an absolute trigger of a series is known by; its identity knows the instant.
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

    /// None yet; dates and floating times are read in `zone`.
    init(in zone: Zone) {
        self.zone = zone
    }

    var count: Int { all.count }

    /// Whether an occurrence was found for an alarm of an item.
    func hasFound(_ alarm: PlannedAlarm, of item: Component) -> Bool {
        let uid = UIDHash(item.text("UID") ?? StableIdentifier.uid(for: item))
        return found.contains(FoundAlarm(uid: uid, identity: alarm.identity))
    }

    /// Adds one at a second since 1970, or the occurrence if that starts nearer to it.
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

    /// Those that are nearest to their occurrences first.
    var nearestFirst: some Sequence<Trigger> {
        // There may be as many as the file has lines, so that they are not copied.
        all.indices.sorted { all[$0].distance < all[$1].distance }.lazy.map { all[$0] }
    }
}
