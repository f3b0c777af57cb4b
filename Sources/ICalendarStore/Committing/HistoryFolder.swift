import ICalendar
import SystemIO

/// The name of a history file.
///
/// The name contains the entry's number and size, so entries can be listed without further system calls.
struct HistoryName: Sendable, Hashable {
    let number: Int
    let size: Int
    /// Whether the outcome of the entry's commit is unknown.
    var isPending = false

    private static let ending = Array(".pending".utf8)
    static let folder = Array("history".utf8)

    init(number: Int, size: Int, isPending: Bool) {
        (self.number, self.size, self.isPending) = (number, size, isPending)
    }

    init?(_ name: [UInt8]) {
        isPending = name.suffix(Self.ending.count).elementsEqual(Self.ending)
        let parts = name.dropLast(isPending ? Self.ending.count : 0).split(
            separator: UInt8(ascii: "-"),
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let number = Int(String(decoding: parts[0], as: UTF8.self)),
            let size = Int(String(decoding: parts[1], as: UTF8.self)), number > 0, size >= 0
        else { return nil }
        (self.number, self.size) = (number, size)
        guard bytes == name else { return nil }
    }

    var bytes: [UInt8] { Array("\(number)-\(size)".utf8) + (isPending ? Self.ending : []) }

    var finished: HistoryName { HistoryName(number: number, size: size, isPending: false) }
}

/// The folder for a user's history of a store.
///
/// Only that user can read the folder.
///
/// An entry is written under a pending name before the first step of its commit and gets its final name afterward.
/// After a crash, the store's files show whether the commit of a pending entry took effect.
struct HistoryFolder: Sendable {
    let path: CalendarPath
    private let stamp: FileStamp
    private let files: any StoreFiles

    /// Returns this user's histories, at most one per journal location.
    static func all(
        _ root: StoreRoot,
        _ control: CalendarPath,
        _ files: any StoreFiles,
        besides known: HistoryFolder? = nil
    ) -> [HistoryFolder] {
        root.userFolders(in: control).filter { $0 != known?.path.parent }
            .compactMap { HistoryFolder(in: $0, root, files) }
    }

    /// Returns the history for new entries, creating it if necessary.
    static func made(
        _ root: StoreRoot,
        _ control: CalendarPath,
        _ files: any StoreFiles
    ) throws(FileFailure) -> HistoryFolder {
        let user = try root.makeUserFolder(in: control, files)
        if let found = HistoryFolder(in: user, root, files) { return found }
        let path = user.appending(HistoryName.folder)
        do throws(FileFailure) {
            try files.makeFolder(path, mode: 0o700)
            try files.synchronize(user, through: nil)
        } catch {
            if !error.error.isExisting { throw error }
        }
        guard let found = HistoryFolder(in: user, root, files) else {
            throw FileFailure(.written, path, .refused)
        }
        return found
    }

    private init?(in user: CalendarPath, _ root: StoreRoot, _ files: any StoreFiles) {
        guard let outer = user.parent,
            let place = try? root.pinned(control: outer).get().folder(StoreRoot.userName(SystemFiles.user)),
            !place.isLinked, StoreRoot.isPrivate(place.stamp),
            let pin = try? place.folder(HistoryName.folder), !pin.isLinked,
            StoreRoot.isPrivate(pin.stamp)
        else { return nil }
        path = user.appending(HistoryName.folder)
        var pins = FolderPins()
        pins.add(.success(pin), at: path)
        self.files = files.pinned(pins)
        stamp = pin.stamp
    }

    /// Returns the names of the entries, oldest first.
    func names() throws(FileFailure) -> [HistoryName] {
        let names = try files.names(in: path).filter { $0.kind == .regular && !$0.isLink }
        return names.compactMap { HistoryName($0.name) }.sorted { $0.number < $1.number }
    }

    /// Returns an entry, or nil if the entry is damaged or was pruned in the meantime.
    func record(_ name: HistoryName) throws(FileFailure) -> HistoryRecord? {
        do throws(FileFailure) {
            let path = path.appending(name.bytes)
            return HistoryRecord(
                bytes: try files.plainContents(of: path, most: 2 * HistoryRecord.largest).bytes
            )
        } catch {
            if error.error.isMissing || error.error == .hollow { return nil }
            throw error
        }
    }

    func write(_ bytes: [UInt8], _ name: HistoryName) throws(FileFailure) {
        try files.create(path.appending(name.bytes), bytes, like: stamp.owned(mode: 0o600))
    }

    func finish(_ name: HistoryName) throws(FileFailure) {
        try files.move(path.appending(name.bytes), toFree: path.appending(name.finished.bytes))
    }

    func remove(_ name: HistoryName) throws(FileFailure) {
        try files.remove(path.appending(name.bytes))
    }

    /// Renames the pending entries of interrupted commits that took effect and removes the other pending entries.
    ///
    /// `isBlocked` means that some of the commits may still be completed. The store must be locked.
    func settled(
        _ names: [HistoryName],
        in root: StoreRoot,
        isBlocked: Bool
    ) throws(FileFailure) -> [HistoryName] {
        let final = Set(names.filter { !$0.isPending }.map(\.number))
        var settled: [HistoryName] = []
        for name in names {
            guard name.isPending else {
                settled.append(name)
                continue
            }
            let record = final.contains(name.number) ? nil : try record(name)
            // An incomplete entry belongs to a commit that had not begun.
            let isDone =
                try record.map { record throws(FileFailure) in try record.isDone(in: root, files) } ?? false
            if isDone == false {
                try? remove(name)
            } else if isDone == true || !isBlocked {
                settled.append(finished(name))
            } else {
                settled.append(name)
            }
        }
        return settled
    }

    private func finished(_ name: HistoryName) -> HistoryName {
        (try? finish(name)) == nil ? name : name.finished
    }

    /// Removes the oldest entries until the history is within its limits.
    func prune(_ names: [HistoryName], to limits: HistoryLimits) {
        var (count, size) = (0, 0)
        for name in names.sorted(by: { $0.number > $1.number }) {
            (count, size) = (count + 1, size + name.size)
            guard count > 1 else { continue }
            if count > limits.entries || size > limits.bytes { try? remove(name) }
        }
    }
}

extension HistoryRecord {
    /// Returns true if the files match the state after the commit, false if they match the state before it, or nil
    /// otherwise.
    func isDone(in root: StoreRoot, _ files: any StoreFiles) throws(FileFailure) -> Bool? {
        switch step {
        case .created, .removed:
            let path = root.path(ofFolder: folder)
            let stamp = try files.stamp(of: path, followingLinks: false)
            return (stamp?.kind == .folder) == (step == .created)
        case .none: break
        }
        var (isAfter, isBefore) = (true, true)
        for file in self.files {
            guard let place = file.place else { return nil }
            do throws(FileFailure) {
                let found = try files.plainContents(ifAny: root.path(of: place))
                if found.map({ FileDigest(of: $0.bytes) }) != file.after { isAfter = false }
                if found?.bytes != file.before { isBefore = false }
            } catch {
                // Something other than a regular file has replaced the file.
                guard error.error.isOddKind || error.error == .tooLarge else { throw error }
                return nil
            }
        }
        return isAfter ? true : isBefore ? false : nil
    }
}

/// A history entry that is being written along with its commit.
struct HistoryRecording {
    private let folder: HistoryFolder
    private let name: HistoryName
    private let others: [HistoryName]
    private let limits: HistoryLimits
    private(set) var record: HistoryRecord

    /// Writes the entry for a commit that is about to begin.
    ///
    /// Returns nil if there is nothing to record.
    ///
    /// Without private storage, commits proceed but are not recorded. The store must be locked.
    init?(
        _ record: HistoryRecord,
        _ limits: HistoryLimits,
        _ root: StoreRoot,
        _ control: CalendarPath,
        _ files: any StoreFiles,
        isBlocked: Bool = false
    ) throws(FileFailure) {
        guard limits.entries > 0 else { return nil }
        do throws(FileFailure) {
            folder = try HistoryFolder.made(root, control, files)
            let all = try folder.names()
            others = try folder.settled(all, in: root, isBlocked: isBlocked)
            var last = all.last?.number ?? 0
            for other in HistoryFolder.all(root, control, files, besides: folder) {
                last = max(last, ((try? other.names()) ?? []).last?.number ?? 0)
            }
            let bytes = record.bytes
            name = HistoryName(number: last + 1, size: bytes.count, isPending: true)
            try folder.write(bytes, name)
        } catch {
            guard error.error.isRefusal else { throw error }
            return nil
        }
        (self.limits, self.record) = (limits, record)
    }

    /// Keeps the entry, since its commit took effect.
    ///
    /// If renaming the entry fails, the next commit tries again.
    ///
    /// `actual` describes the commit as performed if it merged another program's changes.
    func finish(as actual: HistoryRecord? = nil) {
        var final = name
        if let bytes = actual?.bytes {
            let corrected = HistoryName(number: name.number, size: bytes.count, isPending: false)
            if (try? folder.write(bytes, corrected)) != nil {
                try? folder.remove(name)
                final = corrected
            }
        }
        if final.isPending { try? folder.finish(final) }
        folder.prune(others + [final.finished], to: limits)
    }

    /// Removes the entry, since its commit did not take effect.
    func discard() { try? folder.remove(name) }
}
