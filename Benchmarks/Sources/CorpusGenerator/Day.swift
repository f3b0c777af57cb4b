/// A day of the Gregorian calendar, counted from 1970-01-01.
///
/// The generator has separate, minimal calendar arithmetic, so its test data cannot hide a bug in the library.
struct Day {
    var number: Int

    /// The first day of the corpora, 2012-01-01.
    static let first = Day(number: 15_340)
    /// The number of days in the corpora, which span the fifteen years 2012 to 2026.
    static let span = 5479

    init(number: Int) {
        self.number = number
    }

    init(year: Int, month: Int, day: Int) {
        // Years start in March here, which puts the leap day last.
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        number = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    var weekday: Int { ((number + 4) % 7 + 7) % 7 }
    var isWeekend: Bool { weekday == 0 || weekday == 6 }

    /// The year, month, and day; valid from the year 1600 onward.
    var civil: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    /// Returns the n-th given weekday of a month; `n` is at most 4.
    static func nth(_ ordinal: Int, weekday: Int, year: Int, month: Int) -> Day {
        let first = Day(year: year, month: month, day: 1)
        return Day(number: first.number + (weekday - first.weekday + 7) % 7 + (ordinal - 1) * 7)
    }

    static func + (day: Day, days: Int) -> Day {
        Day(number: day.number + days)
    }
}
