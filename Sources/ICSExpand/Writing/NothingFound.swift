import ICSConsole
import ICalendar

struct NothingFound: CustomStringConvertible {
    /// The message: `nothing between 2026-03-01 and 2026-04-01; the input covers 2019 to 2023`.
    let description: String

    init(_ occurrences: Occurrences, _ kinds: ComponentKinds, in window: OccurrenceWindow) {
        let searched = WindowText(window.searchedRange, in: window.zone)
        let covered = NothingFound.text(occurrences.coverage, kinds, in: window.zone)
        description = "nothing between \(searched.from) and \(searched.to); \(covered)"
    }

    private static func text(_ coverage: Coverage, _ kinds: ComponentKinds, in zone: Zone) -> String {
        guard let first = coverage.first else { return noEvents(kinds) }
        let from = zone.civil(at: first).date.year
        if coverage.isEndless { return "the input covers \(from) onward" }
        let to = zone.civil(at: coverage.last ?? first).date.year
        return from == to ? "the input covers \(from)" : "the input covers \(from) to \(to)"
    }

    /// Returns a message such as `no events in this input (2 to-dos, 1 free/busy block; try --format freebusy)`.
    private static func noEvents(_ kinds: ComponentKinds) -> String {
        let events =
            kinds.events == 0
            ? "no events in this input"
            : kinds.events == 1
                ? "the only event in this input never happens"
                : "none of the \(kinds.events) events in this input ever happens"
        let others = [
            (kinds.todos, "to-do", "to-dos"), (kinds.journals, "journal", "journals"),
            (kinds.freeBusy, "free/busy block", "free/busy blocks"),
            (kinds.availability, "availability block", "availability blocks"),
        ]
        let counts = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        guard !counts.isEmpty else { return events }
        let hint =
            if kinds.freeBusy + kinds.availability > 0 {
                "; try --format freebusy"
            } else if kinds.todos > 0 {
                "; try ics-store reminders"
            } else {
                ""
            }
        return "\(events) (\(counts.joined(separator: ", "))\(hint))"
    }
}
