extension TransitionTable {
    /// The wall-clock seconds that are read as an instant, increasing: what the clocks show then, unless it is the second
    /// time that they show it, and what they skipped a while before.
    func civilSeconds(at instant: Int) -> [Int] {
        var span = span(atInstant: instant)
        var seconds = isRead(instant + span.offset, as: instant) ? [instant + span.offset] : []
        // Only a gap that is not longer ago than it is wide moves a time here.
        for _ in 0..<Self.mostChanges {
            guard span.low > instant - largestGap, span.low > -TransitionTable.bound else { break }
            span = self.span(atInstant: span.low - 1)
            let second = instant + span.offset
            if isRead(second, as: instant), !seconds.contains(second) { seconds.append(second) }
        }
        return seconds.count > 1 ? seconds.sorted() : seconds
    }

    /// The first wall-clock second that may be read as an instant or as a later one.
    func firstCivilSecond(from instant: Int) -> Int {
        var span = span(atInstant: instant)
        let shown = instant + span.offset
        guard span.low > instant - 2 * TransitionTable.largestOffset else { return shown }
        var first = shown
        // What the clocks show for the second time was meant the first time.
        let own = self.span(atCivil: shown)
        if shown - own.offset < instant, own.high < TransitionTable.bound { first = own.high }
        for _ in 0..<Self.mostChanges {
            guard span.low > instant - largestGap, span.low > -TransitionTable.bound else { break }
            span = self.span(atInstant: span.low - 1)
            first = min(first, instant + span.offset)
        }
        return first
    }

    /// Clocks that change more often than this in two days exist only in hostile files.
    private static let mostChanges = 100

    private func isRead(_ second: Int, as instant: Int) -> Bool {
        second - span(atCivil: second).offset == instant
    }
}
