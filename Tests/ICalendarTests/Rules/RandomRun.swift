#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many rules are made by chance in this run, and from which seed.
///
/// Each run takes another seed and prints it; `ICALENDAR_SEED` repeats a run, `ICALENDAR_RANDOM_RULES` (the number of
/// rules of each frequency) makes it longer.
struct RandomRun {
    let seed: UInt64
    let rulesOfEachFrequency: UInt64?

    static let thisRun = RandomRun()

    private init() {
        let environment = ProcessInfo.processInfo.environment
        rulesOfEachFrequency = environment["ICALENDAR_RANDOM_RULES"].flatMap { UInt64($0) }
        // Small enough to be typed.
        seed = environment["ICALENDAR_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000_000)
        print("random rules: ICALENDAR_SEED=\(seed)")
    }
}
