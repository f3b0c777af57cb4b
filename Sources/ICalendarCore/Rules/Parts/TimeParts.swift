/// The parts of a rule that select times of day.
///
/// DTSTART supplies any missing parts.
struct TimeParts: Sendable {
    /// The length of a period in seconds, or one day for frequencies from YEARLY to DAILY.
    private(set) var periodLength: Int
    /// The sorted times within a period, in seconds from its start.
    var withinPeriod: PeriodTimes
    /// The hours, minutes, and seconds at which a period may start.
    private(set) var allowed = TimeLimits()

    /// Creates the parts of a rule; its start supplies any missing parts.
    init(_ rule: borrowing RecurrenceRule, start: CivilDateTime) {
        var hours = rule.byHour.sortedOnce
        var minutes = rule.byMinute.sortedOnce
        var seconds = rule.bySecond.sortedOnce
        periodLength =
            switch rule.frequency {
            case .hourly: 3600
            case .minutely: 60
            case .secondly: 1
            default: 86_400
            }
        if periodLength == 86_400, hours.isEmpty, minutes.isEmpty, seconds.isEmpty {
            // Nearly all rules take this path.
            withinPeriod = PeriodTimes([start.secondOfDay])
            return
        }
        // Parts whose unit is at least as long as the period limit the periods. The remaining parts are times within a
        // period.
        if periodLength <= 3600 {
            allowed.limitHours(hours)
            hours = [0]
        } else if hours.isEmpty {
            hours = [start.hour]
        }
        if periodLength <= 60 {
            allowed.limitMinutes(minutes)
            minutes = [0]
        } else if minutes.isEmpty {
            minutes = [start.minute]
        }
        if periodLength == 1 {
            allowed.limitSeconds(seconds)
            seconds = [0]
        } else if seconds.isEmpty {
            seconds = [start.second]
        }
        withinPeriod = PeriodTimes(hours: hours, minutes: minutes, seconds: seconds)
    }

    /// Switches to longer periods with more times each if the result is equivalent, such as for minutes that include
    /// every second.
    ///
    /// Longer periods make walks faster. The lists remain short, because there may be thousands of rules.
    mutating func lengthenPeriods(interval: inout Int, start: CivilDateTime) {
        while periodLength < 86_400 {
            let units = periodLength == 3600 ? 24 : 60
            guard units % interval == 0 else { return }
            let first = start.secondOfDay / periodLength % interval
            let mask = allowed.mask(ofLength: periodLength)
            let matching = stride(from: first, to: units, by: interval).filter { mask >> UInt64($0) & 1 == 1 }
            guard matching.count * withinPeriod.count <= PeriodTimes.mostWrittenOut else { return }
            let length = periodLength
            let times = withinPeriod
            withinPeriod = PeriodTimes(matching.flatMap { unit in times.map { unit * length + $0 } })
            allowed.allowAll(ofLength: length)
            periodLength *= units
            interval = 1
        }
    }
}

/// The allowed hours, minutes, and seconds, one bit each.
struct TimeLimits: Sendable, Equatable {
    private var hours = TimeLimits.all(24)
    private var minutes = TimeLimits.all(60)
    private var seconds = TimeLimits.all(60)

    var allowsAll: Bool { self == TimeLimits() }

    mutating func limitHours(_ list: [Int]) { hours = TimeLimits.mask(list, 24) }
    mutating func limitMinutes(_ list: [Int]) { minutes = TimeLimits.mask(list, 60) }
    /// Allows only the listed seconds, or all seconds if the list is empty.
    mutating func limitSeconds(_ list: [Int]) { seconds = TimeLimits.mask(list, 60) }

    /// Returns the bits of the hours, minutes, or seconds, depending on the length of the unit.
    func mask(ofLength length: Int) -> UInt64 {
        length == 3600 ? hours : length == 60 ? minutes : seconds
    }

    mutating func allowAll(ofLength length: Int) {
        switch length {
        case 3600: hours = TimeLimits.all(24)
        case 60: minutes = TimeLimits.all(60)
        default: seconds = TimeLimits.all(60)
        }
    }

    @inline(__always)
    func allows(_ secondOfDay: Int) -> Bool {
        let second = UInt32(truncatingIfNeeded: secondOfDay)
        return hours >> UInt64(second / 3600) & 1 == 1 && minutes >> UInt64(second / 60 % 60) & 1 == 1
            && seconds >> UInt64(second % 60) & 1 == 1
    }

    /// Returns the first allowed second of the day at or after the given one, or 86,400 if none remains.
    func next(from secondOfDay: Int) -> Int {
        var (hour, minute) = (secondOfDay / 3600, secondOfDay / 60 % 60)
        if hours >> UInt64(hour) & 1 == 1 {
            if minutes >> UInt64(minute) & 1 == 1 {
                let rest = seconds >> UInt64(secondOfDay % 60)
                if rest != 0 { return secondOfDay + rest.trailingZeroBitCount }
            }
            let rest = minutes >> UInt64(minute + 1)
            if rest != 0 {
                minute += 1 + rest.trailingZeroBitCount
                return hour * 3600 + minute * 60 + seconds.trailingZeroBitCount
            }
        }
        let rest = hours >> UInt64(hour + 1)
        if rest == 0 { return 86_400 }
        hour += 1 + rest.trailingZeroBitCount
        return hour * 3600 + minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount
    }

    /// Returns the end of a run of consecutive allowed seconds.
    ///
    /// Another run may begin immediately afterward.
    func end(from secondOfDay: Int) -> Int {
        func run(_ bits: UInt64, _ length: Int) -> Int {
            let unit = secondOfDay / length
            let bit = UInt64(length == 3600 ? unit : unit % 60)
            return (unit + (~(bits >> bit)).trailingZeroBitCount) * length
        }
        if seconds != TimeLimits.all(60) { return run(seconds, 1) }
        return minutes == TimeLimits.all(60) ? run(hours, 3600) : run(minutes, 60)
    }

    var stretchCount: Int {
        if seconds != TimeLimits.all(60) {
            return hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.stretchCount
        }
        return minutes == TimeLimits.all(60)
            ? hours.stretchCount : hours.nonzeroBitCount * minutes.stretchCount
    }

    /// Calls `body` with a day's allowed minutes in blocks of an hour, or its allowed seconds in blocks of a minute.
    ///
    /// A block consists of the number of its first unit and its allowed units as bits.
    func forEachBlock(ofUnits length: Int, _ body: (_ first: Int, _ bits: UInt64) -> Void) {
        hours.forEachBit { hour in
            if length == 60 { return body(hour * 60, minutes) }
            minutes.forEachBit { minute in body((hour * 60 + minute) * 60, seconds) }
        }
    }

    private static func all(_ count: UInt64) -> UInt64 { 1 << count - 1 }

    private static func mask(_ list: [Int], _ count: UInt64) -> UInt64 {
        list.isEmpty ? all(count) : list.reduce(0) { $0 | 1 << UInt64($1) }
    }
}

extension UInt64 {
    /// The number of contiguous runs of set bits.
    var stretchCount: Int { (self & ~(self >> 1)).nonzeroBitCount }

    /// Calls `body`, in ascending order, with the index of each set bit.
    @inline(__always)
    func forEachBit(_ body: (Int) -> Void) {
        var bits = self
        while bits != 0 {
            body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
    }
}

/// The times within a period, in seconds from its start, sorted and unique.
///
/// A rule can specify all 86,400 seconds of a day in a few hundred bytes, and a calendar can have thousands of such
/// rules. Long lists are therefore stored as base offsets, such as hours and minutes, and the times relative to each
/// offset.
struct PeriodTimes: Sendable, Hashable {
    /// The offsets within the period; all ``times`` are added to each offset.
    ///
    /// Empty if the times are relative to the start of the period, as in nearly all rules.
    private(set) var places: [Int] = []
    private(set) var times: [Int]

    init(_ times: [Int]) { self.times = times }

    /// Creates the times for lists of hours, minutes, and seconds, which must be sorted and nonempty.
    init(hours: [Int], minutes: [Int], seconds: [Int]) {
        let count = hours.count * minutes.count * seconds.count
        if count <= PeriodTimes.mostWrittenOut {
            times = []
            times.reserveCapacity(count)
            for hour in hours {
                for minute in minutes {
                    for second in seconds { times.append(hour * 3600 + minute * 60 + second) }
                }
            }
        } else if seconds.count > 1 {
            places = hours.flatMap { hour in minutes.map { hour * 3600 + $0 * 60 } }
            times = seconds
        } else {
            places = hours.map { $0 * 3600 }
            times = minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
        }
    }

    /// The maximum number of times to store as a plain list.
    static let mostWrittenOut = 64

    /// Returns the index of the first time at or after a bound, or nil.
    func firstIndex(from bound: Int) -> Int? {
        guard !places.isEmpty, let last = times.last else { return times[...].firstIndex(from: bound) }
        guard let place = places[...].firstIndex(from: bound - last) else { return nil }
        return place * times.count + (times[...].firstIndex(from: bound - places[place]) ?? times.count)
    }

    /// Returns the index of a time, or nil if the time is not included.
    func index(of time: Int) -> Int? {
        firstIndex(from: time).flatMap { self[$0] == time ? $0 : nil }
    }

    func has(_ time: Int) -> Bool { index(of: time) != nil }

    /// The maximum number of times to compare one by one.
    static let mostCompared = 256

    /// Returns whether these times are known to include all times in `other`, using only a few comparisons.
    func covers(_ other: PeriodTimes) -> Bool {
        if self == other { return true }
        if other.count <= PeriodTimes.mostCompared { return other.allSatisfy(has) }
        return Set(places).isSuperset(of: other.places) && Set(times).isSuperset(of: other.times)
    }
}

extension PeriodTimes: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { places.isEmpty ? times.count : places.count * times.count }

    subscript(index: Int) -> Int {
        places.isEmpty ? times[index] : places[index / times.count] + times[index % times.count]
    }
}
