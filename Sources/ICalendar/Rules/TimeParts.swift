/// The parts of a rule that speak of the time of day, with what DTSTART adds to them.
struct TimeParts: Sendable {
    /// The length of a period below a week, in seconds; a day for YEARLY to DAILY.
    let periodLength: Int
    /// The times inside one such period, in seconds from its start, sorted.
    let withinPeriod: [Int]
    /// The hours, minutes and seconds on which a period may start, one bit each.
    private let hours: UInt64
    private let minutes: UInt64
    private let seconds: UInt64

    /// Fills the gaps of a rule from its start: parts of the time that the period does not fix.
    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        var hours = Set(rule.byHour).sorted()
        var minutes = Set(rule.byMinute).sorted()
        var seconds = Set(rule.bySecond).sorted()
        var limits: (hours: UInt64, minutes: UInt64, seconds: UInt64) = (~0, ~0, ~0)
        periodLength =
            switch rule.frequency {
            case .hourly: 3600
            case .minutely: 60
            case .secondly: 1
            default: 86_400
            }
        // What the period itself fixes is a limit on periods; the rest are times inside one.
        if periodLength <= 3600 {
            limits.hours = TimeParts.mask(hours)
            hours = [0]
        } else if hours.isEmpty {
            hours = [start.hour]
        }
        if periodLength <= 60 {
            limits.minutes = TimeParts.mask(minutes)
            minutes = [0]
        } else if minutes.isEmpty {
            minutes = [start.minute]
        }
        if periodLength == 1 {
            limits.seconds = TimeParts.mask(seconds)
            seconds = [0]
        } else if seconds.isEmpty {
            seconds = [start.second]
        }
        var times: [Int] = []
        times.reserveCapacity(hours.count * minutes.count * seconds.count)
        for hour in hours {
            for minute in minutes {
                for second in seconds { times.append(hour * 3600 + minute * 60 + second) }
            }
        }
        withinPeriod = times
        (self.hours, self.minutes, self.seconds) = limits
    }

    /// Whether some periods are left out because of their time of day.
    var limitsPeriods: Bool { hours & minutes & seconds != ~0 }

    /// Whether a period may start at this second of a day.
    func allows(_ secondOfDay: Int) -> Bool {
        let second = UInt32(truncatingIfNeeded: secondOfDay)
        return hours >> UInt64(second / 3600) & 1 == 1 && minutes >> UInt64(second / 60 % 60) & 1 == 1
            && seconds >> UInt64(second % 60) & 1 == 1
    }

    private static func mask(_ list: [Int]) -> UInt64 {
        list.isEmpty ? ~0 : list.reduce(0) { $0 | 1 << UInt64($1) }
    }
}

/// BYSETPOS: picks from the times of one period (RFC 5545 section 3.3.10).
enum SetPositions {
    /// The picked times, sorted, each once.
    ///
    /// The set is every entry plus every time, in that order. It is never written out: it may have millions
    /// of members, of which 732 at most are picked.
    static func pick(_ positions: [Int], from entries: [Int], times: [Int]) -> [Int] {
        let count = entries.count * times.count
        var indices: [Int] = []
        for position in positions {
            let index = position > 0 ? position - 1 : count + position
            if (0..<count).contains(index) { indices.append(index) }
        }
        indices.sort()
        var picked: [Int] = []
        for index in indices {
            let time = entries[index / times.count] + times[index % times.count]
            if picked.last != time { picked.append(time) }
        }
        return picked
    }
}
