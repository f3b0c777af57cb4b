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
    /// FREQ: the length of one period.
    public var frequency: Frequency
    /// INTERVAL: every how many periods; at least 1.
    public var interval: Int
    /// COUNT: how many instances the rule has at most.
    public var count: Int?
    /// UNTIL: the last moment, included; `.date`, `.floating` (local) or `.utc`.
    public var until: EventTime?
    /// BYSECOND, 0 to 59.
    public var bySecond: [Int] = []
    /// BYMINUTE, 0 to 59.
    public var byMinute: [Int] = []
    /// BYHOUR, 0 to 23.
    public var byHour: [Int] = []
    /// BYDAY, with ordinals where the frequency allows them.
    public var byDay: [WeekdayNumber] = []
    /// BYMONTHDAY, 1 to 31, or -1 to -31 from the end of the month.
    public var byMonthDay: [Int] = []
    /// BYYEARDAY, 1 to 366, or -1 to -366 from the end of the year.
    public var byYearDay: [Int] = []
    /// BYWEEKNO, 1 to 53, or -1 to -53 from the end of the year.
    public var byWeekNumber: [Int] = []
    /// BYMONTH, 1 to 12 in the Gregorian calendar.
    public var byMonth: [MonthNumber] = []
    /// BYSETPOS, 1 to 366, or -1 to -366 from the end of a period's set.
    public var bySetPosition: [Int] = []
    /// WKST: the day on which a week starts.
    public var weekStart: Weekday = .monday
    /// RSCALE in capitals, such as `HEBREW`, or nil when the rule has none (RFC 7529).
    public var calendarScale: String?
    /// SKIP: what becomes of dates that do not exist (RFC 7529).
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
    public enum Frequency: String, Sendable, Hashable, CaseIterable, Comparable {
        case yearly = "YEARLY"
        case monthly = "MONTHLY"
        case weekly = "WEEKLY"
        case daily = "DAILY"
        case hourly = "HOURLY"
        case minutely = "MINUTELY"
        case secondly = "SECONDLY"

        /// Whether the periods are shorter than a day.
        public var isSubDaily: Bool { self > .daily }

        /// Shorter periods are greater: `.yearly < .daily`.
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
        /// The day of the week.
        public var weekday: Weekday
        /// Which one of the period, from its end when negative; nil for every one.
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
        /// The number of the month, from 1.
        public var number: Int
        /// Whether it is the leap month after the month of that number.
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
    public enum Skip: String, Sendable, Hashable, CaseIterable {
        /// It is left out.
        case omit = "OMIT"
        /// The date before it stands in.
        case backward = "BACKWARD"
        /// The date after it stands in.
        case forward = "FORWARD"
    }
}
