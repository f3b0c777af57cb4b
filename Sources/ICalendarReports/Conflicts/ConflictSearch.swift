import ICalendarCore
import HeapModule

/// A sweep over occurrences, sorted by start, that keeps track of the ongoing ones.
///
/// Ongoing occurrences are grouped by identity, so copies of an occurrence need no comparison. Each step examines only
/// occurrences that have just ended or that form a pair.
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
        /// The number of members added earlier.
        let number: Int
    }

    /// Creates a search for at most `limit` pairs.
    ///
    /// Dates and floating times are read in `zone`.
    init(options: BusyOptions, limit: Int, zone: Zone) {
        judgement = BusyJudgement(BusyJudge(options))
        self.limit = max(0, limit)
        self.zone = zone
    }

    /// Adds the next occurrence; returns false once enough pairs are found.
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

    /// Records the pairs that include an occurrence starting at the given time, in seconds since 1970; returns false if
    /// doing so would exceed the limit.
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

    /// Returns, in order, the occurrences that are ongoing at an instant, excluding copies.
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

/// A counter for pairs of overlapping occurrences that does not examine each pair.
///
/// Counting takes O(n log n) for n occurrences, regardless of the number of pairs. The memory use is proportional to
/// the number of simultaneous occurrences.
struct ConflictCount {
    /// The number of overlapping pairs, including copies.
    private var overlaps = 0
    /// The number of pairs of copies counted so far.
    private var copies = 0
    private var judgement: BusyJudgement
    private let zone: Zone
    /// The origin that stored starts and ends are relative to, in seconds since 1970.
    private let origin: Int
    private let repeated: Set<UIDHash>?
    private var going = GoingOn()
    /// The occurrences added since copies were last counted.
    ///
    /// Each occurrence is stored with a hash of its identity, since a million names would take too much memory.
    private var known: [Known] = []
    /// The occurrences that were ongoing when copies were last counted.
    private var earlier: [Known] = []

    private struct Known {
        let identity: Int
        /// The start, clamped to within 68 years of the window.
        ///
        /// Clamping does not affect overlaps in the window.
        let start: Int32
        let end: Int32
    }

    /// The minimum number of new occurrences between two counts of copies.
    private let fewestKnown: Int

    /// Creates an empty count.
    ///
    /// Only occurrences whose UIDs are in `repeated` can be copies of each other.
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

    /// Returns the number of pairs, excluding copies, once all occurrences have been added.
    mutating func countPairs() -> Int {
        countCopies(before: .max)
        return overlaps - copies
    }

    private func near(_ second: Int) -> Int32 { Int32(clamping: second - origin) }

    /// Counts new pairs of copies and discards occurrences that ended before a second since 1970.
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

    /// The ends of ongoing occurrences in ascending order, clamped like the starts.
    private struct GoingOn {
        private var ends: Heap<Int32> = []

        /// Adds the next occurrence in order of start and returns the number of earlier occurrences that are still
        /// ongoing.
        mutating func add(from start: Int32, to end: Int32) -> Int {
            while let first = ends.min, first <= start { ends.removeMin() }
            defer { ends.insert(end) }
            return ends.count
        }
    }
}

/// The UID and series instance, which are the same for all copies of an occurrence.
struct ConflictIdentity: Hashable {
    private let uid: UIDHash
    private let original: Int?

    /// Creates an occurrence's identity.
    ///
    /// Dates and floating times are read in `zone`.
    init(_ occurrence: Occurrence, in zone: Zone) {
        // The hash avoids processing a very long UID for each occurrence.
        uid = occurrence.member.uidHash
        original = occurrence.recurrenceID?.instant(in: zone).secondsSince1970
    }
}

extension Occurrences {
    /// The UIDs of occurrences that may have copies.
    ///
    /// Instances from one part of a series are distinct unless a gap in the display zone moves them to the same
    /// instant.
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
