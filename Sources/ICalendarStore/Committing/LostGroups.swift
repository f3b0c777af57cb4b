/// What steps belong to that cannot be carried out any more, as what they were to put in place is lost, or cannot stand
/// there.
struct LostGroups {
    private var numbers: Set<Int> = []
    /// Whether something is lost of which nobody knows what it belongs to.
    private var isAnywhere = false
    private(set) var isEmpty = true

    /// Notes a step of which the content is not in its place.
    mutating func insert(_ entry: JournalEntry) {
        isEmpty = false
        if let group = entry.group { numbers.insert(group) } else { isAnywhere = true }
    }

    /// Whether what a step takes away, or takes out of a file, may have been what is lost.
    func mayConcern(_ entry: JournalEntry) -> Bool {
        guard !isEmpty, !isAnywhere, let group = entry.group else { return !isEmpty }
        return numbers.contains(group)
    }
}
