import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares the engine with ``ReferenceRule`` for random rules.
///
/// A failure names its seed.
@Suite struct RulePlanReferenceTests {
    @Test(arguments: RecurrenceRule.Frequency.allCases)
    func `random rules match the reference`(frequency: RecurrenceRule.Frequency) throws {
        var found = 0
        let run = RandomRun.thisRun
        let usual: UInt64 =
            TestRun.isComplete ? (frequency.isSubDaily ? 60 : 150) : (frequency.isSubDaily ? 8 : 25)
        let count = run.rulesOfEachFrequency ?? usual
        // Rules without instances prove little, and a few random rules can all be empty.
        let least = TestRun.isComplete ? 300 : 100
        var number: UInt64 = 0
        while number < count || found <= least && number < 20 * count {
            let seed = run.seed &+ number
            found += try compare(RandomRule(frequency, seed: seed), seed: seed)
            number += 1
        }
        #expect(found > least)
    }

    @Test(
        .long,
        arguments: [RecurrenceRule.Frequency.yearly, .monthly],
        [RecurrenceRule.Skip.forward, .backward]
    )
    func `random rules with SKIP match the reference`(
        frequency: RecurrenceRule.Frequency,
        skip: RecurrenceRule.Skip
    ) throws {
        var found = 0
        let run = RandomRun.thisRun
        for number in 0..<(run.rulesOfEachFrequency ?? 100) {
            let seed = run.seed &+ number
            var random = RandomRule(frequency, seed: seed)
            random.addSkip(skip)
            found += try compare(random, seed: seed)
        }
        #expect(found > 1000)
    }

    /// Compares iterating, seeking, cutting and counting, and returns the number of instances.
    private func compare(_ random: RandomRule, seed: UInt64) throws -> Int {
        var random = random
        let text: Comment = "seed \(seed), \(random.start), \(RuleText.format(random.rule))"
        let expected = ReferenceRule(rule: random.rule, start: random.start).times(through: random.last)
        var remarks: [ValueRemark] = []
        let plan = try #require(
            RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks),
            text
        )
        #expect(remarks.isEmpty, text)
        #expect(Array(plan.times(from: .min, through: random.last)) == expected, text)
        #expect(plan.count(before: random.last + 1) == expected.count, text)
        for cut in random.cuts() {
            let (head, tail) = (expected.filter { $0 < cut }, expected.filter { $0 >= cut })
            #expect(Array(plan.times(from: .min, through: min(cut - 1, random.last))) == head, text)
            #expect(Array(plan.times(from: cut, through: random.last)) == tail, text)
            if cut <= random.last { #expect(plan.count(before: cut) == head.count, text) }
            #expect(!plan.contains(cut) || expected.contains(cut) || cut > random.last, text)
        }
        let all = Set(expected)
        for time in expected.prefix(200) {
            for other in [0, 1, -60, 3600, 86_400, -86_400].map({ time + $0 }) where other <= random.last {
                if plan.contains(other) != all.contains(other) { Issue.record(text) }
            }
        }
        let isEmpty = plan.times(from: .min, through: .max).first { _ in true } == nil
        // Beyond a large number of periods, it is unknown whether a rule is empty.
        #expect(plan.isEmpty == (isEmpty && isLookedAtWhole(plan)), text)
        for index in [0, 1, expected.count / 2, expected.count - 1] where expected.indices.contains(index) {
            #expect(plan.time(at: index) == expected[index], text)
        }
        for time in expected.prefix(3) {
            #expect(plan.contains(time), text)
            for other in [time - 86_400, time - 1, time + 1, time + 86_400] where other <= random.last {
                #expect(plan.contains(other) == expected.contains(other), text)
            }
            #expect(plan.count(before: time + 1) - plan.count(before: time) == 1, text)
        }
        return expected.count
    }

    /// Returns whether a plan examines all its periods to detect an empty rule.
    private func isLookedAtWhole(_ plan: RulePlan) -> Bool {
        switch plan.engine {
        case .steps(let steps):
            return steps.second(afterPeriods: StepPlan.mostLookedAt) >= RulePlan.lastSecond
        case .days(let days):
            let end = plan.start + days.yearsLookedAt * 366 * 86_400
            return days.isMissedByWeekdays || days.isRepeated || end >= RulePlan.lastSecond
        default: return true
        }
    }
}
