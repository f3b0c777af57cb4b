extension EventStore {
    /// Removes what was named by an identifier of a reminder: with one of a series, which names no instance, all of it,
    /// also where every instance was done.
    package func remove(
        _ reminder: Reminder,
        namedBy identifier: String,
        commit: Bool = true
    ) throws(StoreError) {
        try require(.change, .reminder)
        let isWhole = ItemIdentifier(identifier)?.slot == nil
        try perform(commit: commit) { edit throws(StoreError) in try edit.remove(reminder, isWhole: isWhole) }
    }
}
