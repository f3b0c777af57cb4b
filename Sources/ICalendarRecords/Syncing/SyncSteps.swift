#if Records
    import ICalendar

    /// The parts of a window that are searched one after the other, so that neither the four years of a search nor the
    /// memory for what is found bound how wide it is.
    struct SyncSteps: Sequence, IteratorProtocol {
        private var rest: Range<Instant>
        private let width: Int

        /// From before the year 0 to after the year 9999, beyond which no calendar has anything.
        static let limits =
            Instant(secondsSince1970: -63_000_000_000)..<Instant(secondsSince1970: 254_000_000_000)

        /// A year; in a very wide window more, up to the four years that can be searched at once.
        init(_ range: Range<Instant>) {
            rest = range.clamped(to: Self.limits)
            let length = rest.upperBound.secondsSince1970 - rest.lowerBound.secondsSince1970
            width = Swift.max(366 * 86_400, Swift.min(length / 64, 1461 * 86_400))
        }

        mutating func next() -> Range<Instant>? {
            guard !rest.isEmpty else { return nil }
            let end = Swift.min(rest.lowerBound.adding(seconds: width), rest.upperBound)
            defer { rest = end..<rest.upperBound }
            return rest.lowerBound..<end
        }
    }

    extension Range<Instant> {
        /// The same in seconds since 1970.
        var seconds: Range<Int> { lowerBound.secondsSince1970..<upperBound.secondsSince1970 }
    }
#endif
