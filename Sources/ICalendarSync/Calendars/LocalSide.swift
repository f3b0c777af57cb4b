import CalDAV
import ICalendarStore

/// The local side of a round: the files in a calendar's folder, and the files that the round wrote.
struct LocalSide: Sendable {
    private let folder: LocalFolder
    private(set) var scan: LocalFolder.Scan
    /// The files that this round wrote.
    var written: [[UInt8]: LocalFolder.WrittenFile] = [:]
    /// Whether the next round may skip this folder if its files do not change.
    var isAgreed = true

    init(_ folder: LocalFolder, _ scan: LocalFolder.Scan) {
        (self.folder, self.scan) = (folder, scan)
    }

    mutating func scanAgain() throws(SyncFailure) {
        scan = try folder.scan()
    }

    /// Adds the files that this round wrote to the list of files, which is cheaper than listing a large folder again.
    ///
    /// ``settle(_:)`` finds changes by other programs in the meantime, and the next round processes them.
    mutating func noteWritten() {
        scan.entries.reserveCapacity(scan.entries.count + written.count)
        for (name, file) in written {
            scan.entries[name] = LocalFolder.Scan.Entry(stamp: file.stamp, isSettled: false)
        }
    }

    /// Returns the changes since the items were recorded, with a description of each file that cannot be read.
    ///
    /// Records the stamps of items whose files have not changed.
    mutating func changes(
        since known: inout [Href: KnownItem]
    ) throws(SyncFailure) -> (changes: LocalChanges, problems: [String]) {
        var changes = LocalChanges()
        changes.names = Set(scan.entries.keys).union(scan.others)
        var digests: [[UInt8]: ItemDigest] = [:]
        var names: [[UInt8]] = []
        var files: [[UInt8]: Href] = [:]
        var settled: [(href: Href, stamp: LocalStamp)] = []
        for item in known.values {
            guard let entry = scan.entries[item.name] else {
                // A link or a folder in place of a file is not a removal.
                if !scan.others.contains(item.name) { changes.gone.insert(item.name) }
                continue
            }
            files[item.name] = item.href
            if entry.stamp == item.stamp { continue }
            if isAsWritten(item, entry) {
                if entry.isSettled { settled.append((item.href, entry.stamp)) }
                continue
            }
            digests[item.name] = item.ours.digest
            names.append(item.name)
        }
        for (href, stamp) in settled { known[href]?.stamp = stamp }
        names += scan.entries.keys.filter { files[$0] == nil }
        let (contents, failures) = try folder.readable(names)
        if !failures.isEmpty { isAgreed = false }
        for name in names where failures[name] == nil {
            guard let found = contents[name] else {
                if files[name] != nil { changes.gone.insert(name) }
                continue
            }
            if let digest = digests[name] {
                if ItemDigest(found.bytes) != digest {
                    changes.changed[name] = found.bytes
                } else if found.isSettled, let href = files[name] {
                    // In the next round, the stamp alone shows that nothing changed.
                    known[href]?.stamp = LocalStamp(found.stamp)
                }
            } else {
                changes.new[name] = found.bytes
            }
        }
        return (changes, failures.values.sorted())
    }

    /// Records the stamps of the files that this round wrote.
    ///
    /// Returns a digest by which the next round recognizes the folder without opening a file, or nil if it cannot.
    mutating func settle(_ known: inout [Href: KnownItem]) async throws(SyncFailure) -> String? {
        await waitForStamps(of: known.count)
        // Avoid two lists of a large folder in memory at once.
        scan = LocalFolder.Scan()
        let last = try folder.scan()
        var isAgreed = isAgreed && last.entries.count == known.count
        var settled: [(href: Href, stamp: LocalStamp)] = []
        for item in known.values {
            let entry = last.entries[item.name]
            if let entry, entry.isSettled, isAsWritten(item, entry) {
                settled.append((item.href, entry.stamp))
            } else if entry == nil || item.stamp != entry?.stamp {
                isAgreed = false
            }
        }
        for (href, stamp) in settled { known[href]?.stamp = stamp }
        return isAgreed ? last.fingerprint : nil
    }

    /// Returns whether a file is unchanged since this round wrote it, judging by its stamp.
    ///
    /// The next round finds a change within the resolution of the system's clock, because a stamp is recorded only
    /// after it is settled.
    private func isAsWritten(_ item: KnownItem, _ entry: LocalFolder.Scan.Entry) -> Bool {
        guard item.stamp == nil, let file = written[item.name] else { return false }
        return file.stamp == entry.stamp && file.digest == item.ours.digest
    }

    /// Waits, if the wait is short and worthwhile, until any later change to the files just written results in a new
    /// stamp.
    private func waitForStamps(of items: Int) async {
        guard items >= Self.leastToWaitFor, let time = written.values.map(\.stamp.settlingTime).max()
        else { return }
        let left = time - FileStamp.now
        if (0..<Self.longestWait).contains(left) {
            try? await Task.sleep(for: .nanoseconds(left + 1_000_000))
        }
    }

    /// The number of files above which waiting is faster than reading them in the next round.
    private static let leastToWaitFor = 1_000
    /// The longest wait, in nanoseconds.
    private static let longestWait = 100_000_000
}
