import ICalendar

@testable import ICalendarCore

/// Bytes become calendars: the same ones for any number of threads, and the same occurrences whether events are passed
/// over or not.
enum ReadingTarget {
    static func run(_ bytes: [UInt8]) {
        let alone = Shown.file(bytes, threads: 1, batchSize: .max)
        holds(alone == Shown.file(bytes, threads: 1, batchSize: 1), "batches change what is read")
        let parts = Shown.screened(bytes, threads: 1, partSize: .max)
        // Threads are dear beside so small an input, so a quarter of the inputs has them.
        if bytes.count % 4 == 0 {
            holds(alone == Shown.file(bytes, threads: 3, batchSize: 1), "threads change what is read")
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

    /// A search that passes over events gives what reading everything gives.
    static func search(_ bytes: [UInt8], _ file: CalendarFile, _ window: OccurrenceWindow) {
        var options = ExpansionOptions()
        // Beside what counts what is reached, the usual number of steps takes minutes.
        options.limits.work = 1 << 18
        var search = OccurrenceSearch(in: window, options: options, limits: options.limits, threads: 1)
        var counting = OccurrenceSearch(
            in: window,
            options: options,
            limits: options.limits,
            threads: 1,
            progress: nil,
            countsOnly: true
        )
        guard let said = try? search.read(bytes: bytes), let counted = try? counting.read(bytes: bytes) else {
            broken("a search cannot read what a file can")
        }
        holds(said == counted, "counting says something else")
        let found = search.occurrences()
        let whole = file.occurrences(in: window, options: options)
        let count = whole.count(upTo: 5000, threads: 1)
        holds(found.count(upTo: 5000, threads: 1) == count, "a search finds another number")
        holds(counting.occurrences().count(upTo: 5000, threads: 1) == count, "counting finds another number")
        holds(Shown.occurrences(found) == Shown.occurrences(whole), "a search finds others")
        for occurrence in whole.prefix(Shown.mostOccurrences) {
            let start = occurrence.start.instant(in: window.zone)
            let end = occurrence.end.instant(in: window.zone)
            holds(start <= end && start < window.searchedRange.upperBound, "out of order or window")
            holds(
                end > window.searchedRange.lowerBound || start == window.searchedRange.lowerBound,
                "before the window"
            )
        }
    }
}
