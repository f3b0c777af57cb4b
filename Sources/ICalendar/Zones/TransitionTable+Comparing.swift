extension TransitionTable {
    /// The instants of a range at which two tables have different offsets, as sorted ranges that do not touch.
    func differingRanges(from other: TransitionTable, between range: Range<Int>) -> [Range<Int>] {
        guard self !== other else { return [] }
        var ranges: [Range<Int>] = []
        var second = max(range.lowerBound, -TransitionTable.bound)
        let end = min(range.upperBound, TransitionTable.bound)
        var mine = span(atInstant: second)
        var theirs = other.span(atInstant: second)
        while second < end {
            if mine.high <= second { mine = span(atInstant: second) }
            if theirs.high <= second { theirs = other.span(atInstant: second) }
            let next = min(mine.high, theirs.high, end)
            if mine.offset != theirs.offset {
                if let last = ranges.last, last.upperBound == second {
                    ranges[ranges.count - 1] = last.lowerBound..<next
                } else {
                    ranges.append(second..<next)
                }
            }
            second = next
        }
        return ranges
    }

    /// How often the offset changes behind one instant, up to another.
    func changes(from first: Int, to last: Int) -> Int {
        first < last ? changes(through: last) - changes(through: first) : 0
    }

    /// How often it changes up to an instant, counted from the first change on.
    private func changes(through instant: Int) -> Int {
        guard let cycleStart, instant >= cycleStart + TransitionTable.cycle else {
            return TransitionTable.count(in: instants, through: instant)
        }
        let cycles = (min(instant, TransitionTable.bound) - cycleStart) / TransitionTable.cycle
        let early = TransitionTable.count(in: instants, through: cycleStart - 1)
        let cyclic =
            TransitionTable.count(in: instants, through: cycleStart + TransitionTable.cycle - 1) - early
        return cycles * cyclic
            + TransitionTable.count(in: instants, through: instant - cycles * TransitionTable.cycle)
    }

    /// The stretches of wall-clock time that the clocks skip, from the first that ends after the range's start to the
    /// last that begins before its end.
    func gaps(between range: Range<Int>) -> [(civilStart: Int, civilEnd: Int)] {
        guard largestGap > 0 else { return [] }
        var gaps: [(civilStart: Int, civilEnd: Int)] = []
        var second = max(range.lowerBound, -TransitionTable.bound)
        // A gap is the end of the stretch that is read with the offset before it.
        let end = min(range.upperBound, TransitionTable.bound)
        while second < end {
            let span = span(atCivil: second)
            if span.gapStart < min(span.high, end) {
                gaps.append((span.gapStart, span.high))
            }
            second = span.high
        }
        return gaps
    }
}

extension TransitionTable: Hashable {
    static func == (left: TransitionTable, right: TransitionTable) -> Bool {
        left === right
            || (left.cycleStart == right.cycleStart && left.instants == right.instants
                && left.offsets == right.offsets)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(instants.count)
        hasher.combine(instants.last)
        hasher.combine(offsets.last)
    }
}
