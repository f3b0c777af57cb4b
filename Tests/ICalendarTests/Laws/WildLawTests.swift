import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Breaks valid calendars the way real programs do.
///
/// The `wild` fuzz target applies the same law with other choices.
@Suite struct WildLawTests {
    @Test(arguments: WildBreak.allCases)
    func `a calendar broken in one way keeps its meaning, or the loss is reported`(way: WildBreak)
        throws
    {
        try check(way, seeds: 0..<6)
    }

    @Test(.long, arguments: WildBreak.allCases)
    func `more calendars broken in one way keep their meaning, or the loss is reported`(
        way: WildBreak
    ) throws {
        try check(way, seeds: 6..<60)
    }

    private func check(_ way: WildBreak, seeds: Range<Int>) throws {
        var found: [String] = []
        for seed in seeds {
            if let violation = try WildLaw.violation(Choices(seed: UInt64(seed)), ways: [way]) {
                found.append("seed \(seed): \(violation)")
            }
        }
        #expect(found.isEmpty, "\(found.count) of \(seeds.count); \(found.first ?? "")")
    }

    @Test func `the tests cover every kind of break`() {
        for way in WildBreak.allCases {
            let isTried = (0..<60).contains { seed in
                var calendar = WildCalendar(Choices(seed: UInt64(seed)))
                return calendar.apply(way)
            }
            #expect(isTried, "\(way)")
        }
    }
}
