import Benchmark
import CorpusGenerator
import ICalendar

/// Expands calendars of increasing size, which are already read, over a month and over the whole of 2026.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .throughput, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(3)
    let windows = [
        (name: "March 2026", from: 1_772_323_200, to: 1_775_001_600),
        (name: "2026", from: 1_767_225_600, to: 1_798_761_600),
    ]
    for events in [1000, 10_000, 100_000] {
        for stretch in windows {
            Benchmark("expand \(stretch.name) of \(events) events") {
                (benchmark: Benchmark, file: CalendarFile) in
                let window = try OccurrenceWindow(
                    from: Instant(secondsSince1970: stretch.from),
                    to: Instant(secondsSince1970: stretch.to),
                    in: .utc
                )
                for _ in benchmark.scaledIterations {
                    blackHole(file.occurrences(in: window).reduce(0) { count, _ in count + 1 })
                }
            } setup: {
                var corpus = CalendarCorpus(.people, seed: 2026)
                return try CalendarFile(bytes: corpus.bytes(.events(events)))
            }
        }
    }
}
