import ICalendar
import Testing

@testable import ICalendarCore

/// Tests large products of times of day, which are stored as positions with the times at each.
struct PeriodTimesTests {
    private static let lists: [(hours: [Int], minutes: [Int], seconds: [Int])] = [
        ([9], [0], [0]), ([0, 23], [5], [7]), (Array(0...23), [0, 30], [0, 1]),
        (Array(0...23), Array(0...59), [3]),
        ([4], Array(0...59), Array(0...59)), ([0, 5, 23], [1, 59], Array(stride(from: 0, to: 60, by: 2))),
        (Array(0...23), Array(0...59), Array(0...59)),
    ]

    @Test(arguments: lists.indices)
    func `the stored times match the full list`(_ index: Int) {
        let (hours, minutes, seconds) = Self.lists[index]
        let all = hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } }
        }
        let times = PeriodTimes(hours: hours, minutes: minutes, seconds: seconds)
        #expect(times.count == all.count)
        #expect(Array(times) == all)
        #expect(times.places.count + times.times.count <= 1500)
        let set = Set(all)
        for bound in stride(from: -7, to: 86_500, by: 11) {
            #expect(times.firstIndex(from: bound) == all[...].firstIndex(from: bound))
            #expect(times.has(bound) == set.contains(bound))
        }
        #expect(times.covers(PeriodTimes(all)) || all.count > PeriodTimes.mostCompared)
        #expect(times.covers(times))
    }

    @Test(arguments: [
        "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=2,-1", "FREQ=YEARLY;BYDAY=2TU",
        "FREQ=WEEKLY;BYDAY=MO,TU;INTERVAL=2",
        "FREQ=DAILY", "FREQ=DAILY;BYMONTH=2;INTERVAL=5", "FREQ=WEEKLY;BYMONTH=3;BYDAY=WE",
    ])
    func `counting, seeking and skipping match iteration for rules with many times`(_ days: String) throws {
        let lists = "BYHOUR=3,4,5,21;BYMINUTE=0,10,20,30,40,50;BYSECOND=0,7,59"
        let rule = try #require(RuleText.parse("\(days);\(lists)").rule)
        let start = CivilDateTime(secondNumber: 1_704_168_000)
        var remarks: [ValueRemark] = []
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        var walk = plan.times(from: plan.start, through: plan.start + 400 * 86_400)
        var all: [Int] = []
        while let time = walk.next() { all.append(time) }
        #expect(all.count >= 72)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        let ofDay = Set(all.map { $0 % 86_400 })
        #expect(ofDay.count == 72)
        for index in stride(from: 0, to: all.count, by: 13) {
            #expect(plan.count(before: all[index]) == index)
            #expect(plan.time(at: index) == all[index])
            for offset in [0, 1, -1] {
                var later = plan.times(from: all[index] + offset, through: plan.start + 400 * 86_400)
                #expect(later.next() == all[max(0, index - 1)...].first { $0 >= all[index] + offset })
            }
            var passing = plan.times(from: plan.start, through: .max)
            for _ in 0..<(index % 5) { _ = passing.next() }
            passing.skip(index / 2)
            let place = index % 5 + index / 2
            if place < all.count { #expect(passing.next() == all[place], "\(index)") }
        }
    }
}
