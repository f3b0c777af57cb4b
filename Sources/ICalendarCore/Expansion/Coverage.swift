/// The span of time in which calendars have any occurrences, regardless of the window.
package struct Coverage: Sendable, Hashable {
    /// The start of the first occurrence in any window, or nil if no occurrence exists:
    /// `file.occurrences(in: window).coverage.first // 2026-01-05T08:15:00Z`.
    package private(set) var first: Instant?
    /// The end of the last occurrence that is known without expansion, or nil if none is known.
    ///
    /// An endless series contributes its start, so check `coverage.isEndless` as well.
    package private(set) var last: Instant?
    /// Whether any rule never ends, such as `RRULE:FREQ=YEARLY` without COUNT and UNTIL.
    package private(set) var isEndless = false

    package mutating func include(from start: Int, through end: Int) {
        first = min(first ?? Instant(secondsSince1970: start), Instant(secondsSince1970: start))
        last = max(last ?? Instant(secondsSince1970: end), Instant(secondsSince1970: end))
    }

    /// Extends the span by events that were screened out, reading their wall-clock times as UTC.
    package mutating func include(_ screened: ScreenedCoverage) {
        guard let start = screened.start else { return }
        include(from: start, through: screened.end ?? start)
        isEndless = isEndless || screened.isEndless
    }

    /// Extends the span by the possible instances of a segment, without expanding it.
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
