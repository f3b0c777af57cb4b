/// A calendar specified by RSCALE, reduced to its years and months (RFC 7529).
///
/// Only the Gregorian calendar is built into the rules; ``load`` supplies the months of any other calendar. A
/// year's number can be computed from any of its days, so INTERVAL does not require a walk through the years. Rules
/// never specify a year, so only the distances between years matter.
package struct ScaleCalendar: Sendable {
    /// The value of RSCALE in uppercase, such as `HEBREW`.
    let name: String
    let kind: Kind
    let monthCount: Int
    let leapMonths: ClosedRange<Int>?
    let longest: (month: Int, year: Int)
    /// A function that returns the years in a block, or an empty array if they are unavailable.
    ///
    /// A block's first year number is the block number times ``yearsPerBlock``.
    let load: @Sendable (_ block: Int) -> [ScaleYear]

    package enum Kind: Sendable {
        /// A solar calendar that has one New Year in each Gregorian year.
        case solar
        /// A lunisolar calendar that has leap months and one New Year in each Gregorian year.
        case lunisolar
        /// A lunar calendar whose years have 354 or 355 days.
        case lunar
    }

    static let yearsPerBlock = 4
    /// The supported range, in days since 1970, from 1584 until libical's iterator ends in 2582.
    static let knownDays = -140_984..<223_894

    /// Returns the number of a month, counted continuously across all years.
    func ordinal(ofMonth index: Int, of year: ScaleYear) -> Int {
        switch kind {
        case .solar, .lunar: year.ordinal * monthCount + index
        // Lunar months average 29.530589 days, and every month begins within a day or two of its average start.
        case .lunisolar:
            floorDivide(
                (year.months[index].firstDay - ScaleCalendar.newMoon) * 1_000_000 + 14_765_294,
                29_530_589
            )
        }
    }

    /// Returns a day within a few weeks of the month with the given number.
    func approximateDay(ofMonth ordinal: Int) -> Int {
        switch kind {
        case .solar, .lunar: kind.approximateFirstDay(ofYear: floorDivide(ordinal, monthCount))
        case .lunisolar: ScaleCalendar.newMoon + floorDivide(ordinal * 29_530_589, 1_000_000)
        }
    }

    /// Returns the year with the given number, or nil if the year is outside ``knownDays``.
    func year(_ ordinal: Int) -> ScaleYear? {
        guard (-2000...4000).contains(ordinal) else { return nil }
        let first = kind.approximateFirstDay(ofYear: ordinal)
        guard ScaleCalendar.knownDays.contains(first), ScaleCalendar.knownDays.contains(first + 400) else {
            return nil
        }
        return load(floorDivide(ordinal, ScaleCalendar.yearsPerBlock)).first { $0.ordinal == ordinal }
    }

    /// Returns the year that contains a day, in days since 1970.
    func year(ofDay day: Int) -> ScaleYear? {
        guard ScaleCalendar.knownDays.contains(day) else { return nil }
        var ordinal = kind.ordinal(ofYearFrom: day) + 1
        for _ in 0..<4 {
            if let year = year(ordinal), year.firstDay <= day { return day < year.endDay ? year : nil }
            ordinal -= 1
        }
        return nil
    }

    /// The day of a new moon, in days since 1970.
    private static let newMoon = 10_992
}

extension ScaleCalendar.Kind {
    /// Returns a day, in days since 1970, whose next New Year's Day begins the year with the given number.
    func approximateFirstDay(ofYear ordinal: Int) -> Int {
        switch self {
        case .solar, .lunisolar: CivilDate.dayNumber(year: ordinal, month: 1, day: 1)
        case .lunar: firstOfMuharram + floorDivide(ordinal * 10_631, 30) - 8
        }
    }

    /// Returns the number of the year with the given New Year's Day.
    package func ordinal(ofYearFrom firstDay: Int) -> Int {
        switch self {
        case .solar, .lunisolar: CivilDate(dayNumber: firstDay).year
        // Thirty lunar years have 10,631 days, and no calendar drifts from this average by more than a few days.
        case .lunar: floorDivide((firstDay - firstOfMuharram + 177) * 30, 10_631)
        }
    }

    /// The first of Muharram 1421, in days since 1970.
    private var firstOfMuharram: Int { 11_053 }
}

struct ScaleYear: Sendable, Hashable {
    struct Month: Sendable, Hashable {
        /// The month number, with a flag for the leap month that follows the regular month of the same number.
        var number: RecurrenceRule.MonthNumber
        /// The first day, in days since 1970.
        var firstDay: Int
        var length: Int
    }

    /// The ``ScaleCalendar`` year number, which differs from the customary year number.
    var ordinal: Int
    /// The months in order; never empty.
    var months: [Month]
    /// New Year's Day, in days since 1970.
    var firstDay: Int
    /// The first day of the following year.
    var endDay: Int

    var length: Int { endDay - firstDay }

    /// Returns the index in ``months`` of the month that contains a day of this year.
    func index(ofMonthWithDay day: Int) -> Int {
        var index = months.count - 1
        while index > 0, months[index].firstDay > day { index -= 1 }
        return index
    }
}
