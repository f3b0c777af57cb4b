/// Periods of one fixed length that are all alike.
struct CyclePlan: Sendable {
    /// The civil second at which the first period starts.
    var base: Int
    /// Seconds from one period to the next.
    var length: Int
    /// The places inside a period, in seconds, sorted; each takes all ``times``.
    var entries: [Int]
    /// The times at each place, in seconds, sorted.
    var times: PeriodTimes

    /// Periods from their parts.
    init(base: Int, length: Int, entries: [Int], times: PeriodTimes) {
        self.base = base
        self.length = length
        self.entries = entries
        self.times = times
    }

    /// The weekdays of every `interval`-th week, counted from the week of DTSTART (WKST decides which it is).
    init(weeksOf parts: DayParts, interval: Int, start: CivilDate, times: PeriodTimes) {
        let weekday = CivilDate.weekdayIndex(ofDayNumber: start.dayNumber)
        base = (start.dayNumber - (weekday - parts.weekStart + 7) % 7) * 86_400
        length = interval * 604_800
        entries = []
        entries.reserveCapacity(parts.weekdays.nonzeroBitCount)
        for day in 0..<7 where parts.weekdays & 1 << ((parts.weekStart + day) % 7) != 0 {
            entries.append(day * 86_400)
        }
        self.times = times
    }

    /// Whether a second is a time of one of the periods, whether it comes before the first or not.
    func contains(_ second: Int) -> Bool {
        TimeGrid.contains(floorModulo(second - base, length), entries: entries, times: times)
    }

    /// How many times of the periods lie before a bound.
    func count(before bound: Int) -> Int {
        let periods = floorDivide(bound - base, length)
        guard periods >= 0 else { return 0 }
        let rest = bound - base - periods * length
        return periods * entries.count * times.count
            + TimeGrid.count(before: rest, entries: entries[...], times: times)
    }
}

/// The times of one period, as places and the times at each of them; all of a place come before the next
/// one's.
enum TimeGrid {
    /// Whether a second of the period is one of its times.
    static func contains(_ second: Int, entries: [Int], times: PeriodTimes) -> Bool {
        // Only the last place that is not behind it can have it.
        let next = entries[...].firstIndex(from: second + 1) ?? entries.endIndex
        guard next > 0 else { return false }
        return times.has(second - entries[next - 1])
    }

    /// How many of the times lie before a bound.
    static func count(before bound: Int, entries: ArraySlice<Int>, times: PeriodTimes) -> Int {
        guard let last = times.last else { return 0 }
        let full = entries.firstIndex(from: bound - last) ?? entries.endIndex
        var count = (full - entries.startIndex) * times.count
        if full < entries.endIndex {
            let rest = bound - entries[full]
            count += times.firstIndex(from: rest) ?? times.count
        }
        return count
    }
}

