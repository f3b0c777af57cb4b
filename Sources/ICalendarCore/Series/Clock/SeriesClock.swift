/// How the wall-clock times of one series become points that can be compared and ordered.
///
/// A zoned series is ordered and matched by instants. Dates and floating times are matched by the wall clock as
/// written; only for their order and for the window are they read in the display zone.
package struct SeriesClock: Sendable {
    package enum Kind: Sendable { case zoned, floating, allDay }

    package let kind: Kind
    /// The series' own zone; for dates and floating times the display zone.
    package let zone: Zone

    package init(kind: Kind, zone: Zone) {
        self.kind = kind
        self.zone = zone
    }

    package var isWall: Bool { kind != .zoned }

    /// Further than the clocks of two zones can lie apart, 26 hours either way, in seconds.
    ///
    /// What lies further than this from both ends of a stretch of time is in the same order on all clocks.
    package static let slack = 200_000

    /// The stretch around an instant in which the clocks do not change, without what is near its ends, as the instant itself
    /// may be; empty where the clocks change again soon.
    package func steadyTimes(around instant: Int) -> Range<Int> {
        let span = zone.table.span(atInstant: instant)
        let low = span.low + SeriesClock.slack
        return low..<max(low, span.high - SeriesClock.slack)
    }

    /// What two instances of the series are compared by: the instant of a zoned series, else the civil second.
    package func key(ofCivil second: Int) -> Int {
        isWall ? second : zone.instant(of: CivilDateTime(secondNumber: second)).secondsSince1970
    }

    package func civil(ofKey key: Int) -> Int {
        isWall ? key : zone.civil(at: Instant(secondsSince1970: key)).secondNumber
    }

    package func sort(ofKey key: Int) -> Int {
        isWall ? zone.instant(of: CivilDateTime(secondNumber: key)).secondsSince1970 : key
    }

    /// The key at an instant: the instant itself, or what the display zone's clocks show.
    package func key(atInstant second: Int) -> Int {
        isWall ? zone.civil(at: Instant(secondsSince1970: second)).secondNumber : second
    }

    package func instance(atCivil second: Int) -> Instance {
        let key = key(ofCivil: second)
        return Instance(sort: sort(ofKey: key), key: key, civil: second)
    }

    package func instance(atKey key: Int) -> Instance {
        Instance(sort: sort(ofKey: key), key: key, civil: civil(ofKey: key))
    }

    package func time(ofKey key: Int) -> OccurrenceTime {
        switch kind {
        case .zoned: .instant(Instant(secondsSince1970: key), zone)
        case .floating: .floating(CivilDateTime(secondNumber: key))
        case .allDay: .date(CivilDate(dayNumber: floorDivide(key, 86_400)))
        }
    }
}

/// One member of a recurrence set, before it has an end.
package struct Instance: Sendable, Hashable {
    /// The instant by which it is ordered, in seconds since 1970.
    package var sort: Int
    /// What it is matched by: see ``SeriesClock/key(ofCivil:)``.
    package var key: Int
    /// The wall-clock time as generated: in a gap still the time that the clocks skip.
    package var civil: Int
    /// The place of its own length in the set's list of periods, or -1 for the series' length.
    package var period: Int32 = -1

    /// Orders by time, then by what it is matched by.
    static func precedes(_ left: Instance, _ right: Instance) -> Bool {
        left.sort != right.sort ? left.sort < right.sort : left.key < right.key
    }
}

/// A key together with the wall-clock times that are read as it, which cost more to find than a rule takes to be asked: a
/// set has a hundred rules, and each is asked for the same key.
package struct SeriesKey {
    package let key: Int
    package let sort: Int
    /// The times, in civil seconds, increasing: one by the wall clock, else mostly one.
    let civilSeconds: [Int]

    package init(_ key: Int, on clock: SeriesClock) {
        self.key = key
        sort = clock.sort(ofKey: key)
        civilSeconds = clock.isWall ? [key] : clock.zone.table.civilSeconds(at: key)
    }
}

/// A key from which on instances are sought, with the first wall-clock time that may be read as it or as a later one: found
/// once for the hundred rules of a part of a series, of which there may be thousands.
package struct FirstKey {
    let key: Int
    /// The time, in civil seconds.
    let civilSecond: Int

    /// Keys beyond these stand for no time, such as the first one of a part that begins after all times.
    private static let farthest = Int.min / 2...Int.max / 2

    init(_ key: Int, on clock: SeriesClock) {
        self.key = key
        if !Self.farthest.contains(key) {
            civilSecond = key < 0 ? Int.min / 2 : Int.max / 2
        } else {
            civilSecond = clock.isWall ? key : clock.zone.table.firstCivilSecond(from: key)
        }
    }
}
