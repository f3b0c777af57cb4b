/// The RSCALE calendars whose months can be computed arithmetically or from the start of spring.
///
/// The computation uses no system service, so the years are the same on every system (RFC 7529).
enum ScaleArithmetic: Sendable {
    case hebrew
    /// The Egyptian and Ethiopian calendars, which have twelve months of thirty days and one of five or six.
    case coptic
    case indian
    case persian
    /// The tabular Islamic calendar, counted from the first day of year 1.
    case islamic(firstDay: Int)

    /// Friday, July 16, 622 (Julian), in days since 1970.
    static let civilIslamic = ScaleArithmetic.islamic(firstDay: -492_148)
    static let astronomersIslamic = ScaleArithmetic.islamic(firstDay: -492_149)

    /// Returns the years with the given ``ScaleCalendar`` year numbers.
    func years(_ ordinals: ClosedRange<Int>) -> [ScaleYear] {
        var endDay = newYear(ordinals.lowerBound)
        return ordinals.map { ordinal in
            let firstDay = endDay
            endDay = newYear(ordinal + 1)
            var months: [ScaleYear.Month] = []
            var day = firstDay
            for (number, length) in lengths(ordinal, of: endDay - firstDay) {
                months.append(ScaleYear.Month(number: number, firstDay: day, length: length))
                day += length
            }
            return ScaleYear(ordinal: ordinal, months: months, firstDay: firstDay, endDay: endDay)
        }
    }

    /// Returns New Year's Day, in days since 1970.
    private func newYear(_ ordinal: Int) -> Int {
        switch self {
        case .hebrew: ScaleArithmetic.firstOfTishri(ordinal + 3761)
        // Year 1 began on August 29, 284 (Julian); every fourth year has 366 days.
        case .coptic: -615_558 + 365 * (ordinal - 284) + floorDivide(ordinal - 283, 4)
        case .indian:
            CivilDate.dayNumber(year: ordinal, month: 3, day: CivilDate.isLeap(ordinal) ? 21 : 22)
        case .persian: ScaleSky.firstDayOfSpring(ordinal)
        // In every thirty years, eleven have 355 days. Year 1421 has the number 0.
        case .islamic(let firstDay):
            firstDay + 354 * (ordinal + 1420) + floorDivide(11 * (ordinal + 1421) + 3, 30)
        }
    }

    private func lengths(_ ordinal: Int, of length: Int) -> [(RecurrenceRule.MonthNumber, Int)] {
        let days: [Int]
        switch self {
        case .hebrew:
            // Heshvan and Kislev have 29 or 30 days. Adar I, the leap month after the fifth month, has 30.
            let head = [30, length % 10 == 5 ? 30 : 29, length % 10 == 3 ? 29 : 30, 29, 30]
            let tail = [29, 30, 29, 30, 29, 30, 29]
            days = head + tail
        case .coptic: days = Array(repeating: 30, count: 12) + [length - 360]
        case .indian: days = [length - 335] + Array(repeating: 31, count: 5) + Array(repeating: 30, count: 6)
        case .persian: days = Array(repeating: 31, count: 6) + Array(repeating: 30, count: 5) + [length - 336]
        case .islamic: days = (1...11).map { 29 + $0 % 2 } + [length - 325]
        }
        var months = days.enumerated().map { (RecurrenceRule.MonthNumber($0 + 1), $1) }
        if case .hebrew = self, length > 380 { months.insert((.init(5, isLeap: true), 30), at: 5) }
        return months
    }

    /// Computes the first of Tishri in a Hebrew year from its molad and the four postponements, in days since 1970.
    ///
    /// An hour has 1080 parts. The molad of year 1 fell on a Monday, 5 hours and 204 parts after sunset; a month lasts
    /// 29 days, 12 hours, and 793 parts.
    private static func firstOfTishri(_ year: Int) -> Int {
        let molad = 31_524 + 765_433 * floorDivide(235 * year - 234, 19)
        let part = floorModulo(molad, 25_920)
        // Day 0 is the Sunday before the molad of year 1.
        var day = floorDivide(molad, 25_920)
        let weekday = floorModulo(day, 7)
        let isOld = part >= 18 * 1080
        let isTooLong = weekday == 2 && part >= 9 * 1080 + 204 && !isHebrewLeap(year)
        let isTooShort = weekday == 1 && part >= 15 * 1080 + 589 && isHebrewLeap(year - 1)
        if isOld || isTooLong || isTooShort { day += 1 }
        // No Hebrew year begins on a Sunday, Wednesday, or Friday.
        if [0, 3, 5].contains(floorModulo(day, 7)) { day += 1 }
        return day - 2_092_591
    }

    /// Returns whether a Hebrew year has thirteen months, as seven of every nineteen years do.
    private static func isHebrewLeap(_ year: Int) -> Bool { floorModulo(7 * year + 1, 19) < 7 }
}

extension ScaleSky {
    /// Returns the first day of an Iranian year, in days since 1970.
    ///
    /// The year starts on the first day whose solar noon comes after the start of spring.
    ///
    /// - Parameter year: A Gregorian year.
    static func firstDayOfSpring(_ year: Int) -> Int {
        var instant = Double(CivilDate.dayNumber(year: year, month: 3, day: 20))
        let circle = (sunLongitude(at: instant) / 360).rounded() * 360
        // The sun moves about one degree a day; three iterations find the instant to the second.
        for _ in 0..<3 { instant += (circle - sunLongitude(at: instant)) / 0.9925 }
        // In March, the sun crosses Tehran's meridian seven and a half minutes after clock noon.
        let noon = 0.5 - 3.5 / 24 + 7.5 / 1440
        return Int((instant - noon).rounded(.up))
    }
}
