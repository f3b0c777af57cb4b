import Benchmark
import CorpusGenerator
import ICalendar

/// Reads calendars of growing size and decodes every component; the shape of the curve is what matters.
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
