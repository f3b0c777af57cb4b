import ICalendarCore
import HeapModule

/// Goes through occurrences in the order of their starts and remembers those that have not ended.
///
/// What goes on is kept by what it is an occurrence of, so that any number of copies of one occurrence costs nothing:
/// each step but the last looks at what has ended, once, and at what makes a pair.
struct ConflictSearch {
    private(set) var found: [Conflict] = []
    private(set) var isLimited = false
    private var judgement: BusyJudgement
    private let limit: Int
    private let zone: Zone
    private var groups: [Group] = []
    private var places: [ConflictIdentity: Int] = [:]
    private var count = 0

    private struct Group {
        let identity: ConflictIdentity
        var members: [Member]
    }

    private struct Member {
        let occurrence: Occurrence
        let end: Int
        /// How many came before it.
        let number: Int
    }

    /// Finds no more than `limit` pairs; dates and floating times are read in `zone`.
    init(options: BusyOptions, limit: Int, zone: Zone) {
        judgement = BusyJudgement(BusyJudge(options))
        self.limit = max(0, limit)
        self.zone = zone
    }

    /// Takes the next occurrence; false when there are enough pairs.
    mutating func add(_ occurrence: Occurrence) -> Bool {
        let range = occurrence.seconds(in: zone)
        guard !range.isEmpty, judgement.kind(of: occurrence) != .free else { return true }
        let identity = ConflictIdentity(occurrence, in: zone)
        let member = Member(occurrence: occurrence, end: range.upperBound, number: count)
        count += 1
        let isComplete = pair(
            member,
            with: partners(of: identity, at: range.lowerBound),
            at: range.lowerBound
        )
        guard isComplete else { return false }
        if let place = places[identity] {
            groups[place].members.append(member)
        } else {
            places[identity] = groups.count
            groups.append(Group(identity: identity, members: [member]))
        }
        return true
    }

    /// Keeps the pairs of an occurrence that starts at a second; false when there is one too many.
    private mutating func pair(_ member: Member, with others: [Member], at second: Int) -> Bool {
        let room = limit - found.count
        isLimited = others.count > room
        for other in others.prefix(room) {
            let end = Instant(secondsSince1970: min(other.end, member.end))
            let overlap = Instant(secondsSince1970: second)..<end
            found.append(Conflict(first: other.occurrence, second: member.occurrence, overlap: overlap))
        }
        return !isLimited
    }

    /// What goes on at an instant and is not a copy, in order; no more than can be used.
    private mutating func partners(of identity: ConflictIdentity, at second: Int) -> [Member] {
        var partners: [Member] = []
        var place = 0
        while place < groups.count {
            if groups[place].identity == identity {
                place += 1
                continue
            }
            groups[place].members.removeAll { $0.end <= second }
            if groups[place].members.isEmpty {
                remove(place)
            } else {
                partners += groups[place].members
                place += 1
            }
        }
        return partners.sorted { $0.number < $1.number }
    }

    private mutating func remove(_ place: Int) {
        places[groups[place].identity] = nil
        let last = groups.removeLast()
        guard place < groups.count else { return }
        groups[place] = last
        places[last.identity] = place
    }
}

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
    /// The second from which starts and ends are counted where they are remembered.
    private let origin: Int
    private let repeated: Set<UIDHash>?
    private var going = GoingOn()
    /// What was added since copies were looked for, by a hash of what it is known by: a flood of a million names would take
    /// room.
    private var known: [Known] = []
    /// What went on when copies were last looked for.
    private var earlier: [Known] = []

    private struct Known {
        let identity: Int
        /// Within 68 years of the window, which changes nothing about what overlaps in it.
        let start: Int32
        let end: Int32
    }

    /// Copies are looked for when at least so many occurrences were added.
    private let fewestKnown: Int

    /// Nothing counted yet; only those of `repeated` UIDs can be copies of one another.
    init(
        options: BusyOptions,
        window: OccurrenceWindow,
        repeated: Set<UIDHash>? = nil,
        fewestKnown: Int = 1 << 16
    ) {
        self.fewestKnown = fewestKnown
        self.repeated = repeated
        zone = window.zone
        origin = window.seconds.lowerBound
        judgement = BusyJudgement(BusyJudge(options))
    }

    mutating func add(_ occurrence: Occurrence) {
        let range = occurrence.seconds(in: zone)
        guard !range.isEmpty, judgement.kind(of: occurrence) != .free else { return }
        overlaps += going.add(from: near(range.lowerBound), to: near(range.upperBound))
        guard repeated?.contains(occurrence.member.uidHash) != false else { return }
        if known.count >= max(fewestKnown, earlier.count) { countCopies(before: range.lowerBound) }
        let identity = ConflictIdentity(occurrence, in: zone).hashValue
        known.append(Known(identity: identity, start: near(range.lowerBound), end: near(range.upperBound)))
    }

    /// How many pairs there are, copies of one occurrence left out; to be called once, when all were added.
    mutating func countPairs() -> Int {
        countCopies(before: .max)
        return overlaps - copies
    }

    private func near(_ second: Int) -> Int32 { Int32(clamping: second - origin) }

    /// Counts the pairs of copies that are not counted yet, and forgets what ended by a second.
    private mutating func countCopies(before second: Int) {
        copies -= Self.pairs(in: &earlier)
        earlier.append(contentsOf: known)
        known.removeAll(keepingCapacity: true)
        copies += Self.pairs(in: &earlier)
        let end = second == .max ? Int32.max : near(second)
        earlier.removeAll { $0.end <= end }
    }

    private static func pairs(in known: inout [Known]) -> Int {
        known.sort { ($0.identity, $0.start) < ($1.identity, $1.start) }
        var pairs = 0
        var first = 0
        while first < known.count {
            var last = first + 1
            while last < known.count, known[last].identity == known[first].identity { last += 1 }
            if last - first > 1 {
                var going = GoingOn()
                for one in known[first..<last] { pairs += going.add(from: one.start, to: one.end) }
            }
            first = last
        }
        return pairs
    }

    /// The ends of what goes on, the first one first; within 68 years of the window, as above.
    private struct GoingOn {
        private var ends: Heap<Int32> = []

        /// Adds what does not start before anything that was added, and says how much goes on then.
        mutating func add(from start: Int32, to end: Int32) -> Int {
            while let first = ends.min, first <= start { ends.removeMin() }
            defer { ends.insert(end) }
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

extension Occurrences {
    /// The UIDs of occurrences that others can be copies of.
    ///
    /// The instances of one part of a series differ, but for those that a gap of the display zone brings to one instant.
    var uidsOfCopies: Set<UIDHash> {
        var known: Set<UIDHash> = []
        var repeated: Set<UIDHash> = []
        func note(_ uid: UIDHash, isRepeated: Bool = false) {
            if !known.insert(uid).inserted || isRepeated { repeated.insert(uid) }
        }
        for single in singles { note(single.member.uidHash) }
        for segment in segments {
            let clock = segment.base.clock
            note(segment.frame.member.uidHash, isRepeated: clock.isWall && clock.zone.table.largestGap > 0)
        }
        return repeated
    }
}
