extension Zone {
    /// The instants around one that have its offset, in seconds since 1970, and the offset in seconds east of UTC.
    ///
    /// For those who ask for many instants that lie close together.
    package func stretch(around instant: Instant) -> (instants: Range<Int>, offset: Int) {
        let span = table.span(atInstant: instant.secondsSince1970)
        return (span.low..<max(span.low, span.high), span.offset)
    }
}
