/// A clock that converts the wall-clock times of one series into points that can be compared and ordered.
///
/// A zoned series is ordered and matched by instants. Dates and floating times are matched by wall-clock time as
/// written; the display zone affects only their order and whether they overlap the window.
package struct SeriesClock: Sendable {
    package enum Kind: Sendable { case zoned, floating, allDay }

    package let kind: Kind
    /// The series' zone, or the display zone for dates and floating times.
    package let zone: Zone

    package init(kind: Kind, zone: Zone) {
        self.kind = kind
        self.zone = zone
    }

    package var isWall: Bool { kind != .zoned }

    /// A distance in seconds that exceeds the difference between the clocks of any two zones.
    ///
    /// No clock differs from UTC by more than 26 hours in either direction. Times farther than ``slack`` from both ends
    /// of a span are in the same order on all clocks.
    package static let slack = 200_000

    /// Returns the span around an instant in which the clocks do not change, excluding times near the ends of the
    /// span.
    ///
    /// The instant itself may be excluded. The span is empty if the clocks change again soon.
    package func steadyTimes(around instant: Int) -> Range<Int> {
        let span = zone.table.span(atInstant: instant)
        let low = span.low + SeriesClock.slack
        return low..<max(low, span.high - SeriesClock.slack)
    }

    /// Returns the value used to compare instances: the instant in a zoned series, otherwise the civil second.
    package func key(ofCivil second: Int) -> Int {
        isWall ? second : zone.instant(of: CivilDateTime(secondNumber: second)).secondsSince1970
    }

    package func civil(ofKey key: Int) -> Int {
        isWall ? key : zone.civil(at: Instant(secondsSince1970: key)).secondNumber
    }

    package func sort(ofKey key: Int) -> Int {
        isWall ? zone.instant(of: CivilDateTime(secondNumber: key)).secondsSince1970 : key
    }

    /// Returns the key for an instant: the instant itself, or the wall-clock time in the display zone.
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

/// A member of a recurrence set, without an end.
package struct Instance: Sendable, Hashable {
    /// The instant that determines the order, in seconds since 1970.
    package var sort: Int
    /// The value used to match the instance; see ``SeriesClock/key(ofCivil:)``.
    package var key: Int
    /// The wall-clock time as the rule generates it, even if the clocks skip it.
    package var civil: Int
    /// The index of the instance's length in the set's list of periods, or -1 for the length of the series.
    package var period: Int32 = -1

    /// Returns whether an instance precedes another, by time and then by key.
    static func precedes(_ left: Instance, _ right: Instance) -> Bool {
        left.sort != right.sort ? left.sort < right.sort : left.key < right.key
    }
}

/// A key with the corresponding wall-clock times.
///
/// Computing the wall-clock times costs more than looking them up in a rule, and a set may look up the same key in a
/// hundred rules.
package struct SeriesKey {
    package let key: Int
    package let sort: Int
    /// The times in civil seconds, in ascending order: exactly one for a wall-clock series, otherwise usually one.
    let civilSeconds: [Int]

    package init(_ key: Int, on clock: SeriesClock) {
        self.key = key
        sort = clock.sort(ofKey: key)
        civilSeconds = clock.isWall ? [key] : clock.zone.table.civilSeconds(at: key)
    }
}

/// The start key of a search, and the first wall-clock time that may correspond to this key or a later one.
///
/// The time is computed once for all rules in a part of a series, because there may be a hundred rules and thousands of
/// parts.
package struct FirstKey {
    let key: Int
    /// The first wall-clock time, in civil seconds.
    let civilSecond: Int

    /// The range outside which keys do not represent times, such as the first key of a part that begins after all
    /// possible times.
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
