/// A recurrence rule as a value: FREQ and the BYxxx parts of RFC 5545 section 3.3.10, RSCALE and SKIP of RFC 7529.
///
/// A rule says nothing of when it starts: an engine reads it together with DTSTART. Lists are sets, their order has
/// no meaning; an empty list means that the part is absent.
///
/// ```swift
/// let meetings = RecurrenceRule.weekly(on: .monday, .friday).count(10)
/// let payday = RecurrenceRule.monthly(on: .last(.friday))
///
/// var odd = RecurrenceRule(.yearly, interval: 4)      // or part by part
/// odd.byMonth = [11]
/// odd.byDay = [.every(.tuesday)]
/// odd.byMonthDay = [2, 3, 4, 5, 6, 7, 8]
/// ```
///
/// What is put together by hand may be what RFC 5545 forbids; ``violations`` says so, and builders such as
/// ``Event/init(_:start:duration:recurring:uid:stamp:)`` refuse it.
public struct RecurrenceRule: Sendable, Hashable {
    /// FREQ: the length of one period: `rule.frequency // .weekly`.
    public var frequency: Frequency
    /// INTERVAL: every how many periods, at least 1: `FREQ=WEEKLY;INTERVAL=2` is every second week.
    public var interval: Int
    /// COUNT: how many instances the rule has at most, as in `FREQ=DAILY;COUNT=10`.
    public var count: Int?
    /// UNTIL: the last moment, included, as in `FREQ=DAILY;UNTIL=20261231T230000Z`; `.date`, `.floating` (local) or
    /// `.utc`.
    public var until: EventTime?
    /// BYSECOND, 0 to 59: `FREQ=MINUTELY;BYSECOND=0,30` is twice a minute.
    public var bySecond: [Int] = []
    /// BYMINUTE, 0 to 59: `FREQ=HOURLY;BYMINUTE=0,20,40` is every 20 minutes.
    public var byMinute: [Int] = []
    /// BYHOUR, 0 to 23: `FREQ=DAILY;BYHOUR=9,17` is in the morning and in the evening.
    public var byHour: [Int] = []
    /// BYDAY, with ordinals where the frequency allows them: `FREQ=MONTHLY;BYDAY=2MO` is every second Monday of a
    /// month.
    public var byDay: [WeekdayNumber] = []
    /// BYMONTHDAY, 1 to 31, or -1 to -31 from the end of the month: `FREQ=MONTHLY;BYMONTHDAY=-1` is each month's last
    /// day.
    public var byMonthDay: [Int] = []
    /// BYYEARDAY, 1 to 366, or -1 to -366 from the end of the year: `FREQ=YEARLY;BYYEARDAY=100` is 9 or 10 April.
    public var byYearDay: [Int] = []
    /// BYWEEKNO, 1 to 53, or -1 to -53 from the end of the year: `FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO`.
    public var byWeekNumber: [Int] = []
    /// BYMONTH, 1 to 12 in the Gregorian calendar: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU` is the last Sunday of March.
    public var byMonth: [MonthNumber] = []
    /// BYSETPOS, 1 to 366, or -1 to -366 from the end of a period's set:
    /// `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` is each month's last working day.
    public var bySetPosition: [Int] = []
    /// WKST: the day on which a week starts, Monday unless it is said, as in
    /// `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU`.
    public var weekStart: Weekday = .monday
    /// RSCALE in capitals, as in `RSCALE=HEBREW;FREQ=YEARLY`, or nil when the rule has none (RFC 7529).
    public var calendarScale: String?
    /// SKIP: what becomes of dates that do not exist (RFC 7529):
    /// `RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31`.
    public var skip: Skip = .omit

    /// A rule of this frequency without any BYxxx part.
    ///
    /// ```swift
    /// RecurrenceRule(.daily, interval: 2, count: 5)       // FREQ=DAILY;COUNT=5;INTERVAL=2
    /// ```
    public init(_ frequency: Frequency, interval: Int = 1, count: Int? = nil, until: EventTime? = nil) {
        self.frequency = frequency
        self.interval = interval
        self.count = count
        self.until = until
    }

    /// FREQ, from the longest period to the shortest.
    ///
    /// ```swift
    /// rule.frequency = .weekly
    /// ```
    public enum Frequency: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Once a year, where nothing else is said: `FREQ=YEARLY`.
        case yearly = "YEARLY"
        /// Once a month, where nothing else is said: `FREQ=MONTHLY`.
        case monthly = "MONTHLY"
        /// Once a week, or on several of its days: `FREQ=WEEKLY;BYDAY=MO,WE`.
        case weekly = "WEEKLY"
        /// Every day, or on some: `FREQ=DAILY;BYMONTH=1` is every day of January.
        case daily = "DAILY"
        /// Every hour, or some: `FREQ=HOURLY;INTERVAL=3`.
        case hourly = "HOURLY"
        /// Every minute, or some: `FREQ=MINUTELY;INTERVAL=15`.
        case minutely = "MINUTELY"
        /// Every second, or some: `FREQ=SECONDLY;INTERVAL=30`.
        case secondly = "SECONDLY"

        /// Whether the periods are shorter than a day, which no all-day event may have:
        /// `RecurrenceRule.Frequency.hourly.isSubDaily // true`.
        public var isSubDaily: Bool { self > .daily }

        /// Shorter periods are greater: `.yearly < .daily`.
        ///
        /// ```swift
        /// RecurrenceRule.Frequency.yearly < .daily            // true
        /// ```
        public static func < (left: Frequency, right: Frequency) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .yearly: 0
            case .monthly: 1
            case .weekly: 2
            case .daily: 3
            case .hourly: 4
            case .minutely: 5
            case .secondly: 6
            }
        }
    }

    /// One item of BYDAY: `MO` is every Monday of the period, `2MO` the second, `-1MO` the last.
    ///
    /// ```swift
    /// rule.byDay = [.every(.monday), .first(.tuesday), .last(.friday)]
    /// ```
    public struct WeekdayNumber: Sendable, Hashable {
        /// The day of the week, `.monday` of `2MO`.
        public var weekday: Weekday
        /// Which one of the period, 2 of `2MO`, from its end when negative, -1 of `-1MO`; nil for every one.
        public var ordinal: Int?

        /// A weekday, with or without an ordinal.
        ///
        /// ```swift
        /// RecurrenceRule.WeekdayNumber(.friday, ordinal: -1)      // -1FR, the last Friday
        /// ```
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// One item of BYMONTH; RFC 7529 adds leap months, written `5L`.
    ///
    /// ```swift
    /// rule.byMonth = [6, 7, .init(5, isLeap: true)]
    /// ```
    public struct MonthNumber: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// The number of the month, from 1: 5 of `BYMONTH=5L`.
        public var number: Int
        /// Whether it is the leap month after the month of that number, as `5L` is of `5`.
        public var isLeap: Bool

        /// A month by its number.
        ///
        /// ```swift
        /// RecurrenceRule.MonthNumber(5, isLeap: true)         // 5L
        /// ```
        public init(_ number: Int, isLeap: Bool = false) {
            self.number = number
            self.isLeap = isLeap
        }

        /// An ordinary month by its number.
        ///
        /// ```swift
        /// rule.byMonth = [3, 9]
        /// ```
        public init(integerLiteral value: Int) {
            self.init(value)
        }
    }

    /// SKIP of RFC 7529 section 4.1: what becomes of a date that does not exist.
    ///
    /// ```swift
    /// rule.calendarScale = "GREGORIAN"
    /// rule.skip = .backward               // 28 February where there is no 29th
    /// ```
    public enum Skip: String, Sendable, Hashable, CaseIterable {
        /// It is left out, as without RSCALE: `SKIP=OMIT`.
        case omit = "OMIT"
        /// The date before it stands in, 28 February for 31 February: `SKIP=BACKWARD`.
        case backward = "BACKWARD"
        /// The date after it stands in, 1 March for 31 February: `SKIP=FORWARD`.
        case forward = "FORWARD"
    }

    /// What RFC 5545 section 3.3.10 and RFC 7529 forbid in this rule, a sentence each without a full stop.
    ///
    /// Reading and expanding are lenient about all of it; builders are not.
    ///
    /// ```swift
    /// var rule = RecurrenceRule.weekly(on: .monday)
    /// rule.byDay = [.first(.monday)]
    /// rule.violations         // ["BYDAY with a number needs a MONTHLY or YEARLY rule"]
    /// ```
    public var violations: [String] {
        limitViolations + rangeViolations + combinationViolations
    }

    /// The same, and what does not fit a start: a limit of another type, times of day in a series of whole days.
    ///
    /// ```swift
    /// RecurrenceRule(.hourly).violations(startingAt: try EventTime("2026-03-29")).count      // 1
    /// ```
    public func violations(startingAt start: EventTime) -> [String] {
        var found = violations
        if start.isDate {
            if frequency.isSubDaily { found.append("\(frequency.rawValue) needs a start with a time") }
            for (name, list) in [("BYHOUR", byHour), ("BYMINUTE", byMinute), ("BYSECOND", bySecond)]
            where !list.isEmpty {
                found.append("\(name) needs a start with a time")
            }
        }
        guard let until else { return found }
        let wanted: (word: String, fits: Bool) =
            switch (start, until) {
            case (.date, .date): ("", true)
            case (.date, _): ("a date, as the start is", false)
            case (.floating, .floating): ("", true)
            case (.floating, _): ("a floating time, as the start is", false)
            case (.utc, .utc), (.zoned, .utc): ("", true)
            default: ("a time in UTC", false)
            }
        if !wanted.fits { found.append("UNTIL must be \(wanted.word)") }
        return found
    }

    /// Gives the rule back when it may start there.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` with what RFC 5545 forbids.
    package func checked(startingAt start: EventTime) throws(CalendarError) -> RecurrenceRule {
        let found = violations(startingAt: start)
        if let first = found.first { throw CalendarError(.invalidValue, "RRULE: \(first)") }
        return self
    }

    private var limitViolations: [String] {
        var found: [String] = []
        if interval < 1 { found.append("INTERVAL must be at least 1") }
        if let count, count < 1 { found.append("COUNT must be at least 1") }
        if count != nil, until != nil { found.append("COUNT and UNTIL exclude each other") }
        if case .zoned? = until { found.append("UNTIL cannot have a time zone; use UTC") }
        if skip != .omit, calendarScale == nil { found.append("SKIP needs RSCALE") }
        return found
    }

    /// Whether the rule counts in the Gregorian calendar, whose months and weeks are known.
    private var isGregorian: Bool { calendarScale == nil || calendarScale == "GREGORIAN" }

    private var rangeViolations: [String] {
        var found: [String] = []
        func hold(_ name: String, _ list: [Int], _ range: ClosedRange<Int>) {
            if !list.allSatisfy(range.contains) {
                found.append("\(name) must be between \(range.lowerBound) and \(range.upperBound)")
            }
        }
        func holdSigned(_ name: String, _ list: [Int], _ limit: Int) {
            if !list.allSatisfy({ $0 != 0 && (-limit...limit).contains($0) }) {
                found.append("\(name) must be between 1 and \(limit), or between -\(limit) and -1")
            }
        }
        hold("BYSECOND", bySecond, 0...60)
        hold("BYMINUTE", byMinute, 0...59)
        hold("BYHOUR", byHour, 0...23)
        hold("BYMONTH", byMonth.map(\.number), 1...(isGregorian ? 12 : 13))
        holdSigned("BYMONTHDAY", byMonthDay, isGregorian ? 31 : 32)
        holdSigned("BYYEARDAY", byYearDay, isGregorian ? 366 : 385)
        holdSigned("BYWEEKNO", byWeekNumber, isGregorian ? 53 : 55)
        holdSigned("BYSETPOS", bySetPosition, 366)
        holdSigned("the number in BYDAY", byDay.compactMap(\.ordinal), 53)
        if isGregorian, byMonth.contains(where: \.isLeap) {
            found.append("leap months in BYMONTH need RSCALE")
        }
        return found
    }

    /// Parts that may not stand with this frequency, or with each other.
    private var combinationViolations: [String] {
        var found: [String] = []
        if byDay.contains(where: { $0.ordinal != nil }) {
            if frequency != .monthly, frequency != .yearly {
                found.append("BYDAY with a number needs a MONTHLY or YEARLY rule")
            } else if frequency == .yearly, !byWeekNumber.isEmpty {
                found.append("BYDAY with a number and BYWEEKNO exclude each other")
            }
        }
        if !byMonthDay.isEmpty, frequency == .weekly {
            found.append("BYMONTHDAY is not allowed in WEEKLY rules")
        }
        if !byYearDay.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            found.append("BYYEARDAY is not allowed in DAILY, WEEKLY and MONTHLY rules")
        }
        if !byWeekNumber.isEmpty, frequency != .yearly { found.append("BYWEEKNO needs a YEARLY rule") }
        let lists = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, byMonth.map(\.number)]
        if !bySetPosition.isEmpty, byDay.isEmpty, lists.allSatisfy(\.isEmpty) {
            found.append("BYSETPOS needs another BYxxx part")
        }
        return found
    }
}
