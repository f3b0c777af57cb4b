/// The components of a calendar grouped by UID.
///
/// Groups are in the order in which their UIDs first appear, and the components of each group are in file order. Most
/// UIDs have one component, so groups have no separate arrays: all of them are stored one after another in one
/// array.
struct EventGroups: Sendable {
    private var numbers = UIDTable()
    private var candidates: [SeriesMember] = []
    private var groups: [Int32] = []
    /// The start of each group, and the end of the last one; empty as long as each group has one candidate.
    private var starts: [Int] = []
    private(set) var count = 0

    func has(_ uid: UIDHash) -> Bool { numbers[uid] != nil }

    /// Adds a component, and returns whether it is the first one with its UID.
    mutating func add(_ candidate: SeriesMember) -> Bool {
        let group = numbers.insert(candidate.uidHash, Int32(clamping: count))
        candidates.append(candidate)
        groups.append(group)
        guard Int(group) == count else { return false }
        count += 1
        return true
    }

    /// Moves the components of each group next to one another; call this once, after all components have been added.
    mutating func putTogether() {
        guard count < candidates.count else { return }
        var next = Array(repeating: 0, count: count + 1)
        for group in groups { next[Int(group) + 1] += 1 }
        for group in 0..<count { next[group + 1] += next[group] }
        starts = next
        var order = Array(repeating: 0, count: candidates.count)
        for (place, group) in groups.enumerated() {
            order[next[Int(group)]] = place
            next[Int(group)] += 1
        }
        candidates = order.map { candidates[$0] }
        groups = []
    }

    var all: [SeriesMember] { candidates }

    subscript(number: Int) -> ArraySlice<SeriesMember> {
        starts.isEmpty ? candidates[number...number] : candidates[starts[number]..<starts[number + 1]]
    }
}

extension EventSchedule {
    /// Whether anything besides DTSTART determines when the component happens.
    var needsSet: Bool { isRecurring || hasUnreadableRule || !exclusions.isEmpty || !exclusionRules.isEmpty }

    /// Whether an override forms a series by itself if its master is missing.
    var isSeriesByItself: Bool { isOverride && appliesToFuture && isRecurring && start != nil }
}
