/// A calendar's components, grouped by UID.
///
/// Groups are sorted by the first appearance of their UIDs, and the components of each group are in file order. Most
/// UIDs have one component, so all groups share one array.
struct EventGroups: Sendable {
    private var numbers = UIDTable()
    private var candidates: [SeriesMember] = []
    private var groups: [Int32] = []
    /// The start of each group and the end of the last; empty while every group has only one component.
    private var starts: [Int] = []
    private(set) var count = 0

    func has(_ uid: UIDHash) -> Bool { numbers[uid] != nil }

    /// Adds a component, and returns whether it is the first with its UID.
    mutating func add(_ candidate: SeriesMember) -> Bool {
        let group = numbers.insert(candidate.uidHash, Int32(clamping: count))
        candidates.append(candidate)
        groups.append(group)
        guard Int(group) == count else { return false }
        count += 1
        return true
    }

    /// Makes the components of each group adjacent; call this once, after adding all components.
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
    /// Whether any property besides DTSTART determines when the component occurs.
    var needsSet: Bool { isRecurring || hasUnreadableRule || !exclusions.isEmpty || !exclusionRules.isEmpty }

    /// Whether an override forms its own series when its master is missing.
    var isSeriesByItself: Bool { isOverride && appliesToFuture && isRecurring && start != nil }
}
