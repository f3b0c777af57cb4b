import ICalendar
import Testing

@testable import ICalendarCore

/// Valid calendars are broken as programs in the wild break them; the fuzz target `wild` asks the same of other choices.
@Suite struct WildLawTests {
    @Test(arguments: WildBreak.allCases)
    func `a calendar broken in one way means the same, or a diagnostic says what is missing`(way: WildBreak)
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

    @Test func `every way of breaking is tried`() {
        for way in WildBreak.allCases {
            let isTried = (0..<60).contains { seed in
                var calendar = WildCalendar(Choices(seed: UInt64(seed)))
                return calendar.apply(way)
            }
            #expect(isTried, "\(way)")
        }
    }
}
