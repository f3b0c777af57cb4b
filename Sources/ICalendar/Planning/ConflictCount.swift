import HeapModule

/// Counts the pairs of occurrences that take the same time, in the order of their starts, without looking at a pair.
///
/// O(n log n) for n occurrences, however many pairs there are.
struct ConflictCount {
    /// How many pairs there are so far; no more than fit.
    private(set) var pairs = 0
    private var judgement: BusyJudgement
    private let zone: Zone
    /// What goes on, the first to end first.
    private var ends: Heap<Ending> = []
    /// How many of what goes on are copies of one occurrence, by a hash of what they are known by: a flood of a million
    /// names would take room.
    private var copies: [Int: Int32] = [:]

    /// An occurrence that goes on.
    private struct Ending: Comparable {
        let second: Int
        let identity: Int

        static func < (left: Ending, right: Ending) -> Bool { left.second < right.second }
        static func == (left: Ending, right: Ending) -> Bool { left.second == right.second }
    }

    /// Nothing counted yet; dates and floating times are read in `zone`.
    init(options: BusyOptions, zone: Zone) {
        judgement = BusyJudgement(BusyJudge(options))
        self.zone = zone
    }

    /// Takes the next occurrence.
    mutating func add(_ occurrence: Occurrence) {
        let range = occurrence.seconds(in: zone)
        guard !range.isEmpty, judgement.kind(of: occurrence) != .free else { return }
        while let first = ends.min, first.second <= range.lowerBound {
            ends.removeMin()
            let left = (copies[first.identity] ?? 1) - 1
            copies[first.identity] = left > 0 ? left : nil
        }
        let identity = ConflictIdentity(occurrence, in: zone).hashValue
        let own = copies[identity] ?? 0
        pairs += ends.count - Int(own)
        copies[identity] = own + 1
        ends.insert(Ending(second: range.upperBound, identity: identity))
    }
}

/// What occurrences are copies of one another by: the UID, and which instance of its series.
struct ConflictIdentity: Hashable {
    private let uid: ExactText
    private let original: Int?

    /// What an occurrence is known by; dates and floating times are read in `zone`.
    init(_ occurrence: Occurrence, in zone: Zone) {
        uid = ExactText(occurrence.uid)
        original = occurrence.recurrenceID?.instant(in: zone).secondsSince1970
    }
}
