import Benchmark
import CorpusGenerator
import ICalendar

/// Reads calendars of increasing size and decodes every component.
///
/// The growth matters more than the figures.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .throughput, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(3)
    for events in [1000, 10_000, 100_000] {
        var corpus = CalendarCorpus(.people, seed: 2026)
        let bytes = corpus.bytes(.events(events))
        Benchmark("read \(events) events") { benchmark in
            for _ in benchmark.scaledIterations {
                blackHole(try CalendarFile(bytes: bytes))
            }
        }
    }
}
