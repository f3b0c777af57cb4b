import ICalendar
import SystemIO

package struct CalendarFolderChange: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let patience: Duration
    /// The description to record in the history.
    ///
    /// A change without a description is not recorded.
    let note: HistoryNote?

    package init(
        in root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        patience: Duration = .seconds(30),
        note: HistoryNote? = nil
    ) {
        self.root = root
        self.files = files
        self.patience = patience
        self.note = note
    }

    /// Atomically creates a folder with its files, and returns its path relative to the store's folder.
    ///
    /// The folder gets the first available name. If only one name is possible and it is taken, the method throws
    /// `EEXIST`.
    package func make(
        in outer: [UInt8],
        named name: (Int) -> [UInt8],
        with contents: [[UInt8]: [UInt8]],
        modes: [[UInt8]: UInt32] = [:],
        mostNames: Int = 10_000
    ) throws(FileFailure) -> [UInt8] {
        let (control, lock) = try locked()
        defer { withExtendedLifetime(lock) {} }
        let place = root.path(ofFolder: outer)
        var pins = FolderPins()
        let outerPin = try opened(outer, place)
        pins.add(.success(outerPin), at: place)
        let hiddenName = TemporaryName(under: control, files).make()
        let hidden = place.appending(hiddenName)
        try files.pinned(pins).makeFolder(hidden, mode: outerPin.stamp.mode | 0o700)
        let made = Result { () throws(PlatformError) in try outerPin.folder(hiddenName) }
        pins.add(made, at: hidden)
        guard case .success(let pin) = made, !pin.isLinked else {
            throw FileFailure(.written, hidden, .link)
        }
        let note = FolderRemovals.note(hiddenName, in: outer, pin.stamp.inode, root, control, files)
        defer { note?.remove() }
        let pinned = files.pinned(pins)
        do throws(FileFailure) {
            let batch = contents.count >= Commit.leastBatch ? pinned.batch(in: hidden) : nil
            for (name, bytes) in contents {
                let model = modes[name].map { outerPin.stamp.owned(mode: $0) }
                if let batch {
                    try pinned.create(hidden.appending(name), bytes, like: model, in: batch)
                } else {
                    try pinned.create(hidden.appending(name), bytes, like: model)
                }
            }
            if let batch { try pinned.synchronize(batch, in: hidden) }
            try pinned.synchronize(hidden, through: nil)
            let entry: ([UInt8]) throws(FileFailure) -> HistoryRecording? = { folder throws(FileFailure) in
                try begun(.created, folder, Self.created(contents, in: folder), .none, control)
            }
            return try move(hidden, into: outer, name, most: mostNames, pinned, entry)
        } catch {
            try? Self.erase(hidden, pinned)
            throw error
        }
    }

    private func locked() throws(FileFailure) -> (control: CalendarPath, lock: FolderLock) {
        let control = try root.makeControl(in: files)
        var pins = FolderPins()
        pins.add(root.pinned(control: control), at: control)
        let name = control.appending(ControlName.lock)
        return (control, try files.pinned(pins).lock(name, .exclusive, patience: patience))
    }

    private func opened(_ folder: [UInt8], _ path: CalendarPath) throws(FileFailure) -> FolderPin {
        do throws(PlatformError) {
            return try FolderPin.open(folder, below: root.folder)
        } catch {
            throw FileFailure(.written, path, error)
        }
    }

    private func move(
        _ hidden: CalendarPath,
        into outer: [UInt8],
        _ name: (Int) -> [UInt8],
        most: Int,
        _ files: any StoreFiles,
        _ entry: ([UInt8]) throws(FileFailure) -> HistoryRecording?
    ) throws(FileFailure) -> [UInt8] {
        var attempt = 0
        while true {
            let folder = (outer.isEmpty ? [] : outer + [UInt8(ascii: "/")]) + name(attempt)
            let path = try checked(folder)
            var recording: HistoryRecording?
            do throws(FileFailure) {
                // No history entry is needed if the name is taken.
                if note != nil, try files.stamp(of: path, followingLinks: false) != nil {
                    throw FileFailure(.renamed, path, .notEmpty)
                }
                recording = try entry(folder)
                try files.move(hidden, toFree: path)
            } catch {
                recording?.discard()
                attempt += 1
                guard error.error.isExisting || error.error == .notEmpty, attempt < most else { throw error }
                continue
            }
            recording?.finish()
            try files.synchronize(root.path(ofFolder: outer), through: nil)
            return folder
        }
    }

    private func begun(
        _ step: HistoryRecord.FolderStep,
        _ folder: [UInt8],
        _ contents: [HistoryRecord.File],
        _ obstacle: HistoryRecord.Obstacle,
        _ control: CalendarPath
    ) throws(FileFailure) -> HistoryRecording? {
        guard let note else { return nil }
        var record = HistoryRecord(note, contents, obstacle: obstacle)
        (record.step, record.folder) = (step, folder)
        return try HistoryRecording(record, note.limits, root, control, files)
    }

    private static func created(_ contents: [[UInt8]: [UInt8]], in folder: [UInt8]) -> [HistoryRecord.File] {
        contents.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, bytes in
            HistoryRecord.File(
                folder: folder,
                name: name,
                before: nil,
                mode: 0,
                after: FileDigest(of: bytes)
            )
        }
    }

    /// Atomically removes a calendar and everything in it.
    ///
    /// The folder is first renamed to a hidden name, so a crash never leaves part of the calendar visible. If the
    /// folder is a symbolic link, only the link is removed. A folder that contains other folders is not a plain
    /// calendar and cannot be removed (`ENOTEMPTY`). A folder whose contents have changed cannot be removed either.
    package func remove(
        _ folder: [UInt8],
        expecting expected: [[UInt8]: FileDigest]? = nil
    ) throws(FileFailure) {
        let path = try checked(folder)
        let (control, lock) = try locked()
        defer { withExtendedLifetime(lock) {} }
        let outer = folder.lastIndex(of: UInt8(ascii: "/")).map { Array(folder[..<$0]) } ?? []
        var pins = FolderPins()
        pins.add(.success(try opened([], root.folder)), at: root.folder)
        let place = root.path(ofFolder: outer)
        pins.add(.success(try opened(outer, place)), at: place)
        guard let stamp = try files.pinned(pins).stamp(of: path, followingLinks: false) else {
            throw FileFailure(.removed, path, .missing)
        }
        if stamp.kind == .link {
            let recording = try begun(.removed, folder, [], .notAFile, control)
            do throws(FileFailure) {
                try files.pinned(pins).remove(path)
            } catch {
                recording?.discard()
                throw error
            }
            recording?.finish()
            return
        }
        guard stamp.kind == .folder else { throw FileFailure(.removed, path, .notAFolder) }
        let pin = try opened(folder, path)
        guard pin.stamp.isSameFile(as: stamp) else { throw FileFailure(.removed, path, .link) }
        let hiddenName = TemporaryName(under: control, files).make()
        let hidden = root.folder.appending(hiddenName)
        pins.add(.success(pin), at: path)
        pins.add(.success(pin), at: hidden)
        let pinned = files.pinned(pins)
        let entries = try pinned.entries(of: path)
        guard entries.allSatisfy({ $0.isLink || $0.stamp.kind != .folder }) else {
            throw FileFailure(.removed, path, .notEmpty)
        }
        let contents = RemovedCalendar(entries, most: self.note?.limits.bytes ?? 0)
        if let expected, try contents.digests(in: path, pinned) != expected {
            throw FileFailure(.removed, path, .notEmpty)
        }
        let before = self.note == nil ? [] : try contents.files(of: folder, in: path, pinned)
        let recording = try begun(.removed, folder, before, contents.obstacle, control)
        let note = FolderRemovals.note(hiddenName, in: [], stamp.inode, root, control, files)
        do throws(FileFailure) {
            try pinned.move(path, toFree: hidden)
        } catch {
            recording?.discard()
            note?.remove()
            throw error
        }
        if let expected, (try? contents.digests(in: hidden, pinned)) != expected {
            // Another program changed the folder at the last moment, so move the folder back.
            try pinned.move(hidden, toFree: path)
            recording?.discard()
            note?.remove()
            throw FileFailure(.removed, path, .notEmpty)
        }
        recording?.finish()
        try pinned.synchronize(root.folder, through: nil)
        // The calendar is no longer visible. Leftovers are removed when the store is next opened.
        if (try? Self.erase(hidden, pinned)) != nil { note?.remove() }
    }

    static func erase(_ path: CalendarPath, _ files: any StoreFiles) throws(FileFailure) {
        guard let stamp = try files.stamp(of: path, followingLinks: false) else { return }
        guard stamp.kind == .folder else { return try files.remove(path) }
        for entry in try files.entries(of: path) { try files.remove(path.appending(entry.name)) }
        // Dangling links are not listed, so a folder that contains one remains hidden.
        try files.removeFolder(path)
    }

    private func checked(_ folder: [UInt8]) throws(FileFailure) -> CalendarPath {
        guard FilePlace.isFolder(folder) else {
            throw FileFailure(.written, root.folder.appending(folder), .refused)
        }
        return root.path(ofFolder: folder)
    }
}
