import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests rules with so many times that iteration does not cache every kind of period.
struct PeriodWalkTests {
    private static let positions = "BYSETPOS=" + (1...366).map(String.init).joined(separator: ",")
    private static let hours = "BYHOUR=" + (0..<24).map(String.init).joined(separator: ",")

    @Test(
        .long,
        arguments: [
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;\(hours);\(positions)",
            "FREQ=MONTHLY;BYMONTHDAY=2,29,30,31;BYMINUTE=0,10,20,30,40,50;\(hours);\(positions),-1",
            "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=2,29,30,31;SKIP=FORWARD;\(hours);\(positions),-1",
            "FREQ=YEARLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU",
            "FREQ=MONTHLY;BYMONTH=1,2,4,12;BYDAY=MO,TU,WE,TH,FR,SU",
            "FREQ=YEARLY;BYWEEKNO=1,10,53;BYDAY=MO,WE,SU;\(hours);\(positions)",
        ]
    )
    func `iterating over many years matches iterating over each year separately`(text: String) throws {
        let rule = try #require(RuleText.parse(text).rule)
        var remarks: [ValueRemark] = []
        let start = try #require(CivilDateTime(year: 2000, month: 1, day: 1, hour: 0))
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        func second(_ year: Int) -> Int { CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400 }
        let whole = Array(plan.times(from: second(2000), through: second(2060) - 1))
        let parts = (2000..<2060).flatMap { plan.times(from: second($0), through: second($0 + 1) - 1) }
        #expect(whole.count > 4000)
        #expect(whole == parts)
        #expect(plan.count(before: second(2060)) == whole.count)
        #expect(Array(plan.prepared().times(from: second(2000), through: second(2060) - 1)) == whole)
    }
}
