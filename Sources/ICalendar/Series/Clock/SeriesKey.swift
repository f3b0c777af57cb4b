/// A key together with the wall-clock times that are read as it, which cost more to find than a rule takes to be asked: a
/// set has a hundred rules, and each is asked for the same key.
struct SeriesKey {
    /// The key.
    let key: Int
    /// The instant by which it is ordered.
    let sort: Int
    /// The times, in civil seconds, increasing: one by the wall clock, else mostly one.
    let civilSeconds: [Int]

    /// A key of a series.
    init(_ key: Int, on clock: SeriesClock) {
        self.key = key
        sort = clock.sort(ofKey: key)
        civilSeconds = clock.isWall ? [key] : clock.zone.table.civilSeconds(at: key)
    }
}

/// A key from which on instances are sought, with the first wall-clock time that may be read as it or as a later one: found
/// once for the hundred rules of a part of a series, of which there may be thousands.
struct FirstKey {
    /// The key.
    let key: Int
    /// The time, in civil seconds.
    let civilSecond: Int

    /// Keys beyond these stand for no time, such as the first one of a part that begins after all times.
    private static let farthest = Int.min / 2...Int.max / 2

    /// A key of a series.
    init(_ key: Int, on clock: SeriesClock) {
        self.key = key
        if !Self.farthest.contains(key) {
            civilSecond = key < 0 ? Int.min / 2 : Int.max / 2
        } else {
            civilSecond = clock.isWall ? key : clock.zone.table.firstCivilSecond(from: key)
        }
    }
}
