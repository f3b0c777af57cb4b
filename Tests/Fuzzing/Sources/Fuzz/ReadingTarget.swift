import ICalendar

@testable import ICalendarCore

/// A target that generates calendars from bytes and checks that threads and screening do not affect the
/// result.
///
/// Any number of threads must read the same calendars, and skipping events outside the window must keep the
/// same occurrences.
enum ReadingTarget {
    static func run(_ bytes: [UInt8]) {
        let alone = Shown.file(bytes, threads: 1, batchSize: .max)
        holds(alone == Shown.file(bytes, threads: 1, batchSize: 1), "the batch size changes the result")
        let parts = Shown.screened(bytes, threads: 1, partSize: .max)
        // Starting threads is expensive for such small inputs, so only a quarter of the inputs use them.
        if bytes.count % 4 == 0 {
            holds(
                alone == Shown.file(bytes, threads: 3, batchSize: 1),
                "the number of threads changes the result"
            )
            for size in [1, 64, 200] {
                holds(
                    parts == Shown.screened(bytes, threads: 3, partSize: size),
                    "parts of \(size) bytes change what is screened"
                )
            }
        }
        guard let file = try? CalendarFile(bytes: bytes, threads: 1) else { return }
        for window in [Windows.march, Windows.fourYears] { search(bytes, file, window) }
    }

    /// Checks that a search that skips events returns the same occurrences as a complete read.
    static func search(_ bytes: [UInt8], _ file: CalendarFile, _ window: OccurrenceWindow) {
        var options = ExpansionOptions()
        // With coverage counters, the default step limit takes minutes.
        options.limits.work = 1 << 18
        var search = OccurrenceSearch(in: window, options: options, threads: 1)
        var counting = OccurrenceSearch(
            in: window,
            options: options,
            threads: 1,
            progress: nil,
            countsOnly: true
        )
        guard let said = try? search.read(bytes: bytes), let counted = try? counting.read(bytes: bytes) else {
            broken("a search cannot read a readable file")
        }
        holds(said == counted, "counting produces different diagnostics")
        let found = search.occurrences()
        let whole = file.occurrences(in: window, options: options)
        let count = whole.count(upTo: 5000, threads: 1)
        holds(found.count(upTo: 5000, threads: 1) == count, "a search finds a different number")
        holds(
            counting.occurrences().count(upTo: 5000, threads: 1) == count,
            "counting finds a different number"
        )
        holds(Shown.occurrences(found) == Shown.occurrences(whole), "a search finds different occurrences")
        for occurrence in whole.prefix(Shown.mostOccurrences) {
            let start = occurrence.start.instant(in: window.zone)
            let end = occurrence.end.instant(in: window.zone)
            holds(
                start <= end && start < window.searchedRange.upperBound,
                "an occurrence is out of order or outside the window"
            )
            holds(
                end > window.searchedRange.lowerBound || start == window.searchedRange.lowerBound,
                "before the window"
            )
        }
    }
}
