import ICalendar
package import ICalendarStore

/// A calendar's folder in the store.
package struct LocalFolder: Sendable {
    package let root: StoreRoot
    package let files: any StoreFiles
    package let folder: [UInt8]
    package let patience: Duration

    package init(
        _ folder: [UInt8],
        of root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        patience: Duration = .seconds(30)
    ) {
        (self.root, self.files, self.folder, self.patience) = (root, files, folder, patience)
    }

    /// A snapshot of the items' names and stamps.
    struct Scan: Sendable {
        struct Entry: Sendable {
            let stamp: LocalStamp
            /// Whether any later change to the file is certain to change its stamp.
            let isSettled: Bool
        }

        var entries = Entries()
        /// The names of entries that look like items but are not regular files.
        var others: Set<[UInt8]> = []
        /// A digest of all names and stamps, or nil if some stamps are not settled.
        var fingerprint: String?
    }

    /// A folder's entries by name, stored compactly.
    struct Entries: Sendable {
        /// The entries' stamps, keyed by name.
        private(set) var names = RecordTable()

        subscript(name: [UInt8]) -> Scan.Entry? {
            get {
                guard let place = names.place(of: name) else { return nil }
                var fields = RecordFields(names.contents(at: place))
                let isSettled = fields.byte() == 1
                return Scan.Entry(stamp: fields.stamp(), isSettled: isSettled)
            }
            set {
                guard let newValue else { return names.remove(name) }
                var record: [UInt8] = [newValue.isSettled ? 1 : 0]
                record.add(newValue.stamp)
                names.set(name, to: record)
            }
        }
    }

    /// A change to a file; nil contents remove the file.
    struct Change: Sendable {
        let name: [UInt8]
        let contents: [UInt8]?
        /// The digest that the file must still have, or nil if the file must not exist.
        let expected: ItemDigest?
        /// The digest of the contents, if known.
        var digest: FileDigest?
    }

    /// A file that was written.
    struct WrittenFile: Sendable {
        let stamp: LocalStamp
        let digest: ItemDigest
    }

    struct Outcome: Sendable {
        var written: [[UInt8]: WrittenFile] = [:]
        /// The reasons that files were not written, by file name.
        var refused: [[UInt8]: String] = [:]
    }

    private var reader: StoreReader {
        StoreReader(root, files: files, merging: ItemMerging(), patience: patience)
    }

    /// Returns a digest of the names and stamps of all items, or nil if some stamps are not settled.
    func fingerprint() throws(SyncFailure) -> String? { try marks().fingerprint }

    /// A compact snapshot of the items that uses only a few bytes per item.
    struct Marks: Sendable {
        /// The digests of settled names and stamps.
        fileprivate var settled: Set<UInt64> = []
        fileprivate(set) var count = 0
        fileprivate(set) var fingerprint: String?

        func contains(_ name: [UInt8], _ stamp: LocalStamp) -> Bool {
            settled.contains(StampDigest.digest(name, stamp))
        }
    }

    func marks(keepsAll: Bool = false) throws(SyncFailure) -> Marks {
        var marks = Marks()
        (_, marks.fingerprint) = try scan { name, entry in
            marks.count += 1
            if keepsAll, entry.isSettled { marks.settled.insert(StampDigest.digest(name, entry.stamp)) }
        } started: {
            marks = Marks()
        }
        return marks
    }

    func scan() throws(SyncFailure) -> Scan {
        var scan = Scan()
        (scan.others, scan.fingerprint) = try self.scan { name, entry in
            scan.entries[name] = entry
        } started: {
            scan.entries = Entries()
        }
        return scan
    }

    /// Calls a closure with each item and starts over if a commit interrupts the scan.
    ///
    /// Returns the names of entries that are not files, and a digest of all items, which is nil if some stamps are not
    /// settled.
    private func scan(
        _ body: ([UInt8], Scan.Entry) -> Void,
        started start: () -> Void
    ) throws(SyncFailure) -> (others: Set<[UInt8]>, fingerprint: String?) {
        let path = root.path(ofFolder: folder)
        return try SyncFailure.caught { () throws in
            guard try files.stamp(of: path, followingLinks: true)?.kind == .folder else {
                throw SyncFailure.folderMissing
            }
            return try reader.read { _ in
                let now = FileStamp.now
                var others: Set<[UInt8]> = []
                start()
                var digest = StampDigest()
                var isSettled = true
                try files.forEachEntry(of: path) { entry in
                    guard ItemName.isItem(entry.name) else { return }
                    guard entry.stamp.kind == .regular, !entry.isLink else {
                        others.insert(entry.name)
                        return
                    }
                    let settled = entry.stamp.isSettled(at: now)
                    isSettled = isSettled && settled
                    let stamp = LocalStamp(entry.stamp)
                    digest.add(entry.name, stamp)
                    body(entry.name, Scan.Entry(stamp: stamp, isSettled: settled))
                }
                return (others, isSettled ? digest.text : nil)
            }
        }
    }

    /// Returns the contents of files; the result omits files that do not exist.
    func contents(of names: [[UInt8]]) throws(SyncFailure) -> [[UInt8]: FileContents] {
        let (found, failures) = try readable(names)
        if let failure = failures.values.sorted().first { throw .local(failure) }
        return found
    }

    /// Returns the contents of readable files, and the reasons that other files cannot be read.
    func readable(
        _ names: [[UInt8]]
    ) throws(SyncFailure) -> (contents: [[UInt8]: FileContents], failures: [[UInt8]: String]) {
        guard !names.isEmpty else { return ([:], [:]) }
        return try SyncFailure.caught { () throws in
            try reader.read { view in
                var found: [[UInt8]: FileContents] = [:]
                var failures: [[UInt8]: String] = [:]
                for (name, result) in zip(names, view.contents(of: names, in: folder)) {
                    switch result {
                    case .success(let contents): if let contents { found[name] = contents }
                    case .failure(let failure): failures[name] = failure.description.onOneLine
                    }
                }
                return (found, failures)
            }
        }
    }

    /// Writes changes in one commit.
    ///
    /// A file that has changed since it was read is left alone, while all other changes are made. With `isWhole`, a
    /// changed file prevents all changes.
    func commit(_ changes: [Change], isWhole: Bool = false) throws(SyncFailure) -> Outcome {
        var outcome = Outcome()
        let current = try contents(of: changes.filter { $0.expected != nil }.map(\.name))
        var left: [FileChange] = []
        for change in changes {
            guard let place = FilePlace(folder: folder, name: change.name), place.isWritable else {
                outcome.refused[change.name] = "the file cannot be written"
                continue
            }
            let found = current[change.name]
            guard found.map({ ItemDigest($0.bytes) }) == change.expected else {
                outcome.refused[change.name] = "the file has changed in the meantime"
                continue
            }
            let base = found.map { found in FileBase(FileVersion(found)) { found.bytes } }
            if let contents = change.contents {
                var put = FileChange.put(contents, at: place, over: base)
                put.digest = change.digest
                left.append(put)
            } else if let base {
                left.append(.remove(place, base))
            }
        }
        while !left.isEmpty, !isWhole || outcome.refused.isEmpty {
            do throws(CommitFailure) {
                var commit = Commit(to: root, files: files, merging: ItemMerging(), patience: patience)
                commit.note = .refresh(folder)
                for file in try commit.run(left, strictlyAt: Set(left.map(\.place))) {
                    guard let version = file.version, let content = file.content else { continue }
                    outcome.written[file.place.name] = WrittenFile(
                        stamp: LocalStamp(version.stamp),
                        digest: version.digest.map { ItemDigest($0) } ?? ItemDigest(content)
                    )
                }
                return outcome
            } catch {
                guard let place = error.place, left.contains(where: { $0.place == place }),
                    error.undoing == nil
                else { throw error.isBusy ? .busy : .local(error.description) }
                outcome.refused[place.name] = error.description
                left.removeAll { $0.place == place }
            }
        }
        return outcome
    }
}

extension CommitFailure {
    fileprivate var isBusy: Bool {
        if case .busy = reason { return true }
        return false
    }
}

/// A digest of names and stamps that does not depend on their order.
private struct StampDigest {
    private var sums: (UInt64, UInt64) = (0, 0)

    mutating func add(_ name: [UInt8], _ stamp: LocalStamp) {
        let hash = Self.digest(name, stamp)
        sums.0 = sums.0 &+ hash
        sums.1 = sums.1 &+ Self.mixed(hash ^ 0x9e37_79b9_7f4a_7c15)
    }

    static func digest(_ name: [UInt8], _ stamp: LocalStamp) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        for number in [
            stamp.inode, UInt64(truncatingIfNeeded: stamp.size),
            UInt64(truncatingIfNeeded: stamp.modified), UInt64(truncatingIfNeeded: stamp.changed),
        ] {
            hash = Self.mixed(hash ^ number)
        }
        return hash
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0xff51_afd7_ed55_8ccd
        mixed ^= mixed >> 33
        mixed = mixed &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ mixed >> 33
    }

    var text: String { String(sums.0, radix: 16) + "-" + String(sums.1, radix: 16) }
}

extension HistoryNote {
    /// Returns a note for the store's history that describes a synchronization's changes to a folder.
    static func refresh(_ folder: [UInt8]) -> HistoryNote {
        let name = String(decoding: folder, as: UTF8.self).onOneLine
        return HistoryNote("refresh \(name)", by: EventStore.Options().applicationName)
    }
}
