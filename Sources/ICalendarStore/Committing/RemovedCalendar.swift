import ICalendar
import SystemIO

/// The files of a calendar that is being removed.
struct RemovedCalendar {
    private let names: [[UInt8]]
    private let modes: [[UInt8]: UInt32]
    /// The reason why the history cannot keep the contents, if any.
    private(set) var obstacle = HistoryRecord.Obstacle.none

    init(_ entries: [FolderEntry], most: Int) {
        let kept = entries.filter { !TemporaryName.isOne($0.name) }
        names = kept.map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
        modes = Dictionary(kept.map { ($0.name, $0.stamp.mode & 0o777) }) { first, _ in first }
        if kept.contains(where: { $0.isLink || $0.stamp.kind != .regular }) {
            obstacle = .notAFile
        } else if kept.reduce(0, { $0 + $1.stamp.size }) > most {
            obstacle = .tooLarge
        }
    }

    /// Returns the files before their removal, or an empty array if the history cannot keep them.
    func files(
        of folder: [UInt8],
        in path: CalendarPath,
        _ files: any StoreFiles
    ) throws(FileFailure) -> [HistoryRecord.File] {
        guard obstacle == .none else { return [] }
        var found: [HistoryRecord.File] = []
        for (name, contents) in zip(names, files.contents(of: names, in: path)) {
            found.append(
                HistoryRecord.File(
                    folder: folder,
                    name: name,
                    before: try contents.get().bytes,
                    mode: modes[name] ?? 0,
                    after: nil
                )
            )
        }
        return found
    }

    /// Returns the digests of the files currently in a folder, or nil if it contains anything but regular files.
    func digests(in path: CalendarPath, _ files: any StoreFiles) throws(FileFailure) -> [[UInt8]: FileDigest]?
    {
        var digests: [[UInt8]: FileDigest] = [:]
        for entry in try files.entries(of: path) where !TemporaryName.isOne(entry.name) {
            guard !entry.isLink, entry.stamp.kind == .regular else { return nil }
            let found = try files.plainContents(of: path.appending(entry.name), most: SystemFiles.largestFile)
            digests[entry.name] = FileDigest(of: found.bytes)
        }
        return digests
    }
}
