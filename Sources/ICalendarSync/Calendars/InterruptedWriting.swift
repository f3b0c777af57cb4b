import CalDAV
import ICalendarStore

extension RoundWorker {
    /// Recognizes the files that an interrupted round wrote.
    ///
    /// A commit writes all of its files or none. If a file was edited since, the others show whether it was written.
    ///
    /// Returns whether some of them are newer than the token. A server need not report that it removed such an item
    /// again (RFC 6578, section 3.5.2), so all items are then compared.
    mutating func adoptWritten() throws(SyncFailure) -> Bool {
        let intents = state.intents.filter { $0.agreed != nil }
        guard !intents.isEmpty else { return false }
        var hasNew = false
        let files = try round.local.contents(of: intents.map(\.name)).mapValues(\.bytes)
        let written = intents.filter { intent in
            guard let bytes = files[intent.name] else { return false }
            let digest = ItemDigest(bytes)
            if digest == intent.contents.digest { return digest != intent.replaced }
            // A new file that was edited since; another program's file has another UID.
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
