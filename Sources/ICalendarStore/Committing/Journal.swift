/// The steps of a multi-file commit, written to disk before the first step.
///
/// The commit is final once the journal has its final name. After a crash, it is completed when the store is next
/// opened.
struct Journal: Sendable, Hashable {
    /// The inode of the store's folder.
    ///
    /// The journal has no effect in other stores.
    var root: UInt64
    /// The inodes of the folders that the commit reached through symbolic links, by path relative to the store's
    /// folder.
    ///
    /// A link that now leads elsewhere is not followed. Device numbers are not compared, since they may change when the
    /// system restarts.
    var links: [[UInt8]: UInt64] = [:]
    var entries: [JournalEntry]

    /// The maximum size of a journal in bytes, enough for about 400,000 files.
    static let largest = 128 << 20
}

/// A journal step for one file.
///
/// The new contents are in a hidden file next to the target, and the two files exchange names. The files show whether
/// the step is done, so repeating the step is safe.
struct JournalEntry: Sendable, Hashable {
    let place: FilePlace
    /// The hidden file's name.
    ///
    /// The hidden file has the new contents before the step and the old contents afterward.
    let temporary: [UInt8]
    let content: FileDigest?
    let expected: Expected?
    /// The contents before the step, for merging, or nil if the file is new or too large.
    let base: [UInt8]?
    /// A number shared by all steps that belong together.
    ///
    /// If nil, the step may belong to any group.
    ///
    /// If new contents in a group are lost, no file in the group is removed.
    var group: Int?
    var destination: FilePlace?

    /// The step's position in the order: new contents come first, then files that items move out of, and
    /// finally removals.
    var turn: Int { content == nil ? 2 : destination != nil ? 1 : 0 }

    struct Expected: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: Int
        /// The digest of the contents, or nil for a symbolic link, which has no contents.
        let digest: FileDigest?

        /// Returns whether a stamp is the expected one.
        ///
        /// The contents must be compared separately.
        func matches(_ stamp: FileStamp) -> Bool {
            (digest == nil) == (stamp.kind == .link) && inode == stamp.inode && size == stamp.size
                && modified == stamp.modified
        }
    }
}

extension JournalEntry.Expected {
    init(_ stamp: FileStamp, digest: FileDigest?) {
        self.init(
            device: stamp.device,
            inode: stamp.inode,
            size: stamp.size,
            modified: stamp.modified,
            digest: digest
        )
    }
}

/// The format of a journal on disk: a title line, the entries with length-prefixed parts, and a digest of everything.
extension Journal {
    private static let title = Array("ics-store journal 3\n".utf8)
    private static let olderTitle = Array("ics-store journal 2\n".utf8)
    /// The maximum total size, in bytes, of the old contents in a journal.
    ///
    /// Beyond this size, files are merged without a base.
    static let largestBases = 16 << 20

    var bytes: [UInt8] {
        var writer = JournalWriter(bytes: Self.title)
        writer.add(Int(truncatingIfNeeded: root))
        writer.add(links.count)
        for (folder, number) in links.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.add(folder)
            writer.add(Int(truncatingIfNeeded: number))
        }
        writer.add(entries.count)
        var room = Self.largestBases
        for entry in entries {
            writer.add(entry.place.folder)
            writer.add(entry.place.name)
            writer.add(entry.temporary)
            writer.add(entry.content?.bytes ?? [])
            writer.add(entry.expected == nil ? 0 : 1)
            if let expected = entry.expected {
                writer.add(Int(truncatingIfNeeded: expected.device))
                writer.add(Int(truncatingIfNeeded: expected.inode))
                writer.add(expected.size)
                writer.add(expected.modified)
                writer.add(expected.digest?.bytes ?? [])
            }
            let base = entry.base.flatMap { $0.count <= room ? $0 : nil }
            room -= base?.count ?? 0
            writer.add(base == nil ? 0 : 1)
            writer.add(base ?? [])
            writer.add(entry.group == nil ? 0 : 1)
            writer.add(entry.group ?? 0)
            writer.add(entry.destination?.folder ?? [])
            writer.add(entry.destination?.name ?? [])
        }
        return writer.sealed
    }

    /// Decodes a journal.
    ///
    /// Returns nil if the journal is invalid, was modified, or contains an action that a store must not
    /// perform.
    /// Each place must belong to a file that the store may write. All other files must be hidden files of the store
    /// next to one of these places.
    init?(bytes: [UInt8]) {
        let isOlder = bytes.starts(with: Self.olderTitle)
        guard var reader = JournalReader(bytes, after: isOlder ? Self.olderTitle : Self.title) else {
            return nil
        }
        reader.saysGroups = !isOlder
        guard let root = reader.number(), let linkCount = reader.number(), linkCount >= 0 else { return nil }
        self.root = UInt64(bitPattern: Int64(root))
        for _ in 0..<linkCount {
            guard let folder = reader.part(), FilePlace.isFolder(folder), let number = reader.number() else {
                return nil
            }
            links[folder] = UInt64(bitPattern: Int64(number))
        }
        guard let count = reader.number(), count >= 0 else { return nil }
        entries = []
        var seen: Set<FilePlace> = []
        for _ in 0..<count {
            guard let entry = reader.entry(), seen.insert(entry.place).inserted else { return nil }
            entries.append(entry)
        }
        guard reader.rest.isEmpty else { return nil }
    }
}

/// Writes the numbers and length-prefixed parts of a journal or history entry.
struct JournalWriter {
    var bytes: [UInt8]

    /// The bytes, followed by their digest.
    var sealed: [UInt8] { bytes + FileDigest(of: bytes).bytes }

    mutating func add(_ number: Int) {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    mutating func add(_ part: [UInt8]) {
        add(part.count)
        bytes += part
    }
}

/// Reads the output of ``JournalWriter``.
struct JournalReader {
    var rest: ArraySlice<UInt8>
    var saysGroups = true

    /// Creates a reader for the sealed bytes that follow a title.
    ///
    /// Returns nil if the title or digest does not match.
    init?(_ bytes: [UInt8], after title: [UInt8]) {
        guard bytes.count >= title.count + 32, bytes.starts(with: title),
            FileDigest(of: Array(bytes.dropLast(32))).bytes.elementsEqual(bytes.suffix(32))
        else { return nil }
        rest = bytes.dropFirst(title.count).dropLast(32)
    }

    mutating func number() -> Int? {
        guard rest.count >= 8 else { return nil }
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return Int(truncatingIfNeeded: bits)
    }

    mutating func part() -> [UInt8]? {
        guard let count = number(), count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func digest() -> FileDigest?? {
        guard let bytes = part() else { return nil }
        if bytes.isEmpty { return .some(nil) }
        return FileDigest(bytes: bytes).map { .some($0) }
    }

    mutating func entry() -> JournalEntry? {
        guard let folder = part(), let name = part(), let place = FilePlace(folder: folder, name: name),
            place.isWritable, let temporary = part(), TemporaryName.isOne(temporary), let content = digest(),
            let hasExpected = number()
        else { return nil }
        var expected: JournalEntry.Expected?
        if hasExpected == 1 {
            guard let device = number(), let inode = number(), let size = number(), let modified = number(),
                let digest = digest()
            else { return nil }
            expected = JournalEntry.Expected(
                device: UInt64(bitPattern: Int64(device)),
                inode: UInt64(bitPattern: Int64(inode)),
                size: size,
                modified: modified,
                digest: digest
            )
        }
        guard let hasBase = number(), let base = part(), content != nil || expected != nil else { return nil }
        var entry = JournalEntry(
            place: place,
            temporary: temporary,
            content: content,
            expected: expected,
            base: hasBase == 1 ? base : nil
        )
        guard saysGroups else { return entry }
        guard let hasGroup = number(), let group = number(), let folder = part(), let name = part() else {
            return nil
        }
        if hasGroup == 1 { entry.group = group }
        if !folder.isEmpty || !name.isEmpty {
            guard let destination = FilePlace(folder: folder, name: name), destination.isWritable else {
                return nil
            }
            entry.destination = destination
        }
        return entry
    }
}

/// The items that a commit moves between files, as recorded in its journal.
///
/// After a crash, these items show whether a file was put in place and then edited, or was never put in
/// place.
struct MovedItems {
    private let merging: any FileMerging
    private let sources: [JournalEntry]

    init(_ entries: [JournalEntry], merging: any FileMerging) {
        self.merging = merging
        sources = entries.filter { $0.base != nil && $0.expected != nil }
    }

    /// Returns whether a file may still contain the items that were moved to it.
    ///
    /// Returns true if the items are unknown.
    func mayBe(in bytes: [UInt8], of entry: JournalEntry) -> Bool {
        for source in sources where source.place != entry.place {
            guard let base = source.base else { continue }
            if source.destination == entry.place, source.content == nil {
                if !merging.holds(bytes, allOf: base) { return false }
            } else if source.destination == entry.place || isSpread(source, to: entry) {
                // Some of the items were moved elsewhere or stayed in the original file.
                if merging.parts(of: base, movedFrom: base, to: bytes)?.along == nil { return false }
            }
        }
        return true
    }

    private func isSpread(_ source: JournalEntry, to entry: JournalEntry) -> Bool {
        source.content == nil && source.destination == nil && source.group != nil
            && source.group == entry.group
    }
}
