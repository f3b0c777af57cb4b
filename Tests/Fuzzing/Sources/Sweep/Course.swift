import ICalendar

/// Processes each input: reads it, checks it, repairs it, expands four years, writes it, and converts it to
/// jCal and back.
enum Course {
    /// Four years in Berlin from the start of 2025.
    static let window: OccurrenceWindow? = {
        guard let zone = try? Zone(identifier: "Europe/Berlin") else { return nil }
        let from = Instant(secondsSince1970: 1_735_689_600)
        return try? OccurrenceWindow(from: from, to: from.adding(seconds: 1461 * 86_400), in: zone)
    }()

    /// The maximum number of occurrences to process.
    ///
    /// Hostile inputs can have millions.
    private static let mostOccurrences = 10_000

    /// Processes an input and returns counts of the results.
    static func run(_ bytes: [UInt8], _ window: OccurrenceWindow) -> [String: Int] {
        var tally = ["inputs": 1]
        guard let file = try? CalendarFile(bytes: bytes, threads: 1) else {
            tally["refused"] = 1
            return tally
        }
        tally["components"] = file.calendars.reduce(0) { $0 + $1.component.components.count }
        tally["diagnostics"] = file.diagnostics.count
        tally["violations"] = file.validate().count
        tally["repairs"] = file.repaired().repairs.count
        var texts = 0
        var occurrences = 0
        for occurrence in file.occurrences(in: window).prefix(mostOccurrences) {
            occurrences += 1
            texts += occurrence.summary?.utf8.count ?? 0
        }
        tally["occurrences"] = occurrences
        tally["bytes of summaries"] = texts
        var search = OccurrenceSearch(in: window, threads: 1)
        if (try? search.read(bytes: bytes)) != nil {
            tally["found by searching"] = search.occurrences().count(upTo: mostOccurrences)
        }
        let written = file.icsData()
        tally["bytes written"] = written.count
        let jCal = file.jCalData()
        tally["bytes of jCal"] = jCal.count
        if (try? CalendarFile(jCal: jCal)) == nil { tally["jCal lost"] = 1 }
        tally["bytes of xCal"] = file.xCalData().count
        return tally
    }
}
