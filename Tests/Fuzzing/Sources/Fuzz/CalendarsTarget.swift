import Hostile
import ICalendar

@testable import ICalendarChecking
@testable import ICalendarCore

/// A target that generates a nearly valid calendar from bytes and checks all laws with it.
enum CalendarsTarget {
    static func run(_ bytes: [UInt8]) {
        guard bytes.count < 3000 else { return }
        let text = NearCalendar.text(Choices(bytes))
        if Fuzz.showsInputs { print(text) }
        let ics = Array(text.utf8)
        guard let file = try? CalendarFile(bytes: ics, threads: 1) else { return }
        holds(
            Shown.screened(ics, threads: 1, partSize: .max) == Shown.screened(ics, threads: 2, partSize: 64),
            "parts change what is screened"
        )
        // Limits very dense calendars to one month, because a longer window takes a second and finds nothing
        // more.
        let isFlood = file.occurrences(in: Windows.march).count(upTo: 1000, threads: 1) >= 1000
        for window in isFlood ? [Windows.march] : [Windows.march, Windows.fourYears, Windows.early] {
            ReadingTarget.search(ics, file, window)
            index(file, window)
        }
        halves(file)
        WritingTarget.check(file)
        ExchangeTarget.check(file)
        repair(file, isFlood: isFlood)
    }

    /// Checks that an index returns the same occurrences as an expansion.
    private static func index(_ file: CalendarFile, _ window: OccurrenceWindow) {
        let expected = file.occurrences(in: window)
        // The window decides where a very dense expansion stops.
        if expected.diagnostics.contains(where: { $0.code == .limit }) { return }
        let index = OccurrenceIndex(of: [file], in: window.zone)
        let found = index.occurrences(in: window).prefix(Shown.mostOccurrences).map(Shown.occurrence)
        holds(Array(found) == Shown.occurrences(expected), "an index finds different occurrences")
        // Counting very many occurrences is slow.
        if expected.count(upTo: 5000, threads: 1) < 5000 {
            holds(
                index.occurrences(in: window).count == expected.count(threads: 1),
                "an index counts different occurrences"
            )
        }
    }

    /// Checks that the two halves of a window have the same occurrences as the whole window.
    private static func halves(_ file: CalendarFile) {
        let range = Windows.march.searchedRange
        let whole = file.occurrences(in: Windows.march)
        guard whole.count(upTo: 1000, threads: 1) < 1000,
            !whole.diagnostics.contains(where: { $0.code == .limit })
        else { return }
        let all = Set(whole.map(Shown.occurrence))
        let cut = range.lowerBound.adding(seconds: 13 * 86_400 + 3601)
        var parts: Set<String> = []
        for range in [range.lowerBound..<cut, cut..<range.upperBound] {
            guard
                let window = try? OccurrenceWindow(
                    from: range.lowerBound,
                    to: range.upperBound,
                    in: Windows.berlin
                )
            else { broken("an invalid window") }
            let part = file.occurrences(in: window)
            if part.diagnostics.contains(where: { $0.code == .limit }) { return }
            parts.formUnion(part.map(Shown.occurrence))
        }
        holds(
            parts == all,
            "halves of a window have different occurrences: \(parts.symmetricDifference(all).sorted())"
        )
    }

    /// Checks that a repaired calendar needs no further repairs and keeps its occurrences.
    private static func repair(_ file: CalendarFile, isFlood: Bool) {
        let before = file.validate()
        let (mended, repairs) = file.repaired()
        holds(repairs.isEmpty == !before.contains(where: \.isRepairable), "repairs without a violation")
        holds(mended.repaired().repairs.isEmpty, "a repaired file needs more repairs")
        guard !repairs.isEmpty else { return }
        for window in isFlood ? [Windows.march] : [Windows.march, Windows.fourYears] {
            let (one, other) = (file.occurrences(in: window), mended.occurrences(in: window))
            let lines = [one, other].map {
                $0.prefix(Shown.mostOccurrences).map { "\($0.uid) \($0.start) \($0.end)" }
            }
            holds(lines[0] == lines[1], "a repair changed an occurrence")
        }
    }
}
