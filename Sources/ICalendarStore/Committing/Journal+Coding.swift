/// A journal on the disk: a line that says what it is, the entries with each part behind its length, and a digest of all
/// of it.
extension Journal {
    private static let title = Array("ics-store journal 3\n".utf8)
    /// What those begin with that do not say which steps belong together.
    private static let olderTitle = Array("ics-store journal 2\n".utf8)
    /// How many bytes of old contents go into a journal.
    ///
    /// What is beyond is merged without them.
    static let largestBases = 16 << 20

    /// The bytes of the journal.
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

/// Puts the parts of a journal one behind the other.
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

/// Takes the parts of a journal one after the other.
private struct JournalReader {
    var rest: ArraySlice<UInt8>
    /// Whether entries say what belongs together.
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

    /// A digest that may be missing; nil when it is none.
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
