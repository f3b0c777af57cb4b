import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares evaluating COUNT by arithmetic with iterating from the start, in zones with frequent clock
/// changes.
@Suite struct CountedRuleTests {
    @Test(.long, arguments: RecurrenceRule.Frequency.allCases)
    func `a rule with COUNT queried from any time returns its remaining instances`(
        frequency: RecurrenceRule.Frequency
    ) throws {
        var found = 0
        try eachCounted(frequency, upTo: 400) { rule, clock, whole, numbers, text in
            for index in [1, whole.count / 3, whole.count - 1] where whole.indices.contains(index) {
                let cut = whole[index] + Int.random(in: -1...1, using: &numbers)
                #expect(keys(of: rule, on: clock, from: cut) == whole.filter { $0 >= cut }, text)
            }
            if let last = whole.last { #expect(keys(of: rule, on: clock, from: last + 400_000) == [], text) }
            found += whole.count
        }
        #expect(found > 1000)
    }

    @Test(.long, arguments: RecurrenceRule.Frequency.allCases)
    func `COUNT includes the first distinct instants in the order in which they are generated`(
        frequency: RecurrenceRule.Frequency
    ) throws {
        try eachCounted(frequency, upTo: 400) { rule, clock, whole, _, text in
            #expect(whole == firstKeys(of: rule, on: clock).keys, text)
        }
    }

    @Test(arguments: [
        "FREQ=HOURLY;BYMINUTE=0,30", "FREQ=MINUTELY;INTERVAL=15", "FREQ=SECONDLY;INTERVAL=450",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,21,30", "FREQ=MINUTELY;INTERVAL=30;BYDAY=MO,TU,TH,SA,SU",
    ])
    func `duplicate instants do not count toward COUNT`(text: String) throws {
        var merged = 0
        for seed in UInt64(1)...8 {
            var numbers = SeededGenerator(seed: seed)
            let transitions = (0..<60).map { index in
                let offset = [-7200, -3600, -1800, 0, 1260, 1800, 3600, 5400, 7200].randomElement(
                    using: &numbers
                )
                return Transition(
                    instant: second(2025) + index * 4 * 86_400 + Int.random(in: 0..<86_400, using: &numbers),
                    offset: offset ?? 0
                )
            }
            let table = TransitionTable(initialOffset: 0, transitions: transitions)
            let clock = SeriesClock(kind: .zoned, zone: Zone(identifier: "hostile", table: table))
            let rule = BoundedRule(
                plan: try plan(text),
                count: Int.random(in: 1...8000, using: &numbers),
                lastKey: .max
            )
            let first = firstKeys(of: rule, on: clock)
            merged += first.merged
            #expect(keys(of: rule, on: clock, from: .min) == first.keys)
        }
        #expect(merged > 50)
    }

    /// Returns the first COUNT distinct keys in generation order, sorted, and the number of duplicates among
    /// them.
    private func firstKeys(of rule: BoundedRule, on clock: SeriesClock) -> (keys: [Int], merged: Int) {
        var times = rule.plan.times(from: .min, through: .max)
        var keys: Set<Int> = []
        var merged = 0
        while keys.count < rule.count ?? 0, let civil = times.next() {
            if !keys.insert(clock.key(ofCivil: civil)).inserted { merged += 1 }
        }
        return (keys.sorted(), merged)
    }

    @Test(arguments: [
        "FREQ=SECONDLY;INTERVAL=11;BYDAY=MO", "FREQ=SECONDLY;INTERVAL=4;BYHOUR=1,2,3;BYDAY=SU",
        "FREQ=MINUTELY;INTERVAL=20;BYSECOND=0,30;BYMONTH=3,4,5", "FREQ=HOURLY;BYMINUTE=0,30;BYDAY=SU,MO",
        "FREQ=SECONDLY;INTERVAL=90;BYDAY=SA,SU",
    ])
    func `the last instance does not depend on the window queried`(
        text: String
    ) throws {
        let plan = try plan(text)
        let clock = SeriesClock(kind: .zoned, zone: try Zone(identifier: "Europe/Berlin"))
        let (from, through) = (second(2026), second(2027))
        // The number of instances up to the middle of the window, counted by iteration.
        let all = BoundedRule(plan: plan, count: nil, lastKey: .max)
        var walk = all.instances(on: clock, from: .min, through: second(2026) + 120 * 86_400)
        var (count, last) = (0, 0)
        while let instance = walk.next() { (count, last) = (count + 1, instance.key) }
        var counted = BoundedRule(plan: plan, count: count, lastKey: .max).instances(
            on: clock,
            from: from,
            through: through
        )
        var end = 0
        while let instance = counted.next() { end = instance.key }
        #expect(end == last)
    }

    @Test(.long, arguments: RecurrenceRule.Frequency.allCases)
    func `instances are found by key until COUNT ends`(
        frequency: RecurrenceRule.Frequency
    ) throws {
        var (found, behind) = (0, 0)
        try eachCounted(frequency, upTo: 200) { rule, clock, whole, _, text in
            let left = Set(whole)
            var others = BoundedRule(plan: rule.plan, count: nil, lastKey: .max)
                .instances(on: clock, from: whole.first ?? 0, through: .max)
            for _ in 0..<(whole.count + 20) {
                guard let key = others.next()?.key else { break }
                let isFound = rule.instance(with: SeriesKey(key, on: clock), on: clock) != nil
                #expect(isFound == left.contains(key), text)
                if isFound { found += 1 } else { behind += 1 }
            }
        }
        #expect(found > 500)
        #expect(behind > 100)
    }

    @Test func `pairs of instances are counted without iteration`() throws {
        let gap = second(2026)..<(second(2026) + 3600)
        // 1 January 2026 is a Thursday.
        let cases = [
            ("FREQ=SECONDLY;BYDAY=TH", 3600, 3600), ("FREQ=SECONDLY;BYDAY=TH;INTERVAL=7", 3600, 0),
            ("FREQ=SECONDLY;BYDAY=TH;BYHOUR=0", 3600, 0), ("FREQ=SECONDLY;BYDAY=TH;BYHOUR=0", 1800, 1800),
            ("FREQ=SECONDLY;BYDAY=TH", 86_400, 0), ("FREQ=MINUTELY;BYDAY=TH;BYSECOND=0,30", 90, 120),
            ("FREQ=MINUTELY;BYDAY=TH;BYSECOND=0,30", 120, 120), ("FREQ=DAILY;BYHOUR=0,1", 3600, 1),
            ("FREQ=HOURLY;BYMINUTE=0,30;BYDAY=TH", 1800, 2), ("FREQ=YEARLY;BYMONTH=1;BYHOUR=0,1", 3600, 1),
        ]
        for (text, distance, pairs) in cases {
            #expect(try plan(text).pairs(apart: distance, in: gap) == pairs, "\(text)")
        }
    }

    /// Calls a closure with random rules with COUNT in zones with frequent clock changes, their clocks, all
    /// keys, and the generator.
    private func eachCounted(
        _ frequency: RecurrenceRule.Frequency,
        upTo most: Int,
        _ body: (BoundedRule, SeriesClock, [Int], inout SeededGenerator, Comment) throws -> Void
    ) throws {
        let run = RandomRun.thisRun
        for number in 0..<(run.rulesOfEachFrequency ?? 60) {
            let seed = run.seed &+ number
            let random = RandomRule(frequency, seed: seed)
            var numbers = SeededGenerator(seed: seed)
            let clock = SeriesClock(kind: .zoned, zone: zone(around: random, numbers: &numbers))
            var remarks: [ValueRemark] = []
            let plan = try #require(
                RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks)
            )
            let rule = BoundedRule(
                plan: plan,
                count: Int.random(in: 1...most, using: &numbers),
                lastKey: .max
            )
            let whole = keys(of: rule, on: clock, from: random.start.secondNumber - 400_000)
            let text: Comment = "seed \(seed), \(random.start), \(RuleText.format(random.rule))"
            try body(rule, clock, whole, &numbers, text)
        }
    }

    private func keys(of rule: BoundedRule, on clock: SeriesClock, from first: Int) -> [Int] {
        var instances = rule.instances(on: clock, from: first, through: .max)
        var keys: [Int] = []
        while let instance = instances.next() { keys.append(instance.key) }
        return keys
    }

    /// Returns a zone that changes its clocks every few days during the rule's first instances.
    private func zone(around random: RandomRule, numbers: inout SeededGenerator) -> Zone {
        let step = max(4 * 86_400, (random.last - random.start.secondNumber) / 40)
        let offsets = [-7200, -1800, 0, 1260, 3600, 5400, 7200]
        let transitions = (0..<60).map { index in
            Transition(
                instant: random.start.secondNumber + (index - 2) * step
                    + Int.random(in: 0..<86_400, using: &numbers),
                offset: offsets.randomElement(using: &numbers) ?? 0
            )
        }
        return Zone(identifier: "hostile", table: TransitionTable(initialOffset: 0, transitions: transitions))
    }

    private func second(_ year: Int) -> Int {
        CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400
    }

    private func plan(_ text: String) throws -> RulePlan {
        let rule = try #require(RuleText.parse(text).rule)
        var remarks: [ValueRemark] = []
        let start = try #require(CivilDateTime(year: 2025, month: 1, day: 1))
        return try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
    }
}
