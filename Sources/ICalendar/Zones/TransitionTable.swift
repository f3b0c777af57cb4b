/// The offsets of one time zone through all time: sorted transitions, and a tail that repeats every 400 years.
///
/// A zone whose rule has no end (the footer of a TZif file, an endless yearly observance) is laid out for 400
/// Gregorian years, which are 146,097 days or 20,871 whole weeks, and that part repeats for ever. So a lookup is one
/// binary search in any year, and no rule is evaluated after the table is made. Offsets are seconds east of UTC.
final class TransitionTable: Sendable {
    /// The instants at which the offset changes, strictly increasing.
    let instants: [Int]
    /// One more than the instants: `offsets[i]` holds from `instants[i - 1]` on and before `instants[i]`.
    let offsets: [Int]
    /// For each transition the wall-clock second from which the offset after it is used; never decreasing.
    let thresholds: [Int]
    /// Where the repeating part begins, or nil when the last offset holds for ever.
    let cycleStart: Int?
    /// The longest stretch of wall-clock time, in seconds, that any one transition skips.
    let largestGap: Int
    /// The longest stretch of wall-clock time, in seconds, that any one transition has come twice.
    let largestOverlap: Int

    /// Whether the offset changes more than three times a year for centuries, as in no honest zone.
    var isRestless: Bool {
        guard instants.count > 1300, let first = instants.first, let last = instants.last else {
            return false
        }
        return (last - first) / instants.count < 110 * 86_400
    }

    /// The seconds of 400 Gregorian years.
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
        var offsets = [initialOffset]
        for (index, transition) in transitions.enumerated() {
            let next = index + 1
            if next < transitions.count, transitions[next].instant == transition.instant { continue }
            if transition.offset == offsets[instants.count] { continue }
            instants.append(transition.instant)
            offsets.append(transition.offset)
        }
        var thresholds: [Int] = []
        thresholds.reserveCapacity(instants.count)
        var latest = -TransitionTable.bound
        var (largestGap, largestOverlap) = (0, 0)
        for (index, instant) in instants.enumerated() {
            latest = max(latest, instant + max(offsets[index], offsets[index + 1]))
            thresholds.append(latest)
            largestGap = max(largestGap, offsets[index + 1] - offsets[index])
            largestOverlap = max(largestOverlap, offsets[index] - offsets[index + 1])
        }
        // Of thousands of transitions that change nothing no room is kept.
        self.instants = instants.map(\.self)
        self.offsets = offsets.map(\.self)
        self.thresholds = thresholds
        self.cycleStart = instants.isEmpty ? nil : cycleStart
        self.largestGap = largestGap
        self.largestOverlap = largestOverlap
    }

    /// A table of one offset.
    convenience init(fixedOffset: Int) {
        self.init(initialOffset: fixedOffset, transitions: [])
    }
}

/// One change of a zone's offset.
struct Transition: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    var instant: Int
    /// The offset from then on, in seconds east of UTC.
    var offset: Int
}

extension TransitionTable {
    /// A stretch of time with one offset.
    struct Span: Sendable, Hashable {
        /// The first second of the stretch: an instant or a wall-clock second, by the question asked.
        var low: Int
        /// The first second after it.
        var high: Int
        /// The offset in it, in seconds east of UTC.
        var offset: Int
        /// In a stretch of wall-clock time: its seconds from here on were skipped by the clocks; else `high`.
        var gapStart: Int
    }

    /// The stretch of instants with one offset around an instant.
    func span(atInstant instant: Int) -> Span {
        let (second, shift) = TransitionTable.reduced(instant, cycleStart: cycleStart)
        let index = TransitionTable.count(in: instants, through: second)
        return span(index, of: instants, cycleStart: cycleStart, shift: shift)
    }

    /// The stretch of wall-clock seconds that are read with one offset, around a wall-clock second.
    ///
    /// A second that the clocks skipped is read with the offset before the gap, one that comes twice is its first.
    func span(atCivil civilSecond: Int) -> Span {
        // The anchor stands off the cycle's start by more than any offset, so that both sides of it repeat.
        let anchor = cycleStart.map { $0 + TransitionTable.cycleMargin / 2 }
        let (second, shift) = TransitionTable.reduced(civilSecond, cycleStart: anchor)
        let index = TransitionTable.count(in: thresholds, through: second)
        var span = span(index, of: thresholds, cycleStart: anchor, shift: shift)
        if index < instants.count {
            span.gapStart = min(span.high, max(span.low, instants[index] + offsets[index] + shift))
        }
        return span
    }

    /// The stretch between two neighbouring limits, moved by whole cycles.
    private func span(_ index: Int, of limits: [Int], cycleStart: Int?, shift: Int) -> Span {
        var low = index > 0 ? limits[index - 1] + shift : -TransitionTable.bound
        var high = index < limits.count ? limits[index] + shift : TransitionTable.bound
        if let cycleStart {
            // A stretch may not reach over the seam, where the search starts again at the cycle's beginning.
            if shift > 0 { low = max(low, cycleStart + shift) }
            high = min(high, cycleStart + TransitionTable.cycle + shift)
        }
        return Span(low: low, high: high, offset: offsets[index], gapStart: high)
    }

    /// A second brought back into the first cycle, and the whole cycles taken off it, in seconds.
    private static func reduced(_ second: Int, cycleStart: Int?) -> (second: Int, shift: Int) {
        let second = min(max(second, -bound), bound)
        guard let cycleStart, second >= cycleStart + cycle else { return (second, 0) }
        let shift = (second - cycleStart) / cycle * cycle
        return (second - shift, shift)
    }

    /// How many numbers of a sorted list are not greater than `value`.
    static func count(in list: [Int], through value: Int) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
