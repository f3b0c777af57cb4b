/// The time span in which calendars have occurrences, regardless of the window.
package struct Coverage: Sendable, Hashable {
    /// The start of the first occurrence, inside or outside the window, or nil if there are no occurrences:
    /// `file.occurrences(in: window).coverage.first // 2026-01-05T08:15:00Z`.
    package private(set) var first: Instant?
    /// The end of the last occurrence known without expansion, or nil if none is known.
    ///
    /// An endless series contributes its start, so also check `coverage.isEndless`.
    package private(set) var last: Instant?
    /// Whether any rule is endless, such as `RRULE:FREQ=YEARLY` without COUNT or UNTIL.
    package private(set) var isEndless = false

    package mutating func include(from start: Int, through end: Int) {
        first = min(first ?? Instant(secondsSince1970: start), Instant(secondsSince1970: start))
        last = max(last ?? Instant(secondsSince1970: end), Instant(secondsSince1970: end))
    }

    /// Extends the span by events that start at an instant and never end.
    package mutating func include(endlessFrom start: Int) {
        isEndless = true
        include(from: start, through: start)
    }

    /// Extends the span by a screened-out event, reading its wall-clock times as UTC.
    mutating func include(_ extent: ComponentScreen.Extent) {
        guard let end = extent.end else { return include(endlessFrom: extent.start) }
        include(from: extent.start, through: end)
    }

    mutating func include(_ other: Coverage) {
        guard let start = other.first, let end = other.last else { return }
        include(from: start.secondsSince1970, through: end.secondsSince1970)
        isEndless = isEndless || other.isEndless
    }
}
