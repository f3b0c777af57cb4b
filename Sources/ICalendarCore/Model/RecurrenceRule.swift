/// A recurrence rule: FREQ and the BYxxx parts of RFC 5545 section 3.3.10, plus RSCALE and SKIP from RFC 7529.
///
/// A rule does not include a start; the engine combines it with DTSTART. The order of list elements is insignificant.
/// An empty list means that the part is absent.
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
/// A rule assembled part by part may violate RFC 5545. ``violations`` lists the problems, and builders such as
/// ``Event/init(_:start:duration:recurring:uid:stamp:)`` reject invalid rules.
public struct RecurrenceRule: Sendable, Hashable {
    /// FREQ, the length of one period: `rule.frequency // .weekly`.
    public var frequency: Frequency
    /// INTERVAL, the number of periods per repetition, at least 1: `FREQ=WEEKLY;INTERVAL=2` means every other week.
    public var interval: Int
    /// COUNT, the maximum number of instances, as in `FREQ=DAILY;COUNT=10`.
    public var count: Int?
    /// UNTIL, the inclusive end, as in `FREQ=DAILY;UNTIL=20261231T230000Z`.
    ///
    /// The form is `.date`, `.floating` (local) or `.utc`.
    public var until: EventTime?
    /// BYSECOND, 0 to 59: `FREQ=MINUTELY;BYSECOND=0,30` is twice a minute.
    ///
    /// The value 60, a leap second, is allowed and treated as 59.
    public var bySecond: [Int] = []
    /// BYMINUTE, 0 to 59: `FREQ=HOURLY;BYMINUTE=0,20,40` is every 20 minutes.
    public var byMinute: [Int] = []
    /// BYHOUR, 0 to 23: `FREQ=DAILY;BYHOUR=9,17` is every morning and every evening.
    public var byHour: [Int] = []
    /// BYDAY, with ordinals if the frequency allows them: `FREQ=MONTHLY;BYDAY=2MO` is the second Monday of each month.
    public var byDay: [WeekdayNumber] = []
    /// BYMONTHDAY, 1 to 31, or -1 to -31 from the end of the month: `FREQ=MONTHLY;BYMONTHDAY=-1` is the last day of
    /// each month.
    public var byMonthDay: [Int] = []
    /// BYYEARDAY, 1 to 366, or -1 to -366 from the end of the year: `FREQ=YEARLY;BYYEARDAY=100` is April 9 or 10.
    public var byYearDay: [Int] = []
    /// BYWEEKNO, 1 to 53, or -1 to -53 from the end of the year: `FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO`.
    public var byWeekNumber: [Int] = []
    /// BYMONTH, 1 to 12 in the Gregorian calendar: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU` is the last Sunday of March.
    public var byMonth: [MonthNumber] = []
    /// BYSETPOS, 1 to 366, or -1 to -366 from the end of the period's set:
    /// `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` is the last workday of each month.
    public var bySetPosition: [Int] = []
    /// WKST, the first day of the week, Monday by default, as in `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU`.
    public var weekStart: Weekday = .monday
    /// RSCALE in uppercase, as in `RSCALE=HEBREW;FREQ=YEARLY`, or nil if the rule has none (RFC 7529).
    public var calendarScale: String?
    /// SKIP, the handling of dates that do not exist (RFC 7529):
    /// `RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31`.
    public var skip: Skip = .omit

    /// Creates a rule with a frequency and no BYxxx parts.
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

    /// The values of FREQ, from the longest period to the shortest.
    ///
    /// ```swift
    /// rule.frequency = .weekly
    /// ```
    public enum Frequency: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Once a year, unless BYxxx parts select other dates: `FREQ=YEARLY`.
        case yearly = "YEARLY"
        /// Once a month, unless BYxxx parts select other dates: `FREQ=MONTHLY`.
        case monthly = "MONTHLY"
        /// Once a week, or on selected weekdays: `FREQ=WEEKLY;BYDAY=MO,WE`.
        case weekly = "WEEKLY"
        /// Every day, or on selected days: `FREQ=DAILY;BYMONTH=1` is every day of January.
        case daily = "DAILY"
        /// Every hour, or at selected hours: `FREQ=HOURLY;INTERVAL=3`.
        case hourly = "HOURLY"
        /// Every minute, or at selected minutes: `FREQ=MINUTELY;INTERVAL=15`.
        case minutely = "MINUTELY"
        /// Every second, or at selected seconds: `FREQ=SECONDLY;INTERVAL=30`.
        case secondly = "SECONDLY"

        /// Whether the period is shorter than a day and therefore not allowed in an all-day event:
        /// `RecurrenceRule.Frequency.hourly.isSubDaily // true`.
        package var isSubDaily: Bool { self > .daily }

        /// Orders frequencies from long to short periods: `.yearly < .daily`.
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

    /// An item in BYDAY: `MO` is every Monday of the period, `2MO` is the second, and `-1MO` is the last.
    ///
    /// ```swift
    /// rule.byDay = [.every(.monday), .first(.tuesday), .last(.friday)]
    /// ```
    public struct WeekdayNumber: Sendable, Hashable {
        /// The day of the week, such as `.monday` for `2MO`.
        public var weekday: Weekday
        /// The position in the period, such as 2 for `2MO` or -1 for `-1MO`, counted from the end if negative.
        ///
        /// Nil selects every such weekday of the period.
        public var ordinal: Int?

        /// Creates an item from a weekday and an optional ordinal.
        ///
        /// ```swift
        /// RecurrenceRule.WeekdayNumber(.friday, ordinal: -1)      // -1FR, the last Friday
        /// ```
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// An item in BYMONTH.
    ///
    /// RFC 7529 adds leap months, written `5L`.
    ///
    /// ```swift
    /// rule.byMonth = [6, 7, .init(5, isLeap: true)]
    /// ```
    public struct MonthNumber: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// The one-based month number, such as 5 for `BYMONTH=5L`.
        public var number: Int
        /// Whether the item is the leap month that follows the month with this number, as `5L` follows `5`.
        public var isLeap: Bool

        /// Creates an item from a month number.
        ///
        /// ```swift
        /// RecurrenceRule.MonthNumber(5, isLeap: true)         // 5L
        /// ```
        public init(_ number: Int, isLeap: Bool = false) {
            self.number = number
            self.isLeap = isLeap
        }

        /// Creates an ordinary month from its number.
        ///
        /// ```swift
        /// rule.byMonth = [3, 9]
        /// ```
        public init(integerLiteral value: Int) {
            self.init(value)
        }
    }

    /// The values of SKIP (RFC 7529 section 4.1), the handling of dates that do not exist.
    ///
    /// ```swift
    /// rule.calendarScale = "GREGORIAN"
    /// rule.skip = .backward               // February 28 if there is no 29th
    /// ```
    public enum Skip: String, Sendable, Hashable, CaseIterable {
        /// The date is skipped, as in a rule without RSCALE: `SKIP=OMIT`.
        case omit = "OMIT"
        /// The previous date is used, such as February 28 for February 31: `SKIP=BACKWARD`.
        case backward = "BACKWARD"
        /// The next date is used, such as March 1 for February 31: `SKIP=FORWARD`.
        case forward = "FORWARD"
    }

    /// The violations of RFC 5545 section 3.3.10 and RFC 7529, each described in one sentence without a period.
    ///
    /// Reading and expansion tolerate violations; builders reject them.
    ///
    /// ```swift
    /// var rule = RecurrenceRule.weekly(on: .monday)
    /// rule.byDay = [.first(.monday)]
    /// rule.violations         // ["BYDAY with a number needs a MONTHLY or YEARLY rule"]
    /// ```
    public var violations: [String] {
        limitViolations + rangeViolations + combinationViolations
    }

    /// Returns ``violations`` plus conflicts with a start, such as an UNTIL of a different type or times of day in an
    /// all-day series.
    package func violations(startingAt start: EventTime) -> [String] {
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
            case (.date, _): ("a date, like the start", false)
            case (.floating, .floating): ("", true)
            case (.floating, _): ("a floating time, like the start", false)
            case (.utc, .utc), (.zoned, .utc): ("", true)
            default: ("a time in UTC", false)
            }
        if !wanted.fits { found.append("UNTIL must be \(wanted.word)") }
        return found
    }

    /// Returns the rule if it is valid for the given start.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` with the first violation.
    package func checked(startingAt start: EventTime) throws(CalendarError) -> RecurrenceRule {
        let found = violations(startingAt: start)
        if let first = found.first { throw CalendarError(.invalidValue, "RRULE: \(first)") }
        return self
    }

    private var limitViolations: [String] {
        var found: [String] = []
        if interval < 1 { found.append("INTERVAL must be at least 1") }
        if let count, count < 1 { found.append("COUNT must be at least 1") }
        if count != nil, until != nil { found.append("COUNT and UNTIL cannot be combined") }
        if case .zoned? = until { found.append("UNTIL cannot have a time zone; use UTC") }
        if skip != .omit, calendarScale == nil { found.append("SKIP needs RSCALE") }
        return found
    }

    /// Whether the rule uses the Gregorian calendar, which has fixed numbers of months and weeks.
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

    /// The parts that cannot be combined with this frequency or with each other.
    private var combinationViolations: [String] {
        var found: [String] = []
        if byDay.contains(where: { $0.ordinal != nil }) {
            if frequency != .monthly, frequency != .yearly {
                found.append("BYDAY with a number needs a MONTHLY or YEARLY rule")
            } else if frequency == .yearly, !byWeekNumber.isEmpty {
                found.append("BYDAY with a number and BYWEEKNO cannot be combined")
            }
        }
        if !byMonthDay.isEmpty, frequency == .weekly {
            found.append("BYMONTHDAY is not allowed in WEEKLY rules")
        }
        if !byYearDay.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            found.append("BYYEARDAY is not allowed in DAILY, WEEKLY or MONTHLY rules")
        }
        if !byWeekNumber.isEmpty, frequency != .yearly { found.append("BYWEEKNO needs a YEARLY rule") }
        let lists = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, byMonth.map(\.number)]
        if !bySetPosition.isEmpty, byDay.isEmpty, lists.allSatisfy(\.isEmpty) {
            found.append("BYSETPOS needs another BYxxx part")
        }
        return found
    }
}
