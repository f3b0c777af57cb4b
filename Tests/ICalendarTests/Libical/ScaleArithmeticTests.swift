import ICalendar
import Testing

@testable import ICalendarCore

/// Compares the arithmetic RFC 7529 calendars with their published arithmetic for ninety years.
struct ScaleArithmeticTests {
    /// Returns the first day of each month for all years that begin from 1970 to 2060, one list per year.
    private func years(_ name: String) throws -> [[Int]] {
        let calendar = try #require(ScaleTablesTests.calendar(name))
        var year = try #require(calendar.year(ofDay: 0))
        var years: [[Int]] = []
        while year.endDay < CivilDate.dayNumber(year: 2060, month: 1, day: 1) {
            year = try #require(calendar.year(year.ordinal + 1))
            years.append(year.months.map(\.firstDay))
        }
        return years
    }

    /// Returns the same days, computed from the month lengths and the first day of one year.
    private func laidOut(_ lengths: (Int) -> [Int], from year: Int, on firstDay: Int, count: Int) -> [[Int]] {
        var day = firstDay
        return (year..<(year + count)).map { year in
            lengths(year).map { length in
                defer { day += length }
                return day
            }
        }
    }

    private func day(_ text: String) -> Int { floorDivide(wallSecond(text), 86_400) }

    @Test(arguments: ["COPTIC", "ETHIOPIC", "ETHIOPIC-AMETE-ALEM"])
    func `Egypt and Ethiopia have twelve months of 30 days and one of five or six`(name: String) throws {
        // The Egyptian year 1687 began on 11 September 1970. It is a leap year, as is every fourth year.
        let expected = laidOut(
            { Array(repeating: 30, count: 12) + [$0 % 4 == 3 ? 6 : 5] },
            from: 1687,
            on: day("1970-09-11"),
            count: 90
        )
        #expect(try years(name) == expected)
    }

    @Test func `months in India follow the Gregorian leap years`() throws {
        let expected = laidOut(
            { year in
                let western = year + 78
                let isLeap = western % 4 == 0 && (western % 100 != 0 || western % 400 == 0)
                return [isLeap ? 31 : 30] + Array(repeating: 31, count: 5) + Array(repeating: 30, count: 6)
            },
            from: 1892,
            on: day("1970-03-22"),
            count: 90
        )
        #expect(try years("INDIAN") == expected)
    }

    @Test func `Persian years begin at the spring equinox`() throws {
        // The Iranian leap years, including those five years after the previous one.
        let leaps: Set = [
            1350, 1354, 1358, 1362, 1366, 1370, 1375, 1379, 1383, 1387, 1391, 1395, 1399, 1403, 1408, 1412,
            1416,
            1420, 1424, 1428, 1432, 1436,
        ]
        let expected = laidOut(
            {
                Array(repeating: 31, count: 6) + Array(repeating: 30, count: 5) + [
                    leaps.contains($0) ? 30 : 29
                ]
            },
            from: 1349,
            on: day("1970-03-21"),
            count: 90
        )
        #expect(try years("PERSIAN") == expected)
    }

    @Test(arguments: [
        ("ISLAMIC-CIVIL", "1970-03-09"), ("ISLAMIC-TBLA", "1970-03-08"),
    ])
    func `the civil Islamic calendar has eleven leap days in thirty years`(name: String, start: String) throws
    {
        let expected = laidOut(
            { year in
                (1...12).map { $0 == 12 && (14 + 11 * year) % 30 < 11 ? 30 : 30 - ($0 + 1) % 2 }
            },
            from: 1390,
            on: day(start),
            count: 93
        )
        let found = try years(name)
        #expect(found == Array(expected.prefix(found.count)))
        #expect(found.count > 90)
    }

    #if Libical
        @Test func `Umm al-Qura years begin on the dates published in Mecca`() throws {
            let published = [
                "2000-04-06", "2001-03-26", "2002-03-15", "2003-03-04", "2004-02-21", "2005-02-10",
                "2006-01-31",
                "2007-01-20", "2008-01-10", "2008-12-29", "2009-12-18", "2010-12-07", "2011-11-26",
                "2012-11-15",
                "2013-11-04", "2014-10-25", "2015-10-14", "2016-10-02", "2017-09-21", "2018-09-11",
                "2019-08-31",
                "2020-08-20", "2021-08-09", "2022-07-30", "2023-07-19", "2024-07-07", "2025-06-26",
                "2026-06-16",
                "2027-06-06", "2028-05-25",
            ].map(day)
            let found = try years("ISLAMIC-UMALQURA").compactMap(\.first)
            #expect(found.filter { (published[0]...published[29]).contains($0) } == published)
        }

        @Test(arguments: ["ISLAMIC", "ISLAMIC-RGSA"])
        func `months based on sightings begin within two days of the new moon`(name: String) throws {
            for first in try years(name).flatMap(\.self) {
                let number = Int(((Double(first) - 10_962.76) / 29.530588861).rounded())
                #expect((-1.5...2.5).contains(Double(first) - ScaleSky.newMoon(number)), "\(name) \(first)")
            }
        }
    #endif

    @Test func `Hebrew years begin according to the molad`() throws {
        let months = { (year: Int) -> [Int] in
            let length = Self.newYear(year + 1) - Self.newYear(year)
            let isLeap = (7 * year + 1) % 19 < 7
            let rest = length % 10
            let head = [30, rest == 5 ? 30 : 29, rest == 3 ? 29 : 30, 29, 30]
            return head + (isLeap ? [30] : []) + [29, 30, 29, 30, 29, 30, 29]
        }
        let first = Self.newYear(5731)
        #expect(first == day("1970-10-01"))
        #expect(try years("HEBREW") == laidOut(months, from: 5731, on: first, count: 90))
    }

    /// Returns the day on which a Hebrew year begins, computed from its molad and the postponement rules.
    private static func newYear(_ year: Int) -> Int {
        let months = (235 * year - 234) / 19
        let parts = 12_084 + 13_753 * months
        var day = 29 * months + parts / 25_920
        if 3 * (day + 1) % 7 < 3 { day += 1 }
        func plain(_ year: Int) -> Int {
            let months = (235 * year - 234) / 19
            let day = 29 * months + (12_084 + 13_753 * months) / 25_920
            return 3 * (day + 1) % 7 < 3 ? day + 1 : day
        }
        if plain(year + 1) - day == 356 {
            day += 2
        } else if day - plain(year - 1) == 382 {
            day += 1
        }
        // 1 Tishri of year 1 was 7 October -3761 in the Julian calendar.
        return day - 2_092_590
    }

    /// 1 Tishri from 1900 to 2100, as month × 100 + day.
    private static let publishedNewYears = [
        924, 914, 1002, 922, 910, 930, 920, 909, 926, 916, 1004, 923, 912, 1002, 921, 909, 928, 917,
        907, 925, 913, 1003, 923, 911, 929, 919, 909, 927, 915, 1005, 923, 912, 1001, 921, 910, 928,
        917, 906, 926, 914, 1003, 922, 912, 930, 918, 908, 926, 915, 1004, 924, 912, 1001, 920, 910,
        928, 917, 906, 926, 915, 1003, 922, 911, 929, 919, 907, 927, 915, 1005, 923, 913, 1001, 920,
        909, 927, 917, 906, 925, 913, 1002, 922, 911, 929, 918, 908, 927, 916, 1004, 924, 912, 930, 920,
        909, 928, 916, 906, 925, 914, 1002, 921, 911, 930, 918, 907, 927, 916, 1004, 923, 913, 930, 919,
        909, 929, 917, 905, 925, 914, 1003, 921, 910, 930, 919, 907, 926, 916, 1003, 923, 912, 1002,
        921, 910, 928, 918, 906, 924, 914, 1004, 922, 910, 930, 919, 908, 926, 915, 1005, 922, 912,
        1001, 921, 908, 927, 917, 907, 924, 913, 1003, 923, 911, 929, 919, 908, 925, 915, 1005, 924,
        911, 1001, 920, 910, 927, 916, 906, 924, 913, 1002, 922, 910, 928, 918, 908, 926, 914, 1004,
        924, 913, 930, 920, 909, 927, 916, 905, 925, 913, 1002, 921, 911, 929, 917, 907, 927, 915, 1004,
    ]

    @Test func `Hebrew years begin on the published dates`() throws {
        let calendar = try #require(ScaleTablesTests.calendar("HEBREW"))
        let found = try (1900...2100).map { year in
            let fields = CivilDate(dayNumber: try #require(calendar.year(year)).firstDay).fields
            return fields.month * 100 + fields.day
        }
        #expect(found == Self.publishedNewYears)
    }

    @Test func `future Persian leap years follow the equinox, not a 33-year cycle`() throws {
        // The leap years of a 33-year cycle aligned with today's. By the equinox, the following year is the
        // leap year.
        let tooEarly: Set = [
            1502, 1601, 1634, 1667, 1700, 1733, 1766, 1799, 1832, 1865, 1898, 1931,
        ]
        let calendar = try #require(ScaleTablesTests.calendar("PERSIAN"))
        let leaps = (1300...1940).filter { calendar.year($0 + 621)?.length == 366 }
        let expected = (1300...1940).filter { year in
            if tooEarly.contains(year) { return false }
            return tooEarly.contains(year - 1) || (25 * year + 11) % 33 < 8
        }
        #expect(leaps == expected)
    }
}
