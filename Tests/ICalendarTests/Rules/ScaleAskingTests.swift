import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares queries for single days, in rules with non-Gregorian calendars, with iterating over all days.
struct ScaleAskingTests {
    private static let rules = [
        "FREQ=YEARLY;BYMONTH=3,7;BYMONTHDAY=1,-1", "FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=5L,12;BYMONTHDAY=1,30;SKIP=FORWARD", "FREQ=YEARLY;BYMONTH=1,12L;SKIP=BACKWARD",
        "FREQ=YEARLY;BYDAY=1MO,-1FR", "FREQ=YEARLY;BYYEARDAY=1,-1,385;SKIP=FORWARD",
        "FREQ=YEARLY;BYMONTH=2;BYDAY=2TU,FR", "FREQ=YEARLY;BYMONTH=4;BYHOUR=9,10;BYSETPOS=2,-3",
        "FREQ=MONTHLY;BYMONTHDAY=30,-30;SKIP=FORWARD", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1,-1",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1", "FREQ=MONTHLY;BYMONTH=5L,6;BYDAY=2WE;SKIP=BACKWARD",
        "FREQ=WEEKLY;BYMONTH=1,6;BYDAY=MO,SA,SU", "FREQ=WEEKLY;INTERVAL=3;BYMONTH=1,2,3;WKST=SU",
        "FREQ=WEEKLY;BYMONTH=1,12;BYDAY=MO,TH,SU;BYHOUR=9,12;BYSETPOS=2,-1",
        "FREQ=DAILY;INTERVAL=3;BYMONTH=1,5L", "FREQ=DAILY;BYMONTHDAY=1,-1;BYHOUR=9,11;BYSETPOS=-1",
    ]

    @Test(.long, arguments: ["CHINESE", "HEBREW", "ISLAMIC-CIVIL", "ETHIOPIC", "PERSIAN"], rules)
    func `the instances on a day match iteration`(scale: String, rule: String) throws {
        // Starts around New Year's Day in several calendars, one per pair of arguments.
        let starts = ["20240208T090000", "20230915T090000", "20240319T090000", "20230720T090000"]
        let start = starts[(scale.utf8.count + rule.utf8.count) % starts.count]
        let plan = try #require(self.plan("RSCALE=\(scale);\(rule)", start: start))
        let last = plan.start + 5 * 366 * 86_400
        let times = Dictionary(grouping: plan.times(from: plan.start, through: last)) {
            floorDivide($0, 86_400)
        }
        // A query for one day, and the search for the next, needs the surrounding years.
        for isRemembering in [false, true] {
            if isRemembering { plan.memory?.begin() }
            for day in floorDivide(plan.start, 86_400)..<floorDivide(last, 86_400) {
                let found = Array(plan.times(from: day * 86_400, through: day * 86_400 + 86_399))
                guard found == times[day] ?? [] else {
                    Issue.record("\(CivilDate(dayNumber: day)): \(found), not \(times[day] ?? [])")
                    return
                }
                for time in found where !plan.contains(time) { Issue.record("\(time) is not found") }
            }
            plan.memory?.end()
        }
    }

    @Test func `a week that began before the year of DTSTART includes its other days`() throws {
        // Nowruz was a Saturday.
        let found = try expand(
            calendar("DTSTART;VALUE=DATE:20260321\nRRULE:RSCALE=PERSIAN;FREQ=WEEKLY;BYMONTH=1;BYDAY=SA,SU"),
            from: "2026-03-20",
            to: "2026-04-05"
        )
        #expect(found.starts == ["2026-03-21", "2026-03-22", "2026-03-28", "2026-03-29", "2026-04-04"])
    }

    @Test func `BYSETPOS selects from the times of each day or week`() throws {
        func starts(_ rule: String) throws -> [String] {
            let lines = "DTSTART:20240210T090000\nRRULE:RSCALE=CHINESE;\(rule)"
            return try expand(calendar(lines), from: "2024-02-11", to: "2024-02-27").starts
        }
        // The first month of that calendar year began on 10 February.
        #expect(
            try starts("FREQ=DAILY;BYMONTHDAY=2,15;BYHOUR=9,10,11;BYSETPOS=-1,1")
                == ["2024-02-11T09:00", "2024-02-11T11:00", "2024-02-24T09:00", "2024-02-24T11:00"]
                .map { $0 + ":00" }
        )
        #expect(try starts("FREQ=DAILY;BYMONTHDAY=2;BYHOUR=9,10,11;BYSETPOS=4") == [])
        #expect(
            try starts("FREQ=WEEKLY;BYMONTH=1;BYDAY=MO,TU;BYHOUR=9,10;BYSETPOS=2,-1")
                == [12, 13, 19, 20, 26].map { "2024-02-\($0)T10:00:00" }
        )
    }

    @Test(arguments: [false, true])
    func `overrides in any order match the instances of many rules`(areDays: Bool) throws {
        let rules = (1...12).map {
            "RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=\($0)L;BYMONTHDAY=30;SKIP=FORWARD"
        }
        let master = "UID:a\nDTSTART:20000101T090000Z\n" + rules.joined(separator: "\n")
        let all = try expand(calendar(master), from: "2024-01-01", to: "2027-12-01").starts
        #expect(all.count > 20)
        let moved = all.enumerated().map { place, start in
            let day = String(start.prefix(10)).filter { $0 != "-" }
            let id = areDays ? "RECURRENCE-ID;VALUE=DATE:\(day)" : "RECURRENCE-ID:\(day)T090000Z"
            return "UID:a\n\(id)\nSUMMARY:\(place)\nDTSTART:\(day)T100000Z"
        }
        let shuffled = moved.enumerated().sorted { ($0.offset % 7, -$0.offset) < ($1.offset % 7, -$1.offset) }
        let file = calendar(events: [master] + shuffled.map(\.element))
        let found = try expand(file, from: "2024-01-01", to: "2027-12-01")
        #expect(found.starts == all.map { $0.replacing("T09", with: "T10") })
    }

    private func plan(_ rule: String, start: String) -> RulePlan? {
        var remarks: [ValueRemark] = []
        guard case .floating(let civil)? = try? EventTime(start),
            let rule = RuleText.parse(rule).rule, let name = rule.calendarScale,
            case .other(let calendar)? = ScaleTables.scale(named: name)
        else { return nil }
        return RulePlan(rule, in: calendar, start: civil, isAllDay: false, remarks: &remarks)
    }
}
