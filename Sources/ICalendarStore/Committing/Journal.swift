/// What a commit of several files has yet to do, written to the disk before any of it is done.
///
/// When the journal has its name, the commit has happened: whoever opens the store after a crash does the rest.
struct Journal: Sendable, Hashable {
    /// The number of the store's folder in its file system: in another store a journal says nothing.
    var root: UInt64
    /// The numbers of the folders that a link led to when the commit was made, by their paths below the store's.
    ///
    /// A link that leads elsewhere since is not followed. The numbers of file systems are not compared, as they may be
    /// others after the system was started again.
    var links: [[UInt8]: UInt64] = [:]
    var entries: [JournalEntry]

    /// The largest journal, in bytes: one of some 400,000 files.
    static let largest = 128 << 20
}

/// One file's step.
///
/// The new content stands in a hidden file beside the target, and the two exchange their names. A step can be told by
/// its files to be done or not, so that it can be done again.
struct JournalEntry: Sendable, Hashable {
    let place: FilePlace
    /// The name of the hidden file beside it, which has the new content before and the old one after.
    let temporary: [UInt8]
    let content: FileDigest?
    let expected: Expected?
    /// The content that it has before the step, to merge with; nil when there is none, or when it is too large.
    let base: [UInt8]?
    /// The number of the steps that belong together; nil when nobody knows, so that it may belong to any.
    ///
    /// Of one group nothing goes when something is lost that was to come.
    var group: Int?
    var destination: FilePlace?

    /// When it is done: what comes first, then what an item is taken out of, and at last what goes.
    var turn: Int { content == nil ? 2 : destination != nil ? 1 : 0 }

    struct Expected: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: Int
        /// The digest of its content; nil for a link, of which there is no content, and for nothing else.
        let digest: FileDigest?

        /// Whether a file is the one, as far as its stamp tells: its content has to be compared.
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

/// A journal on the disk: a line that says what it is, the entries with each part behind its length, and a digest of all
/// of it.
extension Journal {
    private static let title = Array("ics-store journal 3\n".utf8)
    private static let olderTitle = Array("ics-store journal 2\n".utf8)
    /// How many bytes of old contents go into a journal; what is beyond is merged without them.
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
        return writer.bytes + FileDigest(of: writer.bytes).bytes
    }

    /// Reads a journal; nil when it is none, was changed, or says anything that a store may not do.
    ///
    /// Every place in it is inside the store, is one that the store
    /// writes, and every other file is a hidden one of the store's own beside it.
    init?(bytes: [UInt8]) {
        let isOlder = bytes.starts(with: Self.olderTitle)
        guard bytes.count >= Self.title.count + 32, isOlder || bytes.starts(with: Self.title),
            FileDigest(of: Array(bytes.dropLast(32))).bytes.elementsEqual(bytes.suffix(32))
        else { return nil }
        // Both titles are of one length.
        var reader = JournalReader(
            rest: bytes.dropFirst(Self.title.count).dropLast(32),
            saysGroups: !isOlder
        )
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

private struct JournalWriter {
    var bytes: [UInt8]

    mutating func add(_ number: Int) {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    mutating func add(_ part: [UInt8]) {
        add(part.count)
        bytes += part
    }
}

private struct JournalReader {
    var rest: ArraySlice<UInt8>
    let saysGroups: Bool

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

    private mutating func digest() -> FileDigest?? {
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

/// The items that a commit moves from files to others, as far as its journal tells.
///
/// After a crash it tells a file that somebody has edited since it was put in place from one that never was there.
struct MovedItems {
    private let merging: any FileMerging
    private let sources: [JournalEntry]

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

    private func isSpread(_ source: JournalEntry, to entry: JournalEntry) -> Bool {
        source.content == nil && source.destination == nil && source.group != nil
            && source.group == entry.group
    }
}
