/// The offsets of one time zone through all time: sorted transitions, and a tail that repeats every 400 years.
///
/// A zone whose rule has no end (the footer of a TZif file, an endless yearly observance) is laid out for 400
/// Gregorian years, which are 146,097 days or 20,871 whole weeks, and that part repeats for ever. So a lookup is one
/// binary search in any year, and no rule is evaluated after the table is made. Offsets are seconds east of UTC.
package final class TransitionTable: Sendable {
    /// The instants at which the offset changes, strictly increasing.
    let instants: [Int]
    /// One more than the instants: `offsets[i]` holds from `instants[i - 1]` on and before `instants[i]`.
    ///
    /// Small, as thousands of definitions may have eight hundred transitions each.
    let offsets: [Int32]
    /// For each transition how long after its instant ``threshold(_:)`` is, where transitions crowd; else nil, as it is the
    /// larger one of the two offsets.
    private let leads: [Int32]?
    /// Where the repeating part begins, or nil when the last offset holds for ever.
    let cycleStart: Int?
    /// The longest stretch of wall-clock time, in seconds, that any one transition skips.
    package let largestGap: Int
    /// The longest stretch of wall-clock time, in seconds, that any one transition has come twice.
    let largestOverlap: Int

    /// Whether the offset changes more than three times a year for centuries, as in no honest zone.
    var isRestless: Bool {
        guard instants.count > 1300, let first = instants.first, let last = instants.last else {
            return false
        }
        return (last - first) / instants.count < 110 * 86_400
    }

    static let cycle = 146_097 * 86_400
    /// Days that a repeating table must reach beyond the end of its cycle, so that local times find their transition.
    static let cycleMargin = 8 * 86_400
    /// No instant of a table lies further from 1970 than this; lookups beyond it are held here.
    static let bound = 1 << 60
    /// The largest offset in either direction: RFC 9636 section 3.2 suggests less than 26 hours.
    static let largestOffset = 26 * 3600

    /// A table of transitions.
    ///
    /// - Parameters:
    ///   - initialOffset: The offset before the first transition.
    ///   - transitions: Sorted by instant; those that change nothing are left out, of equal instants the last stands.
    ///   - cycleStart: Where the repeating part begins. The transitions must then reach to this instant plus
    ///     ``cycle`` plus ``cycleMargin``, and those after it must recur with that period.
    init(initialOffset: Int, transitions: [Transition], cycleStart: Int? = nil) {
        var instants: [Int] = []
        var offsets = [Int32(initialOffset)]
        for (index, transition) in transitions.enumerated() {
            let next = index + 1
            if next < transitions.count, transitions[next].instant == transition.instant { continue }
            let offset = Int32(transition.offset)
            if offset == offsets[instants.count] { continue }
            instants.append(transition.instant)
            offsets.append(offset)
        }
        var leads: [Int32] = []
        var crowds = false
        var latest = -TransitionTable.bound
        var (largestGap, largestOverlap) = (0, 0)
        for (index, instant) in instants.enumerated() {
            let plain = instant + Int(max(offsets[index], offsets[index + 1]))
            crowds = crowds || plain < latest
            latest = max(latest, plain)
            leads.append(Int32(latest - instant))
            let change = Int(offsets[index + 1]) - Int(offsets[index])
            largestGap = max(largestGap, change)
            largestOverlap = max(largestOverlap, -change)
        }
        // Of thousands of transitions that change nothing no room is kept.
        self.instants = instants.map(\.self)
        self.offsets = offsets.map(\.self)
        self.leads = crowds ? leads.map(\.self) : nil
        self.cycleStart = instants.isEmpty ? nil : cycleStart
        self.largestGap = largestGap
        self.largestOverlap = largestOverlap
    }

    convenience init(fixedOffset: Int) {
        self.init(initialOffset: fixedOffset, transitions: [])
    }

    package struct Span: Sendable, Hashable {
        /// The first second of the stretch: an instant or a wall-clock second, by the question asked.
        var low: Int
        /// The first second after it.
        package var high: Int
        /// The offset in it, in seconds east of UTC.
        package var offset: Int
        /// In a stretch of wall-clock time: its seconds from here on were skipped by the clocks; else `high`.
        var gapStart: Int
    }

    /// The wall-clock second from which the offset after a transition is used; it never decreases.
    @inline(__always)
    func threshold(_ index: Int) -> Int {
        if let leads { return instants[index] + Int(leads[index]) }
        return instants[index] + Int(max(offsets[index], offsets[index + 1]))
    }

    package func span(atInstant instant: Int) -> Span {
        let (second, shift) = TransitionTable.reduced(instant, cycleStart: cycleStart)
        let index = TransitionTable.count(in: instants, through: second)
        return span(index, cycleStart: cycleStart, shift: shift) { instants[$0] }
    }

    /// The stretch of wall-clock seconds that are read with one offset, around a wall-clock second.
    ///
    /// A second that the clocks skipped is read with the offset before the gap, one that comes twice is its first.
    func span(atCivil civilSecond: Int) -> Span {
        // The anchor stands off the cycle's start by more than any offset, so that both sides of it repeat.
        let anchor = cycleStart.map { $0 + TransitionTable.cycleMargin / 2 }
        let (second, shift) = TransitionTable.reduced(civilSecond, cycleStart: anchor)
        let index = instants.indices.firstPlace { threshold($0) <= second }
        var span = span(index, cycleStart: anchor, shift: shift, threshold)
        if index < instants.count {
            span.gapStart = min(span.high, max(span.low, instants[index] + Int(offsets[index]) + shift))
        }
        return span
    }

    /// The stretch between two neighbouring limits, moved by whole cycles.
    @inline(__always)
    private func span(_ index: Int, cycleStart: Int?, shift: Int, _ limit: (Int) -> Int) -> Span {
        var low = index > 0 ? limit(index - 1) + shift : -TransitionTable.bound
        var high = index < instants.count ? limit(index) + shift : TransitionTable.bound
        if let cycleStart {
            // A stretch may not reach over the seam, where the search starts again at the cycle's beginning.
            if shift > 0 { low = max(low, cycleStart + shift) }
            high = min(high, cycleStart + TransitionTable.cycle + shift)
        }
        return Span(low: low, high: high, offset: Int(offsets[index]), gapStart: high)
    }

    /// A second brought back into the first cycle, and the whole cycles taken off it, in seconds.
    private static func reduced(_ second: Int, cycleStart: Int?) -> (second: Int, shift: Int) {
        let second = min(max(second, -bound), bound)
        guard let cycleStart, second >= cycleStart + cycle else { return (second, 0) }
        let shift = (second - cycleStart) / cycle * cycle
        return (second - shift, shift)
    }

    /// How many numbers of a sorted list are not greater than `value`.
    static func count(in list: [Int], through value: Int) -> Int { list.firstPlace { $0 <= value } }

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

    /// The instants of a range at which two tables have different offsets, as sorted ranges that do not touch.
    package func differingRanges(from other: TransitionTable, between range: Range<Int>) -> [Range<Int>] {
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

struct Transition: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var instant: Int
    /// The offset from then on, in seconds east of UTC.
    var offset: Int
}

extension TransitionTable: Hashable {
    package static func == (left: TransitionTable, right: TransitionTable) -> Bool {
        left === right
            || (left.cycleStart == right.cycleStart && left.instants == right.instants
                && left.offsets == right.offsets)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(instants.count)
        hasher.combine(instants.last)
        hasher.combine(offsets.last)
    }
}

/// Reads wall-clock times in one zone, remembering the stretch of the last answer.
///
/// Questions that move along in time cost a subtraction and a comparison each, and a search only where the offset
/// changes. Every order of questions gives the same answers. Seconds count from 1970-01-01 00:00:00.
struct ZoneCursor: Sendable {
    private let table: TransitionTable
    private var civilLow = 0
    private var civilLength: UInt = 0
    private var civilOffset = 0
    private var gapStart = 0

    init(_ table: TransitionTable) {
        self.table = table
    }

    /// The instant of a wall-clock second: in a gap with the offset before it, of two the first.
    @inline(__always)
    mutating func instant(ofCivil second: Int) -> Int {
        if UInt(bitPattern: second &- civilLow) >= civilLength { moveCivil(to: second) }
        return second &- civilOffset
    }

    @inline(__always)
    mutating func isInGap(_ civilSecond: Int) -> Bool {
        if UInt(bitPattern: civilSecond &- civilLow) >= civilLength { moveCivil(to: civilSecond) }
        return civilSecond >= gapStart
    }

    func span(atCivil second: Int) -> TransitionTable.Span { table.span(atCivil: second) }

    func offset(atInstant second: Int) -> Int { table.span(atInstant: second).offset }

    @inline(never)
    private mutating func moveCivil(to second: Int) {
        let span = table.span(atCivil: second)
        civilLow = span.low
        civilLength = UInt(bitPattern: span.high &- span.low)
        civilOffset = span.offset
        gapStart = span.gapStart
    }
}
