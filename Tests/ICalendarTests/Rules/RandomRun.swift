#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The number of random rules in this run, and the random seed.
///
/// Each run uses a new seed and prints it. Set `ICALENDAR_SEED` to repeat a run, and
/// `ICALENDAR_RANDOM_RULES`, the number of rules per frequency, to make it longer.
struct RandomRun {
    let seed: UInt64
    let rulesOfEachFrequency: UInt64?

    static let thisRun = RandomRun()

    private init() {
        let environment = ProcessInfo.processInfo.environment
        rulesOfEachFrequency = environment["ICALENDAR_RANDOM_RULES"].flatMap { UInt64($0) }
        // Keeps the seed short enough to type.
        seed = environment["ICALENDAR_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000_000)
        print("random rules: ICALENDAR_SEED=\(seed)")
    }
}
