import ICalendarStore

/// The local side of a round: the files in a calendar's folder, including those written by the round itself.
struct LocalSide: Sendable {
    private let folder: LocalFolder
    private(set) var scan: LocalFolder.Scan
    /// The files written by this round whose items have no recorded stamp yet.
    private var written: [[UInt8]: LocalFolder.WrittenFile] = [:]
    /// The time at which the stamps of all written files will be settled.
    private var settlingTime: Int?
    /// Whether the next round can skip this folder if its files do not change.
    var isAgreed = true

    init(_ folder: LocalFolder, _ scan: LocalFolder.Scan) {
        (self.folder, self.scan) = (folder, scan)
    }

    mutating func scanAgain() throws(SyncFailure) {
        scan = try folder.scan()
    }

    /// Registers files written by this round, except for those whose stamps are already recorded in the items.
    mutating func note(_ files: [[UInt8]: LocalFolder.WrittenFile], recorded: Set<[UInt8]> = []) {
        for (name, file) in files {
            settlingTime = max(settlingTime ?? 0, file.stamp.settlingTime)
            if !recorded.contains(name) { written[name] = file }
        }
    }

    /// Returns the changes since the items were recorded, and a description of each unreadable file.
    ///
    /// Records the stamps of items whose files have not changed.
    mutating func changes(
        since known: inout KnownItems
    ) throws(SyncFailure) -> (changes: LocalChanges, problems: [String]) {
        var changes = LocalChanges()
        changes.names = scan.entries.names
        for name in scan.others { changes.names.insert(name) }
        /// The items whose files may have changed, by file name.
        var suspects: [[UInt8]: KnownItem] = [:]
        var files = RecordTable()
        known.update { item in
            guard let entry = scan.entries[item.name] else {
                // The file was written by this round after the folder was listed. ``settle(_:)`` finds changes by other
                // programs.
                if item.isFresh {
                    changes.names.insert(item.name)
                } else if !scan.others.contains(item.name) {
                    // A link or a folder in place of a file is not a removal.
                    changes.gone.insert(item.name)
                }
                return false
            }
            files.insert(item.name)
            guard entry.stamp == stamp(of: item) else {
                suspects[item.name] = item
                return false
            }
            guard entry.isSettled, item.isFresh || item.stamp == nil else { return false }
            item.record(entry.stamp)
            return true
        }
        var names = Array(suspects.keys)
        scan.entries.names.forEachKey { name in
            if !files.contains(name) { names.append(Array(name)) }
        }
        let (contents, failures) = try folder.readable(names)
        if !failures.isEmpty { isAgreed = false }
        for name in names where failures[name] == nil {
            guard let found = contents[name] else {
                if suspects[name] != nil { changes.gone.insert(name) }
                continue
            }
            if let item = suspects[name] {
                if ItemDigest(found.bytes) != item.ours.digest {
                    changes.changed[name] = found.bytes
                } else if found.isSettled {
                    // The stamp lets the next round recognize an unchanged file without reading it.
                    known[item.href]?.record(LocalStamp(found.stamp))
                }
            } else {
                changes.new[name] = found.bytes
            }
        }
        return (changes, failures.values.sorted())
    }

    /// Records the stamps of the files written by this round.
    ///
    /// Returns a digest that lets the next round recognize an unchanged folder without opening files, or nil if the
    /// stamps are not settled.
    mutating func settle(_ known: inout KnownItems) async throws(SyncFailure) -> String? {
        await waitForStamps(of: known.count)
        // The scan is discarded to avoid holding two listings of a large folder in memory.
        scan = LocalFolder.Scan()
        let marks = try folder.marks(keepsAll: true)
        var isAgreed = isAgreed && marks.count == known.count
        known.update { item in
            guard let stamp = stamp(of: item), marks.contains(item.name, stamp) else {
                isAgreed = false
                return false
            }
            guard item.isFresh || item.stamp == nil else { return false }
            item.record(stamp)
            return true
        }
        return isAgreed ? marks.fingerprint : nil
    }

    /// Returns the recorded stamp of an item's file, or the stamp of the file written by this round.
    ///
    /// A stamp is recorded only once it has settled, so the next round detects even changes made within the clock's
    /// resolution.
    private func stamp(of item: KnownItem) -> LocalStamp? {
        if let stamp = item.stamp { return stamp }
        guard let file = written[item.name], file.digest == item.ours.digest else { return nil }
        return file.stamp
    }

    /// Waits for the stamps of newly written files to settle, if the wait is short and worthwhile.
    private func waitForStamps(of items: Int) async {
        guard items >= Self.leastToWaitFor, let time = settlingTime else { return }
        let left = time - FileStamp.now
        if (0..<Self.longestWait).contains(left) {
            try? await Task.sleep(for: .nanoseconds(left + 1_000_000))
        }
    }

    /// The minimum number of files for which waiting is faster than reading the files in the next round.
    private static let leastToWaitFor = 1_000
    /// The longest wait, in nanoseconds.
    private static let longestWait = 100_000_000
}
