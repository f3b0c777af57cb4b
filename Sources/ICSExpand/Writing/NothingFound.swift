import ICSConsole
import ICalendar

/// The line for a search without a result, which says where there would be one.
struct NothingFound: CustomStringConvertible {
    /// `nothing between 2026-03-01 and 2026-04-01; the input covers 2019 to 2023`.
    let description: String

    /// The line for a window in which nothing was found.
    init(_ occurrences: Occurrences, in window: OccurrenceWindow) {
        let searched = WindowText(window.searchedRange, in: window.zone)
        let covered = NothingFound.text(occurrences.coverage, in: window.zone)
        description = "nothing between \(searched.from) and \(searched.to); \(covered)"
    }

    /// The years in which the input has events.
    private static func text(_ coverage: Coverage, in zone: Zone) -> String {
        guard let first = coverage.first else {
            return "the input has no events that ever happen; to-dos and journals are not looked at"
        }
        let from = zone.civil(at: first).date.year
        if coverage.isEndless { return "the input covers \(from) and all years after it" }
        let to = zone.civil(at: coverage.last ?? first).date.year
        return from == to ? "the input covers \(from)" : "the input covers \(from) to \(to)"
    }
}
