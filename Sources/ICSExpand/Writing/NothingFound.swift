import ICalendar

/// The line for a search without a result, which says where there would be one.
struct NothingFound: CustomStringConvertible {
    /// `nothing between 2026-03-01 and 2026-04-01; the input covers 2019 to 2023`.
    let description: String

    /// The line for a window in which nothing was found.
    init(_ occurrences: Occurrences, in window: OccurrenceWindow) {
        let from = NothingFound.text(window.searchedRange.lowerBound, in: window.zone)
        let to = NothingFound.text(window.searchedRange.upperBound, in: window.zone)
        let covered = NothingFound.text(occurrences.coveredYears, isEndless: occurrences.endless)
        description = "nothing between \(from) and \(to); \(covered)"
    }

    /// A bound as it would be typed.
    private static func text(_ instant: Instant, in zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        return civil.secondOfDay == 0 ? civil.date.description : civil.description
    }

    /// The years in which the input has events.
    static func text(_ years: ClosedRange<Int>?, isEndless: Bool) -> String {
        guard let years else { return "the input has no events" }
        if isEndless { return "the input covers \(years.lowerBound) and all years after it" }
        return years.count == 1
            ? "the input covers \(years.lowerBound)"
            : "the input covers \(years.lowerBound) to \(years.upperBound)"
    }
}
