import ICalendar
import Testing

@testable import ICalendarCore

/// Breaks valid calendars as programs in the wild do; the fuzz target `wild` does the same with other choices.
@Suite struct WildLawTests {
    @Test(arguments: WildBreak.allCases)
    func `a calendar broken in one way keeps its meaning, or a diagnostic names the loss`(way: WildBreak)
        throws
    {
        var found: [String] = []
        for seed in 0..<60 {
            if let violation = try WildLaw.violation(Choices(seed: UInt64(seed)), ways: [way]) {
                found.append("seed \(seed): \(violation)")
            }
        }
        #expect(found.isEmpty, "\(found.count) of 60; \(found.first ?? "")")
    }

    @Test func `every kind of break is tested`() {
        for way in WildBreak.allCases {
            let isTried = (0..<60).contains { seed in
                var calendar = WildCalendar(Choices(seed: UInt64(seed)))
                return calendar.apply(way)
            }
            #expect(isTried, "\(way)")
        }
    }
}
