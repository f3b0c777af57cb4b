import Testing

@testable import ICalendarCore

/// Tests EXDATEs for whole days in rules with thousands of instances a day.
struct ExcludedDaysTests {
    @Test(arguments: [
        "FREQ=MINUTELY", "FREQ=SECONDLY;INTERVAL=97", "FREQ=MINUTELY;BYSECOND=0,1,2;BYHOUR=0,1,2,3,22,23",
        "FREQ=HOURLY;BYMINUTE=0,15", "FREQ=MINUTELY;COUNT=9000",
    ])
    func `excluding days matches filtering by day, even across clock changes`(text: String) throws {
        let rule = try #require(RuleText.parse(text).rule)
        let start = try #require(CivilDateTime(year: 2025, month: 3, day: 20))
        var remarks: [ValueRemark] = []
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        for zone in ["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "UTC"] {
            let clock = SeriesClock(kind: .zoned, zone: try Zone(identifier: zone))
            let bounded = BoundedRule(plan: plan, count: rule.count, lastKey: .max)
            var set = RecurrenceSet(clock: clock, start: clock.instance(atCivil: start.secondNumber))
            set.rules = [bounded]
            let first = start.date.dayNumber
            set.excludedDays = Set(
                [0, 1, 3, 9, 10, 11, 16, 17, 18, 24].map { first + $0 } + (30...45).map { first + $0 }
            )
            let through = clock.key(ofCivil: start.secondNumber + 60 * 86_400)
            let left = keys(of: bounded.instances(on: clock, from: .min, through: through)) {
                !set.excludedDays.contains(floorDivide($0.civil, 86_400))
            }
            var found: [Int] = []
            var instances = set.instances(from: .min, through: through)
            while let instance = instances.next() { found.append(instance.key) }
            #expect(found == left, "\(text) \(zone)")
            #expect(found.count > 1000)
        }
    }

    @Test func `an instance after centuries of excluded days is found quickly`() throws {
        let rule = try #require(RuleText.parse("FREQ=SECONDLY").rule)
        var remarks: [ValueRemark] = []
        let start = try #require(CivilDateTime(year: 2025, month: 1, day: 1))
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        let clock = SeriesClock(kind: .zoned, zone: .utc)
        var set = RecurrenceSet(clock: clock, start: clock.instance(atCivil: start.secondNumber))
        set.rules = [BoundedRule(plan: plan, count: nil, lastKey: .max)]
        let first = start.date.dayNumber
        // Iterating over the excluded instances would take hours.
        set.excludedDays = Set(first..<first + 100_000)
        var instances = set.instances(from: start.secondNumber, through: .max)
        #expect(instances.next()?.key == (first + 100_000) * 86_400)
    }

    private func keys(of instances: RuleInstances, where isWanted: (Instance) -> Bool) -> [Int] {
        var (instances, keys) = (instances, [Int]())
        while let instance = instances.next() {
            if isWanted(instance) { keys.append(instance.key) }
        }
        return keys
    }
}
