/// A calendar that RSCALE names, as far as rules need it: its years and months among the days (RFC 7529).
///
/// Rules knows no other calendar than the Gregorian one; what the months of another are is told by ``load``. Years
/// are counted so that the number of one is found from a day by arithmetic, and so that INTERVAL can be followed
/// without walking: no rule names a year, only distances matter.
package struct ScaleCalendar: Sendable {
    /// RSCALE in capitals, such as `HEBREW`.
    let name: String
    let kind: Kind
    let monthCount: Int
    let leapMonths: ClosedRange<Int>?
    let longest: (month: Int, year: Int)
    /// The years of a block of ``yearsPerBlock`` numbers, the first of which is a multiple of that; empty when they
    /// are not to be had.
    let load: @Sendable (_ block: Int) -> [ScaleYear]

    package enum Kind: Sendable {
        /// The sun: each Gregorian year sees one New Year.
        case solar
        /// The sun and the moon: the same, with leap months.
        case lunisolar
        /// The moon alone: 354 or 355 days.
        case lunar
    }

    static let yearsPerBlock = 4
    /// The days that can be had, in days since 1970: 1584 to 2582, where libical's iterator ends.
    static let knownDays = -140_984..<223_894

    /// The number of a month of a year, counted through all years.
    func ordinal(ofMonth index: Int, of year: ScaleYear) -> Int {
        switch kind {
        case .solar, .lunar: year.ordinal * monthCount + index
        // A month of the moon has 29.530589 days in the mean, and none begins more than a day or two off.
        case .lunisolar:
            floorDivide(
                (year.months[index].firstDay - ScaleCalendar.newMoon) * 1_000_000 + 14_765_294,
                29_530_589
            )
        }
    }

    /// A day within a few weeks of the month with this number.
    func approximateDay(ofMonth ordinal: Int) -> Int {
        switch kind {
        case .solar, .lunar: kind.approximateFirstDay(ofYear: floorDivide(ordinal, monthCount))
        case .lunisolar: ScaleCalendar.newMoon + floorDivide(ordinal * 29_530_589, 1_000_000)
        }
    }

    /// The year with this number, or nil when it lies outside ``knownDays``.
    func year(_ ordinal: Int) -> ScaleYear? {
        guard (-2000...4000).contains(ordinal) else { return nil }
        let first = kind.approximateFirstDay(ofYear: ordinal)
        guard ScaleCalendar.knownDays.contains(first), ScaleCalendar.knownDays.contains(first + 400) else {
            return nil
        }
        return load(floorDivide(ordinal, ScaleCalendar.yearsPerBlock)).first { $0.ordinal == ordinal }
    }

    /// The year that holds a day, in days since 1970.
    func year(ofDay day: Int) -> ScaleYear? {
        guard ScaleCalendar.knownDays.contains(day) else { return nil }
        var ordinal = kind.ordinal(ofYearFrom: day) + 1
        for _ in 0..<4 {
            if let year = year(ordinal), year.firstDay <= day { return day < year.endDay ? year : nil }
            ordinal -= 1
        }
        return nil
    }

    /// A new moon, in days since 1970.
    private static let newMoon = 10_992
}

extension ScaleCalendar.Kind {
    /// A day, in days since 1970, from which on the New Year's Day of this number comes first.
    func approximateFirstDay(ofYear ordinal: Int) -> Int {
        switch self {
        case .solar, .lunisolar: CivilDate.dayNumber(year: ordinal, month: 1, day: 1)
        case .lunar: firstOfMuharram + floorDivide(ordinal * 10_631, 30) - 8
        }
    }

    /// The number of the year whose New Year's Day this is.
    package func ordinal(ofYearFrom firstDay: Int) -> Int {
        switch self {
        case .solar, .lunisolar: CivilDate(dayNumber: firstDay).year
        // Thirty years of the moon have 10,631 days; no calendar strays from that by more than a few days.
        case .lunar: floorDivide((firstDay - firstOfMuharram + 177) * 30, 10_631)
        }
    }

    /// The first of Muharram 1421, in days since 1970.
    private var firstOfMuharram: Int { 11_053 }
}

struct ScaleYear: Sendable, Hashable {
    struct Month: Sendable, Hashable {
        /// Its number, and whether it is the leap month after the month of that number.
        var number: RecurrenceRule.MonthNumber
        /// Its first day, in days since 1970.
        var firstDay: Int
        var length: Int
    }

    /// The number of the year as ``ScaleCalendar`` counts years; not the one that people write.
    var ordinal: Int
    /// The months in order; never empty.
    var months: [Month]
    /// New Year's Day, in days since 1970.
    var firstDay: Int
    /// The first day of the following year.
    var endDay: Int

    var length: Int { endDay - firstDay }

    /// The month that holds a day of this year, and its place in ``months``.
    func index(ofMonthWithDay day: Int) -> Int {
        var index = months.count - 1
        while index > 0, months[index].firstDay > day { index -= 1 }
        return index
    }
}
