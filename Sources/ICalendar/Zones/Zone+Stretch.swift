extension Zone {
    /// The instants around one that have its offset, in seconds since 1970, and the offset in seconds east of UTC.
    ///
    /// For those who ask for many instants that lie close together.
    package func stretch(around instant: Instant) -> (instants: Range<Int>, offset: Int) {
        let span = table.span(atInstant: instant.secondsSince1970)
        return (span.low..<max(span.low, span.high), span.offset)
    }

    /// Those of the instants around one that the wall clock shows once: not the hour, mostly, before and after the clocks
    /// are set back.
    package func unrepeated(around instant: Instant) -> Range<Int> {
        let span = table.span(atInstant: instant.secondsSince1970)
        var (low, high) = (span.low, span.high)
        // Far from any change of the clocks nothing is repeated, and sums stay small.
        if abs(low) < .max / 4 { low += max(0, table.span(atInstant: low - 1).offset - span.offset) }
        if abs(high) < .max / 4 { high -= max(0, span.offset - table.span(atInstant: high).offset) }
        return low..<max(low, high)
    }

    /// Whether the wall clock shows the same time at another instant too: `2026-10-25T00:30:00Z` in Berlin.
    package func showsTwice(_ instant: Instant) -> Bool {
        !unrepeated(around: instant).contains(instant.secondsSince1970)
    }
}
