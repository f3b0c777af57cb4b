import Benchmark
import ICalendar
import RuleCases

/// Queries rules of every frequency for one day in 2026.
///
/// A start in 1970 must not cost more than one in 2026.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.maxDuration = .seconds(1)
    Benchmark.defaultConfiguration.scalingFactor = .kilo
    for rule in RuleCase.queries {
        Benchmark("a day of \(rule.name)") { (benchmark: Benchmark, file: CalendarFile) in
            let window = try OccurrenceWindow(
                from: Instant(secondsSince1970: 1_781_481_600),
                to: Instant(secondsSince1970: 1_781_568_000),
                in: .utc
            )
            for _ in benchmark.scaledIterations {
                blackHole(file.occurrences(in: window).reduce(0) { count, _ in count + 1 })
            }
        } setup: {
            try rule.file()
        }
    }
}
