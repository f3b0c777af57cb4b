import SystemIO

/// A description of a commit for the history.
package struct HistoryNote: Sendable, Hashable {
    /// A description of the commit, such as `edit Stand-up in Studio`.
    package var summary: String
    package var program: String
    package var limits: HistoryLimits
    /// The number of the entry that the commit undoes, if any.
    var undoes: Int?

    package init(_ summary: String, by program: String, limits: HistoryLimits = HistoryLimits()) {
        (self.summary, self.program, self.limits) = (summary, program, limits)
    }
}

/// The limits of a store's history.
///
/// The oldest entries are dropped first.
package struct HistoryLimits: Sendable, Hashable {
    /// The maximum number of entries.
    ///
    /// Zero disables the history.
    package var entries = 200
    /// The maximum total size of all entries in bytes.
    ///
    /// A larger commit is recorded without its files.
    package var bytes = 64 << 20

    package init() {}
}

/// A commit's history record, including the state of its files before and after.
struct HistoryRecord: Sendable, Hashable {
    struct File: Sendable, Hashable {
        let folder: [UInt8]
        let name: [UInt8]
        /// The contents before the commit, or nil if the file did not exist.
        var before: [UInt8]?
        /// The permissions before the commit, or zero if the file did not exist.
        let mode: UInt32
        /// The digest of the contents after the commit, or nil if the file was removed.
        var after: FileDigest?

        var place: FilePlace? { FilePlace(folder: folder, name: name) }
    }

    /// A change to a calendar's folder as a whole.
    enum FolderStep: Int, Sendable {
        case none, created, removed
    }

    /// The reason why an entry cannot be undone.
    enum Obstacle: Int, Sendable {
        case none, tooLarge, notAFile
    }

    /// The time of the commit, in nanoseconds since 1970.
    var time = FileStamp.now
    var summary: String
    var program: String
    var undoes: Int?
    var step = FolderStep.none
    /// The path of the folder that was created or removed, relative to the store's folder.
    var folder: [UInt8] = []
    var obstacle = Obstacle.none
    var fileCount: Int
    var files: [File]

    /// Creates the record for a commit.
    ///
    /// The files are omitted if the record would exceed the limit.
    init(_ note: HistoryNote, _ files: [File], obstacle: Obstacle = .none) {
        summary = String(note.summary.prefix(Self.longestText))
        program = String(note.program.prefix(Self.longestText))
        undoes = note.undoes
        fileCount = files.count
        let size = files.reduce(0) {
            $0 + ($1.before?.count ?? 0) + $1.folder.count + $1.name.count + Self.perFile
        }
        let isTooLarge = size > min(note.limits.bytes, Self.largest)
        self.obstacle = isTooLarge ? .tooLarge : obstacle
        self.files = self.obstacle == .none ? files : []
    }

    private static let longestText = 200
    /// The number of bytes in a file's entry, not including the file's contents and name.
    private static let perFile = 80
    /// The maximum size of a record in bytes, regardless of the limits.
    static let largest = 1 << 30
}

/// The format of a record on disk: a title line, the files with length-prefixed parts, and a digest of everything.
extension HistoryRecord {
    private static let title = Array("ics-store history 1\n".utf8)

    var bytes: [UInt8] {
        var writer = JournalWriter(bytes: Self.title)
        writer.add(time)
        writer.add(Array(summary.utf8))
        writer.add(Array(program.utf8))
        writer.add(undoes ?? 0)
        writer.add(step.rawValue)
        writer.add(folder)
        writer.add(obstacle.rawValue)
        writer.add(fileCount)
        writer.add(files.count)
        for file in files {
            writer.add(file.folder)
            writer.add(file.name)
            writer.add(file.before == nil ? 0 : 1)
            writer.add(file.before ?? [])
            writer.add(Int(file.mode))
            writer.add(file.after?.bytes ?? [])
        }
        return writer.sealed
    }

    /// Decodes a record.
    ///
    /// Returns nil if the record is damaged or names a file that the store would not write.
    init?(bytes: [UInt8]) {
        guard var reader = JournalReader(bytes, after: Self.title), let time = reader.number(),
            let summary = reader.part(), let program = reader.part(),
            let undoes = reader.number(), let step = reader.number().flatMap(FolderStep.init),
            let folder = reader.part(), step == .none || FilePlace.isFolder(folder),
            let obstacle = reader.number().flatMap(Obstacle.init), let fileCount = reader.number(),
            let count = reader.number(), count >= 0
        else { return nil }
        self.time = time
        self.summary = String(decoding: summary, as: UTF8.self)
        self.program = String(decoding: program, as: UTF8.self)
        self.undoes = undoes > 0 ? undoes : nil
        (self.step, self.folder, self.obstacle, self.fileCount) = (step, folder, obstacle, fileCount)
        files = []
        for _ in 0..<count {
            guard let file = reader.file(), step == .none ? file.place?.isWritable == true : file.isPlain
            else { return nil }
            files.append(file)
        }
        guard reader.rest.isEmpty else { return nil }
    }
}

extension HistoryRecord.File {
    /// Whether the folder and the name are plain, so that the path cannot lead out of the store.
    fileprivate var isPlain: Bool {
        FilePlace.isFolder(folder) && !name.isEmpty && name.count <= FilePlace.longestName
            && !name.contains(0) && !name.contains(UInt8(ascii: "/"))
            && name != Array(".".utf8) && name != Array("..".utf8)
    }
}

extension JournalReader {
    fileprivate mutating func file() -> HistoryRecord.File? {
        guard let folder = part(), let name = part(), let hasBefore = number(), let before = part(),
            let mode = number(), let after = digest()
        else { return nil }
        return HistoryRecord.File(
            folder: folder,
            name: name,
            before: hasBefore == 1 ? before : nil,
            mode: UInt32(truncatingIfNeeded: mode) & 0o777,
            after: after
        )
    }
}
