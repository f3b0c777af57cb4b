/// How the wall-clock times of one series become points that can be compared and ordered.
///
/// A zoned series is ordered and matched by instants. Dates and floating times are matched by the wall clock as
/// written; only for their order and for the window are they read in the display zone.
struct SeriesClock: Sendable {
    /// What kind of start the series has.
    enum Kind: Sendable { case zoned, floating, allDay }

    /// What kind of start the series has.
    let kind: Kind
    /// The series' own zone; for dates and floating times the display zone.
    let zone: Zone

    /// Whether the series is matched by the wall clock instead of by instants.
    var isWall: Bool { kind != .zoned }

    /// Further than the clocks of two zones can lie apart, 26 hours either way, in seconds.
    ///
    /// What lies further than this from both ends of a stretch of time is in the same order on all clocks.
    static let slack = 200_000

    /// The stretch around an instant in which the clocks do not change, without what is near its ends, as the instant itself
    /// may be; empty where the clocks change again soon.
    func steadyTimes(around instant: Int) -> Range<Int> {
        let span = zone.table.span(atInstant: instant)
        let low = span.low + SeriesClock.slack
        return low..<max(low, span.high - SeriesClock.slack)
    }

    /// What two instances of the series are compared by: the instant of a zoned series, else the civil second.
    func key(ofCivil second: Int) -> Int {
        isWall ? second : zone.instant(of: CivilDateTime(secondNumber: second)).secondsSince1970
    }

    /// The wall-clock time of a key.
    func civil(ofKey key: Int) -> Int {
        isWall ? key : zone.civil(at: Instant(secondsSince1970: key)).secondNumber
    }

    /// The instant by which a key is ordered.
    func sort(ofKey key: Int) -> Int {
        isWall ? zone.instant(of: CivilDateTime(secondNumber: key)).secondsSince1970 : key
    }

    /// The key at an instant: the instant itself, or what the display zone's clocks show.
    func key(atInstant second: Int) -> Int {
        isWall ? zone.civil(at: Instant(secondsSince1970: second)).secondNumber : second
    }

    /// The instance at a civil second.
    func instance(atCivil second: Int) -> Instance {
        let key = key(ofCivil: second)
        return Instance(sort: sort(ofKey: key), key: key, civil: second)
    }

    /// The instance at a key.
    func instance(atKey key: Int) -> Instance {
        Instance(sort: sort(ofKey: key), key: key, civil: civil(ofKey: key))
    }

    /// The form in which a key is given to users.
    func time(ofKey key: Int) -> OccurrenceTime {
        switch kind {
        case .zoned: .instant(Instant(secondsSince1970: key), zone)
        case .floating: .floating(CivilDateTime(secondNumber: key))
        case .allDay: .date(CivilDate(dayNumber: floorDivide(key, 86_400)))
        }
    }
}
