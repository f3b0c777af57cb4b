/// The items that a commit moves from files to others, as far as its journal tells.
///
/// After a crash it tells a file that somebody has edited since it was put in place from one that never was there.
struct MovedItems {
    /// What tells one item from another.
    private let merging: any FileMerging
    /// The steps that change or take away what was there, from which items are moved to others.
    private let sources: [JournalEntry]

    /// The items that the steps of a journal move.
    init(_ entries: [JournalEntry], merging: any FileMerging) {
        self.merging = merging
        sources = entries.filter { $0.base != nil && $0.expected != nil }
    }

    /// Whether a file may still have the items that were moved to it; where nobody knows which these are, it may.
    func mayBe(in bytes: [UInt8], of entry: JournalEntry) -> Bool {
        for source in sources where source.place != entry.place {
            guard let base = source.base else { continue }
            if source.destination == entry.place, source.content == nil {
                if !merging.holds(bytes, allOf: base) { return false }
            } else if source.destination == entry.place || isSpread(source, to: entry) {
                // Of several items some went elsewhere, or stayed.
                if merging.parts(of: base, movedFrom: base, to: bytes)?.along == nil { return false }
            }
        }
        return true
    }

    /// Whether items of a file that goes went to several files, of which this may be one.
    private func isSpread(_ source: JournalEntry, to entry: JournalEntry) -> Bool {
        source.content == nil && source.destination == nil && source.group != nil
            && source.group == entry.group
    }
}
