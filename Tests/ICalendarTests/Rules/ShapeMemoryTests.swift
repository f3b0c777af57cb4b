import ICalendar
import Testing

@testable import ICalendarCore

/// Tests rules with expensive years, which are cached: repeated queries return the same results.
struct ShapeMemoryTests {
    private static let ordinals = (1...5).flatMap { number in
        ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].map { "\(number)\($0)" }
    }
    .joined(separator: ",")
    private static let months = (1...12).map(String.init).joined(separator: ",")
    private static let positions = (1...80).flatMap { ["\($0)", "-\(3 * $0)"] }.joined(separator: ",")
    private static let weeks = (1...53).map(String.init).joined(separator: ",")
    private static let days = (1...31).map(String.init).joined(separator: ",")

    private static let rules = [
        "FREQ=YEARLY;BYMONTH=\(months);BYDAY=\(ordinals)",
        "FREQ=YEARLY;BYMONTH=\(months);BYDAY=\(ordinals);BYSETPOS=\(positions)",
        "FREQ=YEARLY;BYDAY=MO,TU,TH;BYHOUR=9,17;BYSETPOS=\(positions)",
        "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=\(weeks);BYDAY=TU,SU",
        "FREQ=YEARLY;BYWEEKNO=\(weeks);BYSETPOS=\(positions)",
        "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=\(days);BYMONTH=\(months);SKIP=FORWARD;BYSETPOS=\(positions)",
        "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=\(days);BYDAY=MO,WE;SKIP=BACKWARD",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8,9,10;BYMINUTE=0,30;BYSETPOS=\(positions)",
    ]

    @Test(arguments: rules) func `repeated queries for a rule return the same results`(rule: String) throws {
        let (asked, fresh) = (try plan(rule), try plan(rule))
        guard case .periods(let periods) = asked.engine else {
            Issue.record("not a rule with periods")
            return
        }
        #expect(periods.memory != nil)
        let last = asked.start + 6 * 366 * 86_400
        let all = Array(fresh.times(from: .min, through: last))
        #expect(all.count > 100)
        let known = Set(all)
        for day in 0..<(6 * 366) {
            for hour in [9, 12] {
                let second = asked.start + day * 86_400 + (hour - 9) * 3600
                guard asked.contains(second) == known.contains(second) else {
                    Issue.record("\(second): \(known.contains(second))")
                    return
                }
            }
        }
        for (place, time) in all.enumerated() where place % 7 == 0 {
            #expect(Array(asked.times(from: time, through: last).prefix(3)) == Array(all[place...].prefix(3)))
        }
        #expect(Array(asked.times(from: .min, through: last)) == all)
        #expect(asked.count(before: last + 1) == all.count)
    }

    @Test(arguments: [
        "FREQ=YEARLY;INTERVAL=7;BYMONTH=2,3,5,8,11;BYDAY=1MO,2TU,3WE,4TH,-1FR,-2SA",
        "FREQ=YEARLY;INTERVAL=3;BYDAY=MO,TU;BYSETPOS=\(positions)",
        "FREQ=YEARLY;BYWEEKNO=1,2,50,53;BYDAY=MO,SU",
        "FREQ=MONTHLY;INTERVAL=7;BYDAY=1MO,-1TU,5SA,-5SU",
        "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=29,30,31;BYDAY=MO,TU,WE",
        "FREQ=WEEKLY;INTERVAL=5;BYMONTH=1,6,12;BYDAY=MO,WE,SU",
        "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=3;BYMONTHDAY=29,30,31;BYDAY=MO,WE;SKIP=BACKWARD",
    ])
    func `seeking a distant instance matches iteration`(rule: String) throws {
        let plan = try plan(rule)
        let last = plan.start + 4000 * 366 * 86_400
        let all = Array(plan.times(from: .min, through: last))
        for place in [1001, 1500, all.count / 3, all.count - 1] where all.indices.contains(place) {
            #expect(plan.time(at: place) == all[place])
            #expect(plan.time(at: place, through: all[place]) == all[place])
            #expect(plan.time(at: place, through: all[place] - 1) == nil)
        }
        #expect(all.count > 1500)
        #expect(plan.time(at: all.count, through: last) == nil)
    }

    @Test func `cheap rules are not cached`() throws {
        for part in ["YEARLY", "YEARLY;BYMONTH=3;BYDAY=-1SU", "MONTHLY;BYDAY=MO,TU;BYSETPOS=-1"] {
            let rule = "FREQ=\(part)"
            guard case .periods(let periods) = try plan(rule).engine else {
                Issue.record("not a rule with periods: \(rule)")
                continue
            }
            #expect(periods.memory == nil)
        }
    }

    private func plan(_ rule: String) throws -> RulePlan {
        var remarks: [ValueRemark] = []
        let start = CivilDateTime(CivilDate(dayNumber: 19_723), secondOfDay: 9 * 3600)
        return try #require(
            RulePlan(try RecurrenceRule(text: rule), start: start, isAllDay: false, remarks: &remarks)
        )
    }
}
