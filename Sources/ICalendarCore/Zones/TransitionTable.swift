/// The offsets of one time zone for all times, as sorted transitions and a tail that repeats every 400 years.
///
/// The transitions of a zone with an endless rule (the footer of a TZif file, an endless yearly observance) are
/// computed for 400 Gregorian years, and that part repeats forever. The cycle has 146,097 days, or exactly 20,871
/// weeks. A lookup in any year is therefore one binary search, and no rule is evaluated once the table exists. Offsets
/// are in seconds east of UTC.
package final class TransitionTable: Sendable {
    /// The instants of the offset changes, in strictly increasing order.
    let instants: [Int]
    /// The offsets, one more than the instants: `offsets[i]` applies from `instants[i - 1]` to just before
    /// `instants[i]`.
    ///
    /// The integer type is small, because thousands of definitions may have eight hundred transitions each.
    let offsets: [Int32]
    /// The distance from each transition's instant to its ``threshold(_:)``, if some transitions are close together.
    ///
    /// Nil if no transitions are close together, because each distance is then the larger of the two offsets.
    private let leads: [Int32]?
    /// The start of the repeating part, or nil if the last offset applies forever.
    let cycleStart: Int?
    /// The longest span of wall-clock time that any transition skips, in seconds.
    package let largestGap: Int
    /// The longest span of wall-clock time that any transition repeats, in seconds.
    let largestOverlap: Int

    /// Whether the offset changes more than three times a year for centuries, unlike in any real zone.
    var isRestless: Bool {
        guard instants.count > 1300, let first = instants.first, let last = instants.last else {
            return false
        }
        return (last - first) / instants.count < 110 * 86_400
    }

    static let cycle = 146_097 * 86_400
    /// The seconds by which a table must extend past the end of its cycle so that local times can find their
    /// transition.
    static let cycleMargin = 8 * 86_400
    /// The maximum distance of an instant from 1970; lookups beyond this distance are clamped.
    static let bound = 1 << 60
    /// The maximum offset in either direction; RFC 9636 section 3.2 suggests less than 26 hours.
    static let largestOffset = 26 * 3600

    /// Creates a table of transitions.
    ///
    /// - Parameters:
    ///   - initialOffset: The offset before the first transition.
    ///   - transitions: The transitions, sorted by instant. Transitions without effect are dropped. If several
    ///     transitions have the same instant, the last one applies.
    ///   - cycleStart: The start of the repeating part. The transitions must then extend to this instant plus
    ///     ``cycle`` plus ``cycleMargin``, and the transitions after it must recur with that period.
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
        // Copying releases the capacity reserved for transitions without effect, of which there may be thousands.
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
        /// The first second of the span, either an instant or a wall-clock second, depending on the lookup.
        var low: Int
        /// The first second after the span.
        package var high: Int
        /// The offset in the span, in seconds east of UTC.
        package var offset: Int
        /// In a span of wall-clock time, the start of the skipped seconds; otherwise `high`.
        var gapStart: Int
    }

    /// Returns the first wall-clock second that uses the offset after a transition; results never decrease as the index
    /// grows.
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

    /// Returns the span around a wall-clock second where all seconds are read with the same offset.
    ///
    /// A second that the clocks skip is read with the offset before the gap. A second that occurs twice is read as
    /// the first occurrence.
    func span(atCivil civilSecond: Int) -> Span {
        // The anchor is farther from the start of the cycle than the largest offset, so the table repeats on both sides
        // of it.
        let anchor = cycleStart.map { $0 + TransitionTable.cycleMargin / 2 }
        let (second, shift) = TransitionTable.reduced(civilSecond, cycleStart: anchor)
        let index = instants.indices.firstPlace { threshold($0) <= second }
        var span = span(index, cycleStart: anchor, shift: shift, threshold)
        if index < instants.count {
            span.gapStart = min(span.high, max(span.low, instants[index] + Int(offsets[index]) + shift))
        }
        return span
    }

    /// Returns the span between two adjacent bounds, shifted by whole cycles.
    @inline(__always)
    private func span(_ index: Int, cycleStart: Int?, shift: Int, _ limit: (Int) -> Int) -> Span {
        var low = index > 0 ? limit(index - 1) + shift : -TransitionTable.bound
        var high = index < instants.count ? limit(index) + shift : TransitionTable.bound
        if let cycleStart {
            // A span must not cross the seam where the search restarts at the beginning of the cycle.
            if shift > 0 { low = max(low, cycleStart + shift) }
            high = min(high, cycleStart + TransitionTable.cycle + shift)
        }
        return Span(low: low, high: high, offset: Int(offsets[index]), gapStart: high)
    }

    /// Returns a second moved into the first cycle, and the distance moved.
    private static func reduced(_ second: Int, cycleStart: Int?) -> (second: Int, shift: Int) {
        let second = min(max(second, -bound), bound)
        guard let cycleStart, second >= cycleStart + cycle else { return (second, 0) }
        let shift = (second - cycleStart) / cycle * cycle
        return (second - shift, shift)
    }

    /// Returns the number of elements in a sorted list that are at most `value`.
    static func count(in list: [Int], through value: Int) -> Int { list.firstPlace { $0 <= value } }

    /// Returns, in ascending order, the wall-clock seconds that are read as the given instant.
    ///
    /// The result contains the time that the clocks show, unless they show it for the second time, and any times that
    /// they skipped shortly before.
    func civilSeconds(at instant: Int) -> [Int] {
        var span = span(atInstant: instant)
        var seconds = isRead(instant + span.offset, as: instant) ? [instant + span.offset] : []
        // A gap moves a time to this instant only if the time since the gap is at most the gap's width.
        for _ in 0..<Self.mostChanges {
            guard span.low > instant - largestGap, span.low > -TransitionTable.bound else { break }
            span = self.span(atInstant: span.low - 1)
            let second = instant + span.offset
            if isRead(second, as: instant), !seconds.contains(second) { seconds.append(second) }
        }
        return seconds.count > 1 ? seconds.sorted() : seconds
    }

    /// Returns the first wall-clock second that may be read as this instant or a later one.
    func firstCivilSecond(from instant: Int) -> Int {
        var span = span(atInstant: instant)
        let shown = instant + span.offset
        guard span.low > instant - 2 * TransitionTable.largestOffset else { return shown }
        var first = shown
        // A time that the clocks show twice is read as the first occurrence.
        let own = self.span(atCivil: shown)
        if shown - own.offset < instant, own.high < TransitionTable.bound { first = own.high }
        for _ in 0..<Self.mostChanges {
            guard span.low > instant - largestGap, span.low > -TransitionTable.bound else { break }
            span = self.span(atInstant: span.low - 1)
            first = min(first, instant + span.offset)
        }
        return first
    }

    /// The maximum number of clock changes in two days, which only hostile files exceed.
    private static let mostChanges = 100

    private func isRead(_ second: Int, as instant: Int) -> Bool {
        second - span(atCivil: second).offset == instant
    }

    /// Returns the parts of a range where two tables have different offsets, as sorted, disjoint ranges.
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

    /// Returns the number of offset changes after one instant and up to another, inclusive.
    func changes(from first: Int, to last: Int) -> Int {
        first < last ? changes(through: last) - changes(through: first) : 0
    }

    /// Returns the number of offset changes through an instant, counted from the first change.
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

    /// Returns the spans of wall-clock time that the clocks skip.
    ///
    /// The first span ends after the start of the range, and the last span begins before its end.
    func gaps(between range: Range<Int>) -> [(civilStart: Int, civilEnd: Int)] {
        guard largestGap > 0 else { return [] }
        var gaps: [(civilStart: Int, civilEnd: Int)] = []
        var second = max(range.lowerBound, -TransitionTable.bound)
        // A gap is at the end of the span that is read with the offset before the gap.
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
    /// The instant, in seconds since 1970-01-01T00:00:00Z.
    var instant: Int
    /// The offset from that instant onward, in seconds east of UTC.
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

/// A converter for wall-clock times in one zone that caches the most recent span.
///
/// Lookups close to the previous one cost a subtraction and a comparison; a search is needed only near an offset
/// change. The order of lookups does not affect the results. Seconds are relative to 1970-01-01 00:00:00.
struct ZoneCursor: Sendable {
    private let table: TransitionTable
    private var civilLow = 0
    private var civilLength: UInt = 0
    private var civilOffset = 0
    private var gapStart = 0

    init(_ table: TransitionTable) {
        self.table = table
    }

    /// Returns the instant of a wall-clock second, using the offset before a gap and the first of two possible
    /// instants.
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
