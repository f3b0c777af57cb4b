import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Applies the engine for other calendars to the Gregorian calendar and compares it with the native engine.
///
/// Failures name a seed.
struct ScalePlanTests {
    /// The Gregorian calendar as an RSCALE calendar.
    private static let gregorian = ScaleCalendar(
        name: "TEST",
        kind: .solar,
        monthCount: 12,
        leapMonths: nil,
        longest: (31, 366),
        load: { block in
            (0..<ScaleCalendar.yearsPerBlock).map { index in
                let year = block * ScaleCalendar.yearsPerBlock + index
                let months = (1...12).map { month in
                    ScaleYear.Month(
                        number: .init(month),
                        firstDay: CivilDate.dayNumber(year: year, month: month, day: 1),
                        length: CivilDate.daysInMonth(month, ofYear: year)
                    )
                }
                return ScaleYear(
                    ordinal: year,
                    months: months,
                    firstDay: CivilDate.dayNumber(year: year, month: 1, day: 1),
                    endDay: CivilDate.dayNumber(year: year + 1, month: 1, day: 1)
                )
            }
        }
    )

    @Test(.long, arguments: [RecurrenceRule.Frequency.yearly, .monthly, .weekly, .daily])
    func `random rules match the native engine`(frequency: RecurrenceRule.Frequency) throws {
        var found = 0
        for seed in 0..<UInt64(200) {
            var random = RandomRule(frequency, seed: seed)
            random.rule.byWeekNumber = []
            if random.rule.byDay.isEmpty, random.rule.byMonth.isEmpty, random.rule.byMonthDay.isEmpty,
                random.rule.byYearDay.isEmpty, random.rule.byHour.isEmpty
            {
                random.rule.bySetPosition = []
            }
            found += try compare(random, seed: seed)
        }
        #expect(found > 1000)
    }

    @Test(
        .long,
        arguments: [RecurrenceRule.Frequency.yearly, .monthly],
        [RecurrenceRule.Skip.forward, .backward]
    )
    func `random rules with SKIP match the native engine`(
        frequency: RecurrenceRule.Frequency,
        skip: RecurrenceRule.Skip
    ) throws {
        var found = 0
        for seed in 2000..<UInt64(2150) {
            var random = RandomRule(frequency, seed: seed)
            random.addSkip(skip)
            found += try compare(random, seed: seed)
        }
        #expect(found > 1000)
    }

    /// Compares iterating, seeking, cutting and counting, and returns the number of instances.
    private func compare(_ random: RandomRule, seed: UInt64) throws -> Int {
        var random = random
        guard (1600...2400).contains(random.start.date.year) else { return 0 }
        let text: Comment = "seed \(seed), \(random.start), \(RuleText.format(random.rule))"
        random.last = min(random.last, 86_400 * 190_000)
        var remarks: [ValueRemark] = []
        let native = RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks)
        let other = RulePlan(
            random.rule,
            in: ScalePlanTests.gregorian,
            start: random.start,
            isAllDay: false,
            remarks: &remarks
        )
        guard let native, let other else {
            #expect(native == nil && other == nil, text)
            return 0
        }
        let expected = Array(native.times(from: .min, through: random.last))
        #expect(Array(other.times(from: .min, through: random.last)) == expected, text)
        #expect(other.count(before: random.last + 1) == expected.count, text)
        for cut in random.cuts() where cut <= random.last {
            #expect(
                Array(other.times(from: cut, through: random.last)) == expected.filter { $0 >= cut },
                text
            )
            #expect(other.count(before: cut) == expected.count { $0 < cut }, text)
            #expect(other.contains(cut) == expected.contains(cut), text)
        }
        for time in expected.prefix(3) { #expect(other.contains(time), text) }
        return expected.count
    }

    @Test func `days that never occur in a calendar are reported and ignored`() throws {
        var rule = RecurrenceRule(.yearly)
        rule.byMonth = [13, 2, .init(3, isLeap: true)]
        rule.byMonthDay = [32, 1]
        var remarks: [ValueRemark] = []
        let plan = try #require(
            RulePlan(rule, in: Self.gregorian, start: second("2026-02-01"), isAllDay: true, remarks: &remarks)
        )
        #expect(
            remarks.map(\.message) == [
                "BYMONTH=13 does not occur in RSCALE=TEST; ignored",
                "BYMONTHDAY=32 does not occur in RSCALE=TEST; ignored",
            ]
        )
        let last = second("2028-12-31").secondNumber
        let days = plan.times(from: .min, through: last).map {
            CivilDateTime(secondNumber: $0).date.description
        }
        #expect(days == ["2026-02-01", "2027-02-01", "2028-02-01"])
    }

    @Test func `a leap month moved past the end of a year falls at the start of the next year`() throws {
        var rule = RecurrenceRule(.yearly)
        rule.byMonth = [.init(12, isLeap: true), 1]
        rule.byMonthDay = [1, 15]
        rule.skip = .forward
        var remarks: [ValueRemark] = []
        let plan = try #require(
            RulePlan(rule, in: Self.gregorian, start: second("2026-01-01"), isAllDay: true, remarks: &remarks)
        )
        let last = second("2027-12-31").secondNumber
        let days = plan.times(from: .min, through: last).map {
            CivilDateTime(secondNumber: $0).date.description
        }
        #expect(days == ["2026-01-01", "2026-01-15", "2027-01-01", "2027-01-15"])
        #expect(plan.count(before: last) == 4)
    }

    private func second(_ day: String) -> CivilDateTime {
        let fields = day.split(separator: "-").compactMap { Int($0) }
        return CivilDateTime(
            CivilDate(dayNumber: CivilDate.dayNumber(year: fields[0], month: fields[1], day: fields[2]))
        )
    }
}
