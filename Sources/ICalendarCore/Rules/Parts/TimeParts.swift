/// The parts of a rule that speak of the time of day, with what DTSTART adds to them.
struct TimeParts: Sendable {
    /// The length of a period below a week, in seconds; a day for YEARLY to DAILY.
    private(set) var periodLength: Int
    /// The times inside one such period, in seconds from its start, sorted.
    var withinPeriod: PeriodTimes
    /// The hours, minutes and seconds on which a period may start.
    private(set) var allowed = TimeLimits()

    /// Fills the gaps of a rule from its start: parts of the time that the period does not fix.
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
            // As in nearly all rules.
            withinPeriod = PeriodTimes([start.secondOfDay])
            return
        }
        // What the period itself fixes is a limit on periods; the rest are times inside one.
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

    /// Takes longer periods with more times in each where that says the same: every second of a minute, say.
    ///
    /// Walks are the faster for it. The lists stay short, as there may be thousands of rules.
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

/// The hours, minutes and seconds at which something may be, one bit each.
struct TimeLimits: Sendable, Equatable {
    private var hours = TimeLimits.all(24)
    private var minutes = TimeLimits.all(60)
    private var seconds = TimeLimits.all(60)

    var allowsAll: Bool { self == TimeLimits() }

    mutating func limitHours(_ list: [Int]) { hours = TimeLimits.mask(list, 24) }
    mutating func limitMinutes(_ list: [Int]) { minutes = TimeLimits.mask(list, 60) }
    /// Allows these seconds only, or all where there are none.
    mutating func limitSeconds(_ list: [Int]) { seconds = TimeLimits.mask(list, 60) }

    /// The bits of the hours, minutes or seconds, by the length of one.
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

    /// The first allowed second of a day from this one on, or 86,400 when there is none.
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

    /// The end of an unbroken stretch of allowed seconds of a day that begins with an allowed one; it may go on from there.
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

    /// Calls `body` with the allowed units of a day that are minutes or seconds long: those of an hour, or of a minute, as
    /// bits, with the number of the first.
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
    /// How many unbroken runs of bits are set.
    var stretchCount: Int { (self & ~(self >> 1)).nonzeroBitCount }

    /// Calls `body` with the number of each bit that is set, from the lowest on.
    @inline(__always)
    func forEachBit(_ body: (Int) -> Void) {
        var bits = self
        while bits != 0 {
            body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
    }
}

/// The times inside a period, in seconds from its start, sorted and each once.
///
/// A rule can name all 86,400 seconds of a day in a few hundred bytes, and a calendar can have thousands of such rules.
/// So many times are kept as places and the times at each of them: hours and minutes, and seconds.
struct PeriodTimes: Sendable, Hashable {
    /// Where inside the period all ``times`` count from; empty where that is its start alone, as in nearly all rules.
    private(set) var places: [Int] = []
    private(set) var times: [Int]

    init(_ times: [Int]) { self.times = times }

    /// The times that lists of hours, minutes and seconds make, which are sorted and not empty.
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

    /// More than these are kept as places and times.
    static let mostWrittenOut = 64

    /// The first time that is not before a bound, as its index, or nil.
    func firstIndex(from bound: Int) -> Int? {
        guard !places.isEmpty, let last = times.last else { return times[...].firstIndex(from: bound) }
        guard let place = places[...].firstIndex(from: bound - last) else { return nil }
        return place * times.count + (times[...].firstIndex(from: bound - places[place]) ?? times.count)
    }

    /// Where a time stands among them; nil where it is none of them.
    func index(of time: Int) -> Int? {
        firstIndex(from: time).flatMap { self[$0] == time ? $0 : nil }
    }

    func has(_ time: Int) -> Bool { index(of: time) != nil }

    /// More times than this are not compared one by one.
    static let mostCompared = 256

    /// Whether all of some other times are among these, as far as that is seen with few comparisons.
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
