#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The number of random rules in this run, and their seed.
///
/// Each run uses a new seed and prints it. `ICALENDAR_SEED` repeats a run; `ICALENDAR_RANDOM_RULES`, the number of
/// rules for each frequency, makes it longer.
struct RandomRun {
    let seed: UInt64
    let rulesOfEachFrequency: UInt64?

    static let thisRun = RandomRun()

    private init() {
        let environment = ProcessInfo.processInfo.environment
        rulesOfEachFrequency = environment["ICALENDAR_RANDOM_RULES"].flatMap { UInt64($0) }
        // Small enough to type.
        seed = environment["ICALENDAR_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000_000)
        print("random rules: ICALENDAR_SEED=\(seed)")
    }
}
