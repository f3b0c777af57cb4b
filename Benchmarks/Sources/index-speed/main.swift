import CorpusGenerator
import ICalendar
@_spi(Benchmarks) import ICalendarCore

// Measures how the cost of building and querying an index grows: `index-speed [CORPUS ...] [N ...]`. Prints a line for
// each corpus and size:
//
//     build CORPUS N milliseconds milliseconds-without-series bytes-an-event laid-out periodic asked-one-by-one
//
// Also prints a line for each kind of window, with the results for 400 random windows:
//
//     query CORPUS N WINDOW occurrences microseconds nanoseconds-an-occurrence microseconds-to-count

/// A sink that keeps the compiler from removing the measured work.
var checksum = 0

/// Formats a number with one decimal place.
func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

/// Formats milliseconds with one decimal place.
func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return rounded(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
}

/// Returns the average duration of `work` in microseconds, from the best of three runs.
func microseconds(_ runs: Int, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<3 {
        let start = clock.now
        try work()
        let (seconds, attoseconds) = (clock.now - start).components
        best = min(best, (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(runs))
    }
    return best
}

let asked = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let named = CommandLine.arguments.dropFirst().compactMap(IndexCorpus.init)
for corpus in named.isEmpty ? IndexCorpus.allCases : named {
    for count in asked.isEmpty ? [1000, 10_000, 100_000, 1_000_000] : asked {
        var builder = OccurrenceIndex.Builder(in: try Zone(identifier: "Europe/Berlin"))
        try builder.read(bytes: corpus.bytes(count))
        let clock = ContinuousClock()
        let start = clock.now
        let index = builder.build()
        let layout = clock.now - start
        let statistics = index.statistics
        print(
            "build",
            corpus,
            count,
            milliseconds(statistics.buildTime),
            milliseconds(layout),
            statistics.byteCount / count,
            statistics.laidOut,
            statistics.periodic,
            statistics.askedOneByOne
        )
        var numbers = SeededNumbers(seed: 99)
        let days = corpus.days(count)
        for (name, length) in corpus.windows(count) {
            let windows = try (0..<400).map { _ in
                let seconds =
                    (days.lowerBound + numbers.below(days.count)) * 86_400 + numbers.below(24) * 3600
                let from = Instant(secondsSince1970: seconds)
                return try OccurrenceWindow(
                    from: from,
                    to: from.adding(seconds: max(60, length)),
                    in: index.zone
                )
            }
            var found = 0
            let spent = microseconds(windows.count) {
                found = 0
                for window in windows {
                    for occurrence in index.occurrences(in: window) {
                        if case .instant(let instant, _) = occurrence.start {
                            checksum &+= instant.secondsSince1970
                        }
                        found += 1
                    }
                }
            }
            let counting = microseconds(windows.count) {
                for window in windows { checksum &+= index.occurrences(in: window).count }
            }
            let mean = Double(found) / Double(windows.count)
            print(
                "query",
                corpus,
                count,
                name,
                rounded(mean),
                rounded(spent),
                rounded(spent * 1000 / mean),
                rounded(counting)
            )
        }
    }
}
print("checksum", checksum)
