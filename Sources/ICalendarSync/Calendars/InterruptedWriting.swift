import CalDAV
import ICalendarStore

extension RoundWorker {
    /// Looks for files that were written by an interrupted round.
    ///
    /// A commit writes either all of its files or none. If a file has been edited since the commit, the commit's other
    /// files show whether the commit took place.
    ///
    /// Returns whether some of the files are newer than the sync token, in which case all items must be compared,
    /// because a server need not report an item that was added and then removed (RFC 6578 section 3.5.2).
    mutating func adoptWritten() throws(SyncFailure) -> Bool {
        let intents = state.intents.filter { $0.agreed != nil }
        guard !intents.isEmpty else { return false }
        var hasNew = false
        let files = try round.local.contents(of: intents.map(\.name)).mapValues(\.bytes)
        let written = intents.filter { intent in
            guard let bytes = files[intent.name] else { return false }
            let digest = ItemDigest(bytes)
            if digest == intent.contents.digest { return digest != intent.replaced }
            // A new file with the intended UID was edited after the round wrote it. A file from another program would
            // have a different UID.
            return intent.replaced == nil && (try? ItemOutline(bytes))?.uid == intent.uid
        }
        let batches = Set(written.map(\.batch))
        // A missing file is written again rather than treated as removed.
        for intent in intents where batches.contains(intent.batch) && files[intent.name] != nil {
            guard let agreed = intent.agreed else { continue }
            if !known.contains(intent.href) { hasNew = true }
            known[intent.href] = agreed
        }
        return hasNew
    }
}
