import ICalendar
import Testing
import TestTraits

@testable import ICalendarCore

/// Tests combining several rules with the same start into fewer rules.
@Suite struct RuleJoiningTests {
    private func joined(_ texts: [String]) throws -> [String] {
        let rules = try texts.map { try #require(RuleText.parse("FREQ=\($0)").rule) }
        return RecurrenceRule.joined(rules).map { RuleText.format($0) }
    }

    @Test func `complementary seconds are combined into every second`() throws {
        let first = (0..<30).map(String.init).joined(separator: ",")
        let second = (30..<60).map(String.init).joined(separator: ",")
        #expect(
            try joined(["SECONDLY;BYSECOND=\(first)", "SECONDLY;BYSECOND=\(second)"]) == ["FREQ=SECONDLY"]
        )
        #expect(
            try joined([
                "SECONDLY;BYDAY=MO,TU,WE,TH", "SECONDLY;BYDAY=FR,SA,SU;BYSECOND=\(first)",
                "SECONDLY;BYDAY=FR,SA,SU;BYSECOND=\(second)",
            ]) == ["FREQ=SECONDLY"]
        )
    }

    @Test(.timeLimit(.minutes(30)))
    func `hundreds of thousands of repeated values are reduced to two`() throws {
        let times = (1...2).map { String(repeating: "\($0),", count: 200_000) + "\($0)" }
        #expect(try joined(times.map { "DAILY;BYHOUR=\($0)" }) == ["FREQ=DAILY;BYHOUR=2,1"])
    }

    @Test(arguments: [
        ["DAILY;BYHOUR=1", "DAILY;BYHOUR=2;COUNT=3"], ["DAILY;BYHOUR=1", "DAILY;BYMINUTE=2"],
        ["DAILY;BYHOUR=1", "DAILY"], ["DAILY;BYHOUR=1", "DAILY;INTERVAL=2;BYHOUR=2"],
        ["MONTHLY;BYMONTHDAY=1,2;BYSETPOS=1", "MONTHLY;BYMONTHDAY=3;BYSETPOS=1"],
        ["DAILY;BYHOUR=1;COUNT=2", "DAILY;BYHOUR=2;COUNT=2"],
        ["DAILY;BYHOUR=1;UNTIL=20270101T000000Z", "DAILY;BYHOUR=2"],
    ])
    func `rules that differ in other parts are not combined`(texts: [String]) throws {
        #expect(try joined(texts).count == 2)
    }

    @Test func `combined rules produce the same instances`() throws {
        let run = RandomRun.thisRun
        var fewer = 0
        for number in 0..<(run.rulesOfEachFrequency ?? 15) {
            let seed = run.seed &+ number
            for frequency in RecurrenceRule.Frequency.allCases {
                let random = RandomRule(frequency, seed: seed)
                var numbers = SeededGenerator(seed: seed)
                var one = random.rule
                one.count = nil
                var other = one
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: (one.byMonth, other.byMonth) = ([1, 2, 3, 4, 5, 6, 7], [7, 8, 9, 10, 11, 12])
                case 1: (one.byHour, other.byHour) = (Array(0...12), Array(12...23))
                case 2: (one.byDay, other.byDay) = ([.init(.monday)], [.init(.friday), .init(.sunday)])
                default: (one.byMonthDay, other.byMonthDay) = (Array(1...20), Array(15...31))
                }
                let rules = RecurrenceRule.joined([one, other])
                if rules.count == 1 { fewer += 1 }
                func times(_ rules: [RecurrenceRule]) throws -> Set<Int> {
                    var all: Set<Int> = []
                    for rule in rules {
                        var remarks: [ValueRemark] = []
                        guard
                            let plan = RulePlan(
                                rule,
                                start: random.start,
                                isAllDay: false,
                                remarks: &remarks
                            )
                        else { continue }
                        let start = random.start.secondNumber
                        let days = frequency.isSubDaily ? 3 : 1500
                        all.formUnion(plan.times(from: start, through: start + days * 86_400).prefix(2000))
                    }
                    return all
                }
                let (all, found) = try (times([one, other]), times(rules))
                // A limited prefix of two rules can end before a limited prefix of the combined rule.
                guard all.count < 2000, found.count < 2000 else { continue }
                #expect(all == found, "\(RuleText.format(one)) and \(RuleText.format(other)) seed \(seed)")
            }
        }
        #expect(fewer > 40)
    }
}
