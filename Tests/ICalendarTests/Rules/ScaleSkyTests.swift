import ICalendar
import Testing

@testable import ICalendarCore

/// Compares the Chinese and Korean calendars with published dates.
struct ScaleSkyTests {
    /// Chinese New Year from 1970 to 2050 according to almanacs, as month × 100 + day.
    private static let newYears = [
        206, 127, 215, 203, 123, 211, 131, 218, 207, 128, 216, 205, 125, 213, 202, 220, 209, 129, 217, 206,
        127, 215, 204, 123, 210, 131, 219, 207, 128, 216, 205, 124, 212, 201, 122, 209, 129, 218, 207, 126,
        214, 203, 123, 210, 131, 219, 208, 128, 216, 205, 125, 212, 201, 122, 210, 129, 217, 206, 126, 213,
        203, 123, 211, 131, 219, 208, 128, 215, 204, 124, 212, 201, 122, 210, 130, 217, 206, 126, 214, 202,
        123,
    ]
    /// The years in which Korean New Year differs, because the new moon is in the last hour before midnight
    /// in Beijing.
    private static let otherInKorea = [1988: 218, 1997: 208, 2027: 207, 2028: 127]

    private func newYears(_ place: ScaleSky.Place) -> [Int] {
        ScaleSky.years(1970...2050, at: place).map { year in
            let fields = CivilDate(dayNumber: year.firstDay).fields
            return fields.month * 100 + fields.day
        }
    }

    @Test func `Chinese New Year matches the almanacs`() {
        #expect(newYears(.china) == Self.newYears)
    }

    @Test func `Korean New Year differs if the new moon is between the two midnights`() {
        let expected = (1970...2050).map { Self.otherInKorea[$0] ?? Self.newYears[$0 - 1970] }
        #expect(newYears(.korea) == expected)
    }

    @Test func `months with a new moon just before midnight match the Hong Kong tables`() {
        let expected: [(year: Int, first: String)] = [
            (2057, "2057-09-28"), (2089, "2089-09-04"), (2097, "2097-08-07"),
        ]
        for (year, first) in expected {
            let months = ScaleSky.years(year...year, at: .china).flatMap(\.months)
            #expect(months.contains { $0.firstDay == floorDivide(wallSecond(first), 86_400) }, "\(first)")
        }
    }

    @Test func `leap months match the almanacs`() {
        let leaps = ScaleSky.years(1960...2060, at: .china).flatMap { year in
            year.months.filter(\.number.isLeap).map { year.ordinal * 100 + $0.number.number }
        }
        let expected = [
            196_006, 196_304, 196_603, 196_807, 197_105, 197_404, 197_608, 197_906, 198_204, 198_410, 198_706,
            199_005, 199_303, 199_508, 199_805, 200_104, 200_402, 200_607, 200_905, 201_204, 201_409, 201_706,
            202_004, 202_302, 202_506, 202_805, 203_103, 203_311, 203_606, 203_905, 204_202, 204_407, 204_705,
            205_003, 205_208, 205_506, 205_804,
        ]
        #expect(leaps == expected)
    }

    @Test func `moon and sun positions match astronomical data`() {
        // 2000-01-06T18:14Z, the eclipses of 1999-08-11 and 2024-04-08, the solstice at 2000-12-21T13:38Z,
        // and others.
        for (moon, day, minutes) in [
            (0, "2000-01-06", 18 * 60 + 14), (-5, "1999-08-11", 11 * 60 + 8),
            (300, "2024-04-08", 18 * 60 + 21),
        ] {
            let expected = Double(wallSecond(day) + minutes * 60) / 86_400
            #expect(abs(ScaleSky.newMoon(moon) - expected) < 1.0 / 1440, "\(day)")
        }
        for (day, minutes, longitude) in [
            ("2000-12-21", 13 * 60 + 37, 270.0), ("2024-03-20", 3 * 60 + 6, 0),
            ("2025-06-21", 2 * 60 + 42, 90),
        ] {
            let instant = Double(wallSecond(day) + minutes * 60) / 86_400
            let found = ScaleSky.sunLongitude(at: instant).truncatingRemainder(dividingBy: 360)
            let away = abs(found - longitude)
            #expect(min(away, 360 - away) < 0.0015, "\(day) \(found)")
        }
    }

    @Test(arguments: [ScaleSky.Place.china, .korea])
    func `lunar months have 29 or 30 days in all known years`(place: ScaleSky.Place) {
        let years = ScaleSky.years(1584...2580, at: place)
        #expect(years.map(\.ordinal) == Array(1584...2580))
        for (year, next) in zip(years, years.dropFirst()) {
            #expect(year.endDay == next.firstDay)
            #expect(year.months.allSatisfy { (29...30).contains($0.length) }, "\(year.ordinal)")
            #expect(year.months.filter { !$0.number.isLeap }.map(\.number.number) == Array(1...12))
            #expect([353, 354, 355, 383, 384, 385].contains(year.length), "\(year.ordinal)")
            let day = CivilDate(dayNumber: year.firstDay).fields
            #expect((119...222).contains(day.month * 100 + day.day), "\(year.ordinal)")
        }
    }
}
