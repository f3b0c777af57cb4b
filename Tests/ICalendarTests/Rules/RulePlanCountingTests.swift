import Testing

@testable import ICalendar

/// Counting through thousands of years, which is done by multiplying, against going through them.
@Suite struct RulePlanCountingTests {
    @Test(arguments: RecurrenceRule.Frequency.allCases, RecurrenceRule.Skip.allCases)
    func `counts and places agree up to the year 9999`(
        frequency: RecurrenceRule.Frequency,
        skip: RecurrenceRule.Skip
    ) throws {
        if skip != .omit, frequency > .monthly { return }
        let run = RandomRun.thisRun
        for number in 0..<(run.rulesOfEachFrequency.map { $0 / 10 } ?? 12) {
            let seed = run.seed &+ number
            var random = RandomRule(frequency, seed: seed)
            if skip != .omit { random.addSkip(skip) }
            var numbers = SeededNumbers(seed: seed)
            if frequency.isSubDaily {
                // Seldom enough to be walked, and steps that hardly ever come to the same time.
                random.rule.interval = Int.random(in: 1...500_000, using: &numbers)
                random.rule.byMinute = [Int.random(in: 0...59, using: &numbers)]
            }
            let text: Comment = "seed \(seed), \(random.start), \(RuleText.format(random.rule))"
            var remarks: [ValueRemark] = []
            let plan = try #require(
                RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks)
            )
            let count = plan.count(before: .max)
            #expect(plan.isEmpty == (count == 0), text)
            #expect(plan.time(at: count) == nil, text)
            for index in [count / 3, count / 2, count - 1001, count - 1] where index >= 0 && index < count {
                let time = try #require(plan.time(at: index), text)
                #expect(plan.contains(time), text)
                #expect(plan.count(before: time) == index, text)
                #expect(plan.count(before: time + 1) == index + 1, text)
            }
            guard count < 20_000 else { continue }
            var times = plan.times(from: .min, through: .max)
            var (places, last) = (0, 0)
            while let time = times.next() { (places, last) = (places + 1, time) }
            #expect(places == count, text)
            if count > 0 { #expect(plan.time(at: count - 1) == last, text) }
        }
    }
}
