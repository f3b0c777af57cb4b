/// A year of a calendar that RSCALE names: where its months stand among the days (RFC 7529).
struct ScaleYear: Sendable, Hashable {
    /// A month of such a year.
    struct Month: Sendable, Hashable {
        /// Its number, and whether it is the leap month after the month of that number.
        var number: RecurrenceRule.MonthNumber
        /// Its first day, in days since 1970.
        var firstDay: Int
        /// How many days it has.
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

    /// How many days the year has.
    var length: Int { endDay - firstDay }

    /// The month that holds a day of this year, and its place in ``months``.
    func index(ofMonthWithDay day: Int) -> Int {
        var index = months.count - 1
        while index > 0, months[index].firstDay > day { index -= 1 }
        return index
    }
}
