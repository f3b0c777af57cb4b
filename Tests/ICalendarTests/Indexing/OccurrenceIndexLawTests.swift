import ICalendar
@_spi(Benchmarks) import ICalendarCore
import TestTraits
import Testing

/// Compares the results of an index with an expansion of the same files in the same window.
struct OccurrenceIndexLawTests {
    private static let zones = [
        "UTC", "Europe/Berlin", "Pacific/Auckland", "America/New_York", "Pacific/Apia",
    ]

    @Test(.long, arguments: CorpusCase.names)
    func `an index of a corpus calendar matches its expansion`(name: String) throws {
        let calendar = try CorpusCase(name)
        let file = try CalendarFile(bytes: calendar.bytes, name: name)
        for zone in [calendar.zone] + Self.zones {
            let zone = try Zone(identifier: zone)
            let from = try instant(calendar.from, in: zone)
            let to = try instant(calendar.to, in: zone)
            var windows = [try OccurrenceWindow(from: from, to: to, in: zone)]
            var generator = SeededGenerator(seed: UInt64(name.utf8.count))
            let around = from.adding(seconds: -200 * 86_400)..<to.adding(seconds: 200 * 86_400)
            windows += try (0..<20).map { _ in try Self.window(within: around, in: zone, &generator) }
            try compare([file], windows, in: zone)
        }
    }

    @Test(.long, arguments: 9...40)
    func `an index of a calendar from the extended random set matches its expansion`(seed: Int) throws {
        try `an index of a random calendar matches its expansion`(seed: seed)
    }

    @Test(.long, arguments: 1...8)
    func `an index of a random calendar matches its expansion`(seed: Int) throws {
        let files = try [
            CalendarFile(text: IndexedCalendar(seed: UInt64(seed)).text, name: "a.ics"),
            CalendarFile(text: RandomCalendar(seed: UInt64(seed)).text, name: "b.ics"),
        ]
        let zone = try Zone(identifier: Self.zones[seed % Self.zones.count])
        var generator = SeededGenerator(seed: UInt64(seed))
        let range = try instant("2009-01-01", in: zone)..<instant("2030-01-01", in: zone)
        var windows = try (0..<30).map { _ in try Self.window(within: range, in: zone, &generator) }
        windows += try OccurrenceWindow.steps(
            from: instant("2011-12-29", in: zone),
            to: instant("2018-03-01", in: zone),
            in: zone
        )
        var options = ExpansionOptions()
        options.hidesCancelled = seed % 3 == 0
        try compare(files, windows, in: zone, options)
    }

    @Test(
        .long,
        arguments: [
            ("0001-01-01", "0003-01-01"), ("1969-12-25", "1970-01-07"), ("2099-12-01", "2100-04-01"),
            ("9998-06-01", "9999-12-31"),
        ]
    )
    func `an index covers all years from the first to the last`(from: String, to: String) throws {
        let zone = try Zone(identifier: "Europe/Berlin")
        let files = try (1...12).map { try CalendarFile(text: IndexedCalendar(seed: $0).text) }
        let window = try OccurrenceWindow(
            from: instant(from, in: zone),
            to: instant(to, in: zone).adding(seconds: 200 * 86_400),
            in: zone
        )
        try compare(files, [window], in: zone)
    }

    @Test func `the random calendars cover every part of an index`() throws {
        let files = try (1...20).map { try CalendarFile(text: IndexedCalendar(seed: $0).text) }
        let statistics = OccurrenceIndex(of: files, in: .utc).statistics
        #expect(statistics.singles > 100)
        #expect(statistics.laidOut > statistics.singles + 500)
        #expect(statistics.periodic > 40)
        #expect(statistics.askedOneByOne > 40)
    }

    /// Returns a window within a range, from one hour to one year long.
    private static func window(
        within range: Range<Instant>,
        in zone: Zone,
        _ generator: inout SeededGenerator
    ) throws -> OccurrenceWindow {
        let length = range.upperBound.secondsSince1970 - range.lowerBound.secondsSince1970
        let from = range.lowerBound.adding(
            seconds: Int.random(in: 0..<length, using: &generator) / 1800 * 1800
        )
        let hours = [1, 24, 24, 168, 744, 744, 8760].randomElement(using: &generator) ?? 1
        return try OccurrenceWindow(from: from, to: from.adding(seconds: hours * 3600), in: zone)
    }

    private func compare(
        _ files: [CalendarFile],
        _ windows: [OccurrenceWindow],
        in zone: Zone,
        _ options: ExpansionOptions = .init()
    ) throws {
        let index = OccurrenceIndex(of: files, in: zone, options: options)
        for window in windows {
            let expected = Occurrences(of: files, in: window, options: options).map(described)
            let found = index.occurrences(in: window)
            let lines = found.map(described)
            #expect(lines == expected, "\(window.searchedRange) \(difference(lines, expected))")
            #expect(found.count == expected.count, "\(window.searchedRange)")
        }
    }

    private func difference(_ left: [String], _ right: [String]) -> String {
        let place = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let first = place ?? min(left.count, right.count)
        return "at \(first): \(left.dropFirst(first).first ?? "-") for \(right.dropFirst(first).first ?? "-")"
    }

    private func described(_ occurrence: Occurrence) -> String {
        occurrence.line + " \(occurrence.file ?? "-") \(occurrence.event.line ?? 0)"
    }
}
