/// The length of each instance in a series.
package enum OccurrenceLength: Sendable, Hashable {
    /// A fixed number of seconds for every instance (from DTEND; RFC 5545 section 3.8.5.3).
    case exact(Int)
    /// Calendar days in the zone followed by exact seconds (from DURATION and for whole days).
    case nominal(days: Int, seconds: Int)

    /// Returns the end, as a key, of an instance that starts at `key`.
    package func end(ofKey key: Int, on clock: SeriesClock) -> Int {
        switch self {
        case .exact(let seconds):
            return key + seconds
        case .nominal(let days, let seconds):
            if days == 0 || clock.isWall { return key + days * 86_400 + seconds }
            return clock.key(ofCivil: clock.civil(ofKey: key) + days * 86_400) + seconds
        }
    }

    /// Creates a length in calendar days and seconds, limited to 30,000 years to prevent overflow.
    package init(_ duration: NominalDuration) {
        self = .nominal(
            days: min(max(0, duration.days), 11_000_000),
            seconds: min(max(0, duration.seconds), 950_000_000_000)
        )
    }

    package var isNominal: Bool {
        if case .nominal(let days, _) = self { days != 0 } else { false }
    }

    /// The length in seconds, if it is the same for every instance of a zoned series.
    package var seconds: Int? {
        switch self {
        case .exact(let seconds), .nominal(days: 0, let seconds): seconds >= 0 ? seconds : nil
        case .nominal: nil
        }
    }

    /// The maximum length of an instance in seconds, including clock changes.
    package var upperBound: Int {
        switch self {
        case .exact(let seconds), .nominal(days: 0, let seconds): seconds
        case .nominal(let days, let seconds): days * 86_400 + seconds + 100_000
        }
    }

    /// Determines a component's length, repairing it if necessary, and adds a remark for each repair.
    ///
    /// - Parameter key: A closure that returns the key of an end time.
    package init(
        of member: SeriesMember,
        startKey: Int,
        clock: SeriesClock,
        remark: (Diagnostic) -> Void,
        key: (EventTime) -> Int
    ) {
        func warn(_ message: String) {
            remark(Diagnostic(.warning, .duration, line: member.schedule.endLine ?? member.line, message))
        }
        if member.schedule.end != nil, member.schedule.duration != nil {
            warn("both \(member.endName) and DURATION are present; using \(member.endName)")
        }
        if clock.kind == .allDay {
            self = .nominal(
                days: Self.wholeDays(of: member, warn: warn),
                seconds: 0
            )
        } else if let end = member.schedule.end {
            if end.isDate { warn("\(member.endName) is a date, but DTSTART is a time; read as midnight") }
            let seconds = key(end) - startKey
            if seconds < 0 { warn("\(member.endName) is before DTSTART; read as zero length") }
            self = .exact(max(0, seconds))
        } else if let duration = member.schedule.duration {
            if duration.isNegative { warn("DURATION is negative; read as zero length") }
            self = duration.isNegative ? .exact(0) : OccurrenceLength(duration)
        } else {
            self = .exact(0)
        }
    }

    private static func wholeDays(of member: SeriesMember, warn: (String) -> Void) -> Int {
        if let end = member.schedule.end {
            var day = end.civil.date.dayNumber
            if !end.isDate {
                if end.civil.secondOfDay > 0 { day += 1 }
                warn("\(member.endName) is a time, but DTSTART is a date; read as whole days")
            }
            let days = day - member.start.civil.date.dayNumber
            if days == 0 { warn("\(member.endName) is the same day as DTSTART; read as one day") }
            if days < 0 { warn("\(member.endName) is before DTSTART; read as one day") }
            return max(1, days)
        }
        guard let duration = member.schedule.duration else { return 1 }
        if duration.isNegative {
            warn("DURATION is negative; read as one day")
            return 1
        }
        guard case .nominal(var days, let seconds) = OccurrenceLength(duration) else { return 1 }
        days += seconds / 86_400
        if seconds > 0 {
            if seconds % 86_400 > 0 { days += 1 }
            warn(
                "DURATION of an all-day event has a time part; rounded up to \(days == 1 ? "one day" : "\(days) days")"
            )
        } else if days == 0 {
            warn("DURATION of an all-day event is zero; read as one day")
        }
        return max(1, days)
    }
}
