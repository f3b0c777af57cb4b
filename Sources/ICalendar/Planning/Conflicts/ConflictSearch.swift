/// Goes through occurrences in the order of their starts and remembers those that have not ended.
///
/// What goes on is kept by what it is an occurrence of, so that any number of copies of one occurrence costs nothing:
/// each step but the last looks at what has ended, once, and at what makes a pair.
struct ConflictSearch {
    /// The pairs so far.
    private(set) var found: [Conflict] = []
    /// Whether there was a pair too many.
    private(set) var isLimited = false
    private var judgement: BusyJudgement
    private let limit: Int
    private let zone: Zone
    private var groups: [Group] = []
    /// The places of ``groups``.
    private var places: [ConflictIdentity: Int] = [:]
    private var count = 0

    /// The copies of one occurrence that go on.
    private struct Group {
        let identity: ConflictIdentity
        var members: [Member]
    }

    /// An occurrence that goes on.
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

    /// Removes a group; the last one takes its place.
    private mutating func remove(_ place: Int) {
        places[groups[place].identity] = nil
        let last = groups.removeLast()
        guard place < groups.count else { return }
        groups[place] = last
        places[last.identity] = place
    }
}
