import Benchmark
import CorpusGenerator
import ICalendar

/// Reads and expands calendars of growing size: what matters is the shape of the curve.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .throughput, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(3)
    for events in [1000, 10_000, 100_000] {
        var corpus = CalendarCorpus(.people, seed: 2026)
        let bytes = corpus.bytes(.events(events))
        Benchmark("read and expand a month, \(events) events") { benchmark in
            for _ in benchmark.scaledIterations {
                let file = try CalendarFile(bytes: bytes)
                let window = try OccurrenceWindow(
                    from: Instant(secondsSince1970: 1_772_323_200),
                    to: Instant(secondsSince1970: 1_775_001_600),
                    in: .utc
                )
                blackHole(file.occurrences(in: window).reduce(0) { count, _ in count + 1 })
            }
        }
    }
}
