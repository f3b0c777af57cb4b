import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests the RFC 7529 calendars provided by libical.
struct ScaleTablesTests {
    #if Libical
        @Test func `every calendar scale listed by libical is known`() {
            #expect(
                ScaleIterator.calendars.isSuperset(of: [
                    "GREGORIAN", "CHINESE", "HEBREW", "ISLAMIC", "ETHIOPIC",
                ])
            )
            for name in ScaleIterator.calendars {
                #expect(ScaleTables.scale(named: name) != nil, "\(name)")
                #expect(ScaleTables.scale(named: name.lowercased()) != nil, "\(name)")
            }
            #expect(ScaleTables.scale(named: "RUSSIAN") == nil)
            #expect(ScaleTables.scale(named: "") == nil)
        }
    #else
        @Test(arguments: ["ISLAMIC", "ISLAMIC-RGSA", "ISLAMIC-UMALQURA"])
        func `a calendar based on moon sightings reports what it requires`(name: String) throws {
            let found = try expand(
                ICalendarTests.calendar(
                    "DTSTART;VALUE=DATE:20260218\nRRULE:RSCALE=\(name);FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1"
                ),
                from: "2026-01-01",
                to: "2028-01-01"
            )
            #expect(found.starts == ["2026-02-18"])
            #expect(found.warns(at: "RRULE", saying: "needs libical 3.0 with ICU"), "\(found)")
        }
    #endif

    @Test(.long, arguments: ScaleTablesTests.foreign)
    func `years are contiguous and numbered consecutively`(name: String) throws {
        let calendar = try #require(ScaleTablesTests.calendar(name))
        let days = -134_770...223_000
        var year = try #require(calendar.year(ofDay: days.lowerBound))
        while year.endDay < days.upperBound {
            let next = try #require(calendar.year(year.ordinal + 1), "\(name) after \(year)")
            #expect(next.firstDay == year.endDay, "\(name) \(year)")
            #expect(calendar.year(ofDay: year.endDay - 1) == year, "\(name) \(year)")
            #expect(year.months.first?.firstDay == year.firstDay, "\(name) \(year)")
            #expect(year.months.reduce(0) { $0 + $1.length } == year.length, "\(name) \(year)")
            #expect(year.months.filter { !$0.number.isLeap }.count == calendar.monthCount, "\(name) \(year)")
            for month in year.months where month.number.isLeap {
                #expect(calendar.leapMonths?.contains(month.number.number) == true, "\(name) \(year)")
            }
            let last = calendar.ordinal(ofMonth: year.months.count - 1, of: year)
            #expect(calendar.ordinal(ofMonth: 0, of: next) == last + 1, "\(name) \(year)")
            #expect(last == calendar.ordinal(ofMonth: 0, of: year) + year.months.count - 1, "\(name) \(year)")
            year = next
        }
    }

    @Test func `leap months match the almanacs`() throws {
        // Chinese leap months in 2014, 2017, 2020, 2023 and 2025; Adar I in 2014 and 2016.
        #expect(try leapMonths("CHINESE", 2014...2025) == ["9", "6", "4", "2", "6"])
        #expect(try leapMonths("HEBREW", 2013...2015) == ["5", "5"])
        #expect(try leapMonths("ISLAMIC-CIVIL", 600...630) == [])
    }

    /// The calendars that have their own months.
    static let foreign = ScaleIterator.calendars.union([
        "CHINESE", "DANGI", "HEBREW", "COPTIC", "ETHIOPIC", "INDIAN", "PERSIAN", "ISLAMIC-CIVIL",
        "ISLAMIC-TBLA",
    ]).sorted().filter {
        calendar($0) != nil
    }

    static func calendar(_ name: String) -> ScaleCalendar? {
        guard case .other(let calendar) = ScaleTables.scale(named: name) else { return nil }
        return calendar
    }

    private func leapMonths(_ name: String, _ years: ClosedRange<Int>) throws -> [String] {
        let calendar = try #require(ScaleTablesTests.calendar(name))
        return years.flatMap { year in
            (calendar.year(year)?.months ?? []).filter(\.number.isLeap).map { "\($0.number.number)" }
        }
    }
}
