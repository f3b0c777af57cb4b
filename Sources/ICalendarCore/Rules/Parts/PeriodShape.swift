/// The properties of a year that determine which days a rule selects in it.
///
/// Twenty-eight shapes cover all years.
struct YearShape: Sendable {
    var isLeap: Bool
    /// The weekday of January 1; 0 is Sunday.
    var firstWeekday: Int
    /// Whether the previous year is a leap year, which determines the week number at the start of this year.
    var followsLeap = false
    /// Whether the next year is a leap year, which determines the number of weeks in that year.
    var precedesLeap = false

    init(year: Int, firstDay: Int) {
        isLeap = CivilDate.isLeap(year)
        firstWeekday = CivilDate.weekdayIndex(ofDayNumber: firstDay)
        followsLeap = !isLeap && CivilDate.isLeap(year - 1)
        precedesLeap = !isLeap && CivilDate.isLeap(year + 1)
    }

    /// Creates a shape without information about the adjacent years.
    private init(isLeap: Bool, firstWeekday: Int) {
        (self.isLeap, self.firstWeekday) = (isLeap, firstWeekday)
    }

    init(key: Int) {
        firstWeekday = key % 7
        isLeap = key / 7 == 1
        followsLeap = key / 7 == 2
        precedesLeap = key / 7 == 3
    }

    /// A number from 0 through 27 that identifies the shape.
    ///
    /// At most one of three consecutive years is a leap year.
    var key: Int {
        firstWeekday + 7 * (isLeap ? 1 : followsLeap ? 2 : precedesLeap ? 3 : 0)
    }

    var length: Int { isLeap ? 366 : 365 }

    func start(ofMonth month: Int) -> Int {
        month <= 2 ? 31 * (month - 1) : (153 * (month - 3) + 2) / 5 + 59 + (isLeap ? 1 : 0)
    }

    func month(_ month: Int) -> MonthShape {
        let length = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month >> 3) & 1
        return MonthShape(length: length, firstWeekday: (firstWeekday + start(ofMonth: month)) % 7)
    }

    /// Returns the offset of the first day of week 1, the first week with at least four days in the year (RFC 5545,
    /// BYWEEKNO).
    func startOfWeekOne(weekStart: Int) -> Int {
        YearShape.startOfWeekOne(firstWeekday: firstWeekday, weekStart: weekStart)
    }

    /// Returns the offset of the first day of week 1 in the next year.
    func startOfNextWeekOne(weekStart: Int) -> Int {
        let weekday = (firstWeekday + length) % 7
        return length + YearShape.startOfWeekOne(firstWeekday: weekday, weekStart: weekStart)
    }

    func weeks(weekStart: Int) -> Int {
        (startOfNextWeekOne(weekStart: weekStart) - startOfWeekOne(weekStart: weekStart)) / 7
    }

    var lengthBefore: Int { followsLeap ? 366 : 365 }

    var before: YearShape {
        YearShape(isLeap: followsLeap, firstWeekday: (firstWeekday + 371 - lengthBefore) % 7)
    }

    var after: YearShape {
        YearShape(isLeap: precedesLeap, firstWeekday: (firstWeekday + length) % 7)
    }

    func weeksOfYearBefore(weekStart: Int) -> Int { before.weeks(weekStart: weekStart) }

    func weeksOfYearAfter(weekStart: Int) -> Int { after.weeks(weekStart: weekStart) }

    private static func startOfWeekOne(firstWeekday: Int, weekStart: Int) -> Int {
        let daysBefore = (firstWeekday - weekStart + 7) % 7
        return daysBefore <= 3 ? -daysBefore : 7 - daysBefore
    }
}

/// The properties of a month that determine which days a rule selects in it.
///
/// Twenty-eight shapes cover all months.
struct MonthShape: Sendable {
    /// The number of days, 28 to 31.
    var length: Int
    /// The weekday of the first day; 0 is Sunday.
    var firstWeekday: Int

    init(length: Int, firstWeekday: Int) {
        self.length = length
        self.firstWeekday = firstWeekday
    }

    init(key: Int) {
        length = 28 + key / 7
        firstWeekday = key % 7
    }

    var key: Int { firstWeekday + 7 * (length - 28) }

    /// Returns the key of a month, numbered from January of year 0.
    static func key(ofMonth number: Int) -> Int { Int(keys[floorModulo(number, keys.count)]) }

    /// The keys of all months in 400 years, the period after which the calendar repeats.
    private static let keys: [UInt8] = (0..<4800).map { number in
        let (year, month) = (number / 12, number % 12 + 1)
        let firstDay = CivilDate.dayNumber(year: year, month: month, day: 1)
        let shape = MonthShape(
            length: CivilDate.daysInMonth(month, ofYear: year),
            firstWeekday: CivilDate.weekdayIndex(ofDayNumber: firstDay)
        )
        return UInt8(shape.key)
    }
}
