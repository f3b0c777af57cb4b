import HeapModule

/// Counts the pairs of occurrences that take the same time, in the order of their starts, without looking at a pair.
///
/// O(n log n) for n occurrences, however many pairs there are; what it remembers is in proportion to what goes on at once.
struct ConflictCount {
    /// How many pairs take the same time, copies of one occurrence among them; no more than fit.
    private var overlaps = 0
    /// How many of them are pairs of copies, as far as they were looked for.
    private var copies = 0
    private var judgement: BusyJudgement
    private let zone: Zone
    private var going = GoingOn()
    /// What was added since copies were looked for, by a hash of what it is known by: a flood of a million names would take
    /// room.
    private var known: [Known] = []
    /// What went on when copies were last looked for.
    private var earlier: [Known] = []

    /// An occurrence that was added.
    private struct Known {
        let identity: Int
        let start: Int
        let end: Int
    }

    /// Copies are looked for when at least so many occurrences were added.
    private let fewestKnown: Int

    /// Nothing counted yet; dates and floating times are read in `zone`.
    init(options: BusyOptions, zone: Zone, fewestKnown: Int = 1 << 16) {
        self.fewestKnown = fewestKnown
        judgement = BusyJudgement(BusyJudge(options))
        self.zone = zone
    }

    /// Takes the next occurrence.
    mutating func add(_ occurrence: Occurrence) {
        let range = occurrence.seconds(in: zone)
        guard !range.isEmpty, judgement.kind(of: occurrence) != .free else { return }
        overlaps += going.add(range)
        if known.count >= max(fewestKnown, earlier.count) { countCopies(before: range.lowerBound) }
        let identity = ConflictIdentity(occurrence, in: zone).hashValue
        known.append(Known(identity: identity, start: range.lowerBound, end: range.upperBound))
    }

    /// How many pairs there are, copies of one occurrence left out; to be called once, when all were added.
    mutating func countPairs() -> Int {
        countCopies(before: .max)
        return overlaps - copies
    }

    /// Counts the pairs of copies that are not counted yet, and forgets what ended by a second.
    private mutating func countCopies(before second: Int) {
        copies -= Self.pairs(in: &earlier)
        earlier.append(contentsOf: known)
        known.removeAll(keepingCapacity: true)
        copies += Self.pairs(in: &earlier)
        earlier.removeAll { $0.end <= second }
    }

    /// How many pairs of copies take the same time; sorts what it is given.
    private static func pairs(in known: inout [Known]) -> Int {
        known.sort { ($0.identity, $0.start) < ($1.identity, $1.start) }
        var pairs = 0
        var first = 0
        while first < known.count {
            var last = first + 1
            while last < known.count, known[last].identity == known[first].identity { last += 1 }
            if last - first > 1 {
                var going = GoingOn()
                for one in known[first..<last] { pairs += going.add(one.start..<one.end) }
            }
            first = last
        }
        return pairs
    }

    /// The ends of what goes on, the first one first.
    private struct GoingOn {
        private var ends: Heap<Int> = []

        /// Adds what does not start before anything that was added, and says how much goes on then.
        mutating func add(_ range: Range<Int>) -> Int {
            while let first = ends.min, first <= range.lowerBound { ends.removeMin() }
            defer { ends.insert(range.upperBound) }
            return ends.count
        }
    }
}

/// What occurrences are copies of one another by: the UID, and which instance of its series.
struct ConflictIdentity: Hashable {
    private let uid: UIDHash
    private let original: Int?

    /// What an occurrence is known by; dates and floating times are read in `zone`.
    init(_ occurrence: Occurrence, in zone: Zone) {
        // A text of megabytes is not looked at again for each occurrence.
        uid = occurrence.member.uidHash
        original = occurrence.recurrenceID?.instant(in: zone).secondsSince1970
    }
}
