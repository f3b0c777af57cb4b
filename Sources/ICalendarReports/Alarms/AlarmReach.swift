import ICalendarCore

/// The range of offsets from an occurrence to its alarms, in whole days; alarms before the start or end have negative
/// offsets.
struct AlarmReach {
    private(set) var lowest = Int.max
    private(set) var highest = Int.min

    /// Whether an alarm is too far from its occurrence to be found.
    private(set) var isCut = false

    /// The maximum distance, in days: one hundred years.
    private static let longest = 36_525
    /// The default distance, in days: the four-year range of a single search.
    private static let usual = 1461
    /// A distance, in days, that takes little time to search.
    private static let short = 40

    /// The approximate width of the range that an alarm search covers.
    ///
    /// Items with the same width are searched together, over the union of their ranges.
    struct Width: Hashable, Comparable {
        /// The indexes of the first elements of ``steps`` that cover the distances before and after the occurrences.
        private let before: Int
        private let after: Int

        /// The widths in days.
        ///
        /// Each width takes about twice as long to search as the previous one.
        private static let steps = [short, 2 * usual, 4 * usual, 8 * usual, 16 * usual]

        fileprivate init(lowest: Int, highest: Int) {
            func step(_ days: Int) -> Int { Self.steps.firstIndex { days <= $0 } ?? Self.steps.count }
            before = step(-lowest)
            after = step(highest)
        }

        /// Compares widths by how long they take to search.
        static func < (left: Width, right: Width) -> Bool {
            (max(left.before, left.after), left.before, left.after)
                < (max(right.before, right.after), right.before, right.after)
        }
    }

    var hasAlarms: Bool { lowest <= highest }
    var width: Width { Width(lowest: lowest, highest: highest) }

    /// Returns the range of the occurrences whose alarms can fire in a given range, in seconds since 1970.
    ///
    /// The result has an extra day on either side to allow for clock changes. If there are no alarms, the result is
    /// empty.
    func occurrences(of range: Range<Int>) -> Range<Int> {
        guard hasAlarms else { return 0..<0 }
        return range.lowerBound - (highest + 1) * 86_400..<range.upperBound - (lowest - 1) * 86_400
    }

    /// Extends the reach to include a component's alarms.
    ///
    /// `window` is in seconds since 1970.
    mutating func include(_ component: Component, window: Range<Int>) {
        lazy var farStart = Self.farStart(of: component, window)
        for inner in component.components where inner.name == Alarm.componentName {
            let alarm = Alarm(inner)
            guard alarm.goesOffAtTime, let trigger = alarm.trigger else { continue }
            let tail = Self.days(ofRepetitionsOf: alarm)
            switch trigger {
            case .relative(let duration, _):
                let held = PlannedAlarm.held(duration)
                let days = held.days + floorDivide(held.seconds, 86_400)
                include(from: days, through: days + 1 + tail)
            case .absolute(let instant):
                guard Self.isDue(instant, tail: tail, in: window) else { continue }
                // An absolute trigger does not depend on its event's time.
                include(from: -Self.usual, through: Self.usual)
                guard let start = farStart else { continue }
                let days = floorDivide(instant.secondsSince1970 - start, 86_400)
                include(from: days - 1, through: days + 1 + tail)
            }
        }
    }

    /// Returns whether an absolute trigger may fire in a range.
    ///
    /// `tail` is the total length of the trigger's repetitions, in days.
    private static func isDue(_ instant: Instant, tail: Int, in range: Range<Int>) -> Bool {
        let last = instant.adding(seconds: (tail + 1) * 86_400).secondsSince1970
        return instant.secondsSince1970 < range.upperBound && last >= range.lowerBound
    }

    /// Returns whether an alarm has an absolute trigger that may fire in a range, in seconds since 1970.
    static func isDue(_ alarm: PlannedAlarm, in range: Range<Int>) -> Bool {
        guard case .absolute(let instant) = alarm.trigger else { return false }
        return isDue(instant, tail: days(ofRepetitionsOf: alarm.alarm), in: range)
    }

    /// Extends the reach to all occurrences of a series from its DTSTART to four years after a range, in seconds since
    /// 1970.
    mutating func includeAll(of component: Component, through range: Range<Int>) {
        guard let start = component[time: "DTSTART"]?.civil.secondNumber else { return }
        let days = floorDivide(range.upperBound - start, 86_400)
        include(from: -Self.usual, through: max(Self.usual, days + 2))
    }

    mutating func include(_ other: AlarmReach) {
        lowest = min(lowest, other.lowest)
        highest = max(highest, other.highest)
        isCut = isCut || other.isCut
    }

    private mutating func include(from first: Int, through last: Int) {
        if first < -Self.longest || last > Self.longest { isCut = true }
        guard first <= Self.longest, last >= -Self.longest else { return }
        lowest = min(lowest, max(first, -Self.longest))
        highest = max(highest, min(last, Self.longest))
    }

    /// Returns the start, in seconds since 1970, of an event with no instance within four years of the window.
    private static func farStart(of component: Component, _ window: Range<Int>) -> Int? {
        guard let start = component[time: "DTSTART"]?.civil.secondNumber else { return nil }
        let reach = (usual - 2) * 86_400
        if start > window.upperBound + reach { return start }
        let isRecurring = component.first("RRULE") != nil || component.first("RDATE") != nil
        return start < window.lowerBound - reach && !isRecurring ? start : nil
    }

    /// Returns the total length of an alarm's repetitions in days, up to the maximum.
    private static func days(ofRepetitionsOf alarm: Alarm) -> Int {
        guard alarm.repetitions > 0 else { return 0 }
        let pause = PlannedAlarm.held(alarm.repetitionInterval ?? .zero)
        let (days, hasManyDays) = pause.days.multipliedReportingOverflow(by: alarm.repetitions)
        let (seconds, hasManySeconds) = pause.seconds.multipliedReportingOverflow(by: alarm.repetitions)
        guard !hasManyDays, !hasManySeconds else { return 2 * longest }
        func held(_ days: Int) -> Int { min(max(0, days), longest) }
        return held(days) + held(seconds / 86_400) + 1
    }
}
