import ICalendar
import Testing

/// What a search that passes over events gives, against what reading everything gives.
struct ScreeningLawTests {
    @Test(arguments: CorpusCase.names)
    func `a search of a calendar of the corpus gives what reading it whole gives`(name: String) throws {
        let calendar = try CorpusCase(name)
        let zone = try Zone(identifier: calendar.zone)
        let range = try instant(calendar.from, in: zone)..<instant(calendar.to, in: zone)
        try compare(calendar.bytes, range, zone, parts: 6)
    }

    @Test(arguments: 1...80)
    func `a search of a random calendar gives what reading it whole gives`(seed: Int) throws {
        let zone = try Zone(identifier: ["UTC", "Pacific/Auckland", "America/New_York"][seed % 3])
        // Before, around and after what the calendar has.
        let range = try instant("2025-06-01", in: zone)..<instant("2027-06-01", in: zone)
        try compare(Array(RandomCalendar(seed: UInt64(seed)).text.utf8), range, zone, parts: 24)
    }

    private func compare(_ bytes: [UInt8], _ range: Range<Instant>, _ zone: Zone, parts: Int) throws {
        let file = try CalendarFile(bytes: bytes)
        let length = (range.upperBound.secondsSince1970 - range.lowerBound.secondsSince1970) / parts
        for part in 0..<parts {
            let from = range.lowerBound.adding(seconds: part * length)
            let window = try OccurrenceWindow(from: from, to: from.adding(seconds: max(1, length)), in: zone)
            var search = OccurrenceSearch(in: window)
            try search.read(bytes: bytes)
            #expect(
                search.occurrences().map(described) == file.occurrences(in: window).map(described),
                "window \(window.searchedRange)"
            )
        }
    }

    private func described(_ occurrence: Occurrence) -> String {
        let original = occurrence.recurrenceID.map(\.description) ?? "-"
        let summary = occurrence.summary ?? "-"
        return "\(occurrence.uid) \(occurrence.start) \(occurrence.end) \(original)"
            + " \(occurrence.isDetached) \(summary) \(occurrence.event.line ?? 0)"
    }
}
