/// One member of a recurrence set, before it has an end.
struct Instance: Sendable, Hashable {
    /// The instant by which it is ordered, in seconds since 1970.
    var sort: Int
    /// What it is matched by: see ``SeriesClock/key(ofCivil:)``.
    var key: Int
    /// The wall-clock time as generated: in a gap still the time that the clocks skip.
    var civil: Int
    /// The place of its own length in the set's list of periods, or -1 for the series' length.
    var period: Int32 = -1

    /// Orders by time, then by what it is matched by.
    static func precedes(_ left: Instance, _ right: Instance) -> Bool {
        left.sort != right.sort ? left.sort < right.sort : left.key < right.key
    }
}
