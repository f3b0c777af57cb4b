/// The stretch of time in which calendars have anything at all, whatever the window.
///
/// ```swift
/// let coverage = file.occurrences(in: window).coverage
/// if let last = coverage.last, !coverage.isEndless { print("nothing after", last) }
/// ```
public struct Coverage: Sendable, Hashable {
    /// The start of the first occurrence, or nil when there is none, whatever the window:
    /// `file.occurrences(in: window).coverage.first // 2026-01-05T08:15:00Z`.
    public private(set) var first: Instant?
    /// The end of the last occurrence that is known without expanding, or nil when there is none; a series without
    /// end gives its start, so look at `coverage.isEndless` too.
    public private(set) var last: Instant?
    /// Whether a rule goes on for ever, as `RRULE:FREQ=YEARLY` does without COUNT and UNTIL.
    public private(set) var isEndless = false

    package mutating func include(from start: Int, through end: Int) {
        first = min(first ?? Instant(secondsSince1970: start), Instant(secondsSince1970: start))
        last = max(last ?? Instant(secondsSince1970: end), Instant(secondsSince1970: end))
    }

    /// Widens the stretch by events that were left out, their wall-clock times read as UTC.
    package mutating func include(_ screened: ScreenedCoverage) {
        guard let start = screened.start else { return }
        include(from: start, through: screened.end ?? start)
        isEndless = isEndless || screened.isEndless
    }

    /// Widens the stretch by what a segment can give, found without going through it.
    package mutating func include(_ segment: Segment) {
        let set = segment.base
        for date in [set.dates.first, set.dates.last].compactMap({ $0 }) {
            include(from: date.sort, through: date.sort)
        }
        for rule in set.rules {
            if let last = rule.lastCivil(on: set.clock) {
                include(from: set.start.sort, through: set.clock.instance(atCivil: last).sort)
            } else {
                isEndless = true
                include(from: set.start.sort, through: set.start.sort)
            }
        }
    }
}
