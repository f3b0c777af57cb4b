import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares queries for single instances of a rule with iterating over its instances.
@Suite struct AskedRuleTests {
    @Test(.long, arguments: RecurrenceRule.Frequency.allCases)
    func `finding instances by key or by day matches iteration`(
        frequency: RecurrenceRule.Frequency
    ) throws {
        var found = 0
        for number in 0..<(RandomRun.thisRun.rulesOfEachFrequency ?? 60) {
            let seed = RandomRun.thisRun.seed &+ number
            let random = RandomRule(frequency, seed: seed)
            var numbers = SeededGenerator(seed: seed)
            let zone =
                number % 3 == 0 ? try Zone(identifier: "Europe/Berlin") : zone(around: random, &numbers)
            let clock = SeriesClock(kind: number % 4 == 3 ? .floating : .zoned, zone: zone)
            var remarks: [ValueRemark] = []
            let plan = try #require(
                RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks)
            )
            let count = number % 2 == 0 ? Int.random(in: 1...300, using: &numbers) : nil
            let rule = BoundedRule(plan: plan, count: count, lastKey: .max)
            var walk = rule.instances(on: clock, from: Int.min / 4, through: .max)
            var all: [Instance] = []
            while all.count < 400, let instance = walk.next() { all.append(instance) }
            let text: Comment =
                "seed \(seed), \(random.start), \(RuleText.format(random.rule)), \(count ?? 0)"
            let keys = Set(all.map(\.key))
            for instance in all.prefix(300) {
                #expect(rule.instance(with: SeriesKey(instance.key, on: clock), on: clock) == instance, text)
                for aside in [-3600, -1, 1, 1800] where !keys.contains(instance.key + aside) {
                    guard instance.key + aside < all[all.count - 1].key - 200_000 else { continue }
                    #expect(
                        rule.instance(with: SeriesKey(instance.key + aside, on: clock), on: clock) == nil,
                        text
                    )
                }
            }
            // The last days of the window are not complete.
            let last = floorDivide(all.last?.civil ?? 0, 86_400) - 4
            let days = Dictionary(grouping: all) { floorDivide($0.civil, 86_400) }
            for (day, instances) in days where day < last {
                let first = instances.min(by: Instance.precedes)
                // If a gap extends past midnight, a time from the previous day can produce an instance of this day,
                // which iteration counts on the previous day.
                let previous = days[day - 1] ?? []
                if previous.contains(where: { floorDivide(clock.civil(ofKey: $0.key), 86_400) == day }) {
                    continue
                }
                #expect(rule.firstInstance(onDay: day, on: clock) == first, text)
                let isAlone = Set(instances.map(\.key)).count == 1
                #expect(rule.hasOther(than: first?.key ?? 0, onDay: day, on: clock) != isAlone, text)
            }
            found += all.count
        }
        #expect(found > 1000)
    }

    /// Returns a zone that changes its clocks every few days during the rule's first instances.
    private func zone(around random: RandomRule, _ numbers: inout SeededGenerator) -> Zone {
        let step = max(4 * 86_400, (random.last - random.start.secondNumber) / 40)
        let offsets = [-43_200, -7200, 0, 1260, 3600, 7200, 43_200]
        let transitions = (0..<60).map { index in
            Transition(
                instant: random.start.secondNumber + (index - 2) * step
                    + Int.random(in: 0..<86_400, using: &numbers),
                offset: offsets.randomElement(using: &numbers) ?? 0
            )
        }
        return Zone(identifier: "hostile", table: TransitionTable(initialOffset: 0, transitions: transitions))
    }

    @Test func `exceptions near a gap in a rule for every second are counted without iteration`() throws {
        let exceptions = (0..<3000).map { number in
            let (minute, second) = (number / 60, number % 60)
            return "20260329T03\(minute < 10 ? "0" : "")\(minute)\(second < 10 ? "0" : "")\(second)"
        }
        let text = calendar(
            "DTSTART;TZID=Europe/Berlin:20260101T000000\nRRULE:FREQ=SECONDLY\n"
                + "EXDATE;TZID=Europe/Berlin:\(exceptions.joined(separator: ","))"
        )
        let file = try CalendarFile(text: text)
        let year = try window("2026-01-01", "2027-01-01")
        // The repeated hour counts once. The series starts one hour before the window.
        let seconds = 365 * 86_400 - 3600 - 3000
        #expect(file.occurrences(in: year).count() == seconds)
    }

    @Test func `thousands of exceptions in a series with many segments are counted`() throws {
        let exceptions = (0..<1400).map { number in
            let (hour, minute) = (number / 60, number % 60)
            return "20260101T\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)00Z"
        }
        var events = [
            "DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;UNTIL=20260105T000000Z\n"
                + "EXDATE:\(exceptions.joined(separator: ","))"
        ]
        for hour in 2..<24 {
            let time = "20260102T\(hour < 10 ? "0" : "")\(hour)0000Z"
            events.append("RECURRENCE-ID;RANGE=THISANDFUTURE:\(time)\nDTSTART:\(time)\nDURATION:PT0S")
        }
        let file = try CalendarFile(text: calendar(events: events))
        let found = file.occurrences(in: try window("2026-01-01", "2026-02-01"))
        let seconds = 4 * 86_400 + 1 - 1400
        #expect(found.count() == seconds)
        #expect(Array(found).count == seconds)
    }
}
