import ICalendar
import SystemIO

package struct CalendarFolderChange: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let patience: Duration

    package init(
        in root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        patience: Duration = .seconds(30)
    ) {
        self.root = root
        self.files = files
        self.patience = patience
    }

    /// Creates a folder with some files, visible to every reader at once, and returns its path below the store's
    /// folder.
    ///
    /// The folder gets the first of the names that is free.
    package func make(
        in outer: [UInt8],
        named name: (Int) -> [UInt8],
        with contents: [[UInt8]: [UInt8]]
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
            for (name, bytes) in contents { try pinned.create(hidden.appending(name), bytes, like: nil) }
            try pinned.synchronize(hidden, through: nil)
            return try move(hidden, into: outer, name, pinned)
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
        _ files: any StoreFiles
    ) throws(FileFailure) -> [UInt8] {
        var attempt = 0
        while true {
            let folder = (outer.isEmpty ? [] : outer + [UInt8(ascii: "/")]) + name(attempt)
            let path = try checked(folder)
            do throws(FileFailure) {
                try files.move(hidden, toFree: path)
                try files.synchronize(root.path(ofFolder: outer), through: nil)
                return folder
            } catch {
                guard error.error.isExisting || error.error == .notEmpty, attempt < 10_000 else {
                    throw error
                }
                attempt += 1
            }
        }
    }

    /// Removes a calendar and everything in it, for every reader at once.
    ///
    /// The folder first gets a hidden name, so that after a crash either the whole calendar is visible or none of it.
    /// If it is a link, only the link is removed. A folder that contains other folders is more than a calendar, and is
    /// refused (`ENOTEMPTY`).
    package func remove(_ folder: [UInt8]) throws(FileFailure) {
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
        if stamp.kind == .link { return try files.pinned(pins).remove(path) }
        guard stamp.kind == .folder else { throw FileFailure(.removed, path, .notAFolder) }
        let pin = try opened(folder, path)
        guard pin.stamp.isSameFile(as: stamp) else { throw FileFailure(.removed, path, .link) }
        let hiddenName = TemporaryName(under: control, files).make()
        let hidden = root.folder.appending(hiddenName)
        pins.add(.success(pin), at: path)
        pins.add(.success(pin), at: hidden)
        let pinned = files.pinned(pins)
        guard try pinned.entries(of: path).allSatisfy({ $0.isLink || $0.stamp.kind != .folder }) else {
            throw FileFailure(.removed, path, .notEmpty)
        }
        let note = FolderRemovals.note(hiddenName, in: [], stamp.inode, root, control, files)
        try pinned.move(path, toFree: hidden)
        try pinned.synchronize(root.folder, through: nil)
        // The calendar is gone now. Anything left of it is removed when the store is next opened.
        if (try? Self.erase(hidden, pinned)) != nil { note?.remove() }
    }

    static func erase(_ path: CalendarPath, _ files: any StoreFiles) throws(FileFailure) {
        guard let stamp = try files.stamp(of: path, followingLinks: false) else { return }
        guard stamp.kind == .folder else { return try files.remove(path) }
        for entry in try files.entries(of: path) { try files.remove(path.appending(entry.name)) }
        // Dangling links are not listed, so a folder that contains them stays, hidden.
        try files.removeFolder(path)
    }

    private func checked(_ folder: [UInt8]) throws(FileFailure) -> CalendarPath {
        guard FilePlace.isFolder(folder) else {
            throw FileFailure(.written, root.folder.appending(folder), .refused)
        }
        return root.path(ofFolder: folder)
    }
}

/// The notes about hidden folders being created or removed, so that these can be removed after a crash.
///
/// A hidden name is not sufficient reason to remove a folder: anyone who can write to the store's folder can give such
/// a name to a calendar that they may not remove. Notes are kept where only this user can write.
struct FolderRemovals {
    private let journals: Journals

    private static let title = "ics-store removal 1"
    private static let largest = 4096

    init(_ journals: Journals) {
        self.journals = journals
    }

    /// Writes a note that the hidden folder with this inode may be removed; returns nil if that fails.
    static func note(
        _ name: [UInt8],
        in outer: [UInt8],
        _ inode: UInt64,
        _ root: StoreRoot,
        _ control: CalendarPath,
        _ files: any StoreFiles
    ) -> WrittenJournal? {
        guard let folder = try? root.makeUserFolder(in: control, files) else { return nil }
        let pins = Journals(root, control, files).pins
        guard case .success(let pin)? = pins[folder] else { return nil }
        let note = WrittenJournal(
            folder: folder,
            path: folder.appending(ControlName.removal()),
            files: files.pinned(pins)
        )
        var text = Array("\(title)\n\(inode)\n".utf8)
        if !outer.isEmpty { text += outer + [UInt8(ascii: "/")] }
        text += name
        let model = pin.stamp.owned(mode: 0o600)
        guard (try? note.files.create(note.path, text, like: model)) != nil else { return nil }
        return note
    }

    func finish() {
        let files = journals.files.pinned(journals.pins)
        for folder in journals.folders {
            for name in (try? files.names(in: folder))?.map(\.name) ?? [] where ControlName.isRemoval(name) {
                let path = folder.appending(name)
                do throws(FileFailure) {
                    erase(try files.plainContents(of: path, most: Self.largest).bytes)
                } catch {
                    // Anything that is not a note never becomes one, but a read error may be temporary.
                    guard error.error == .tooLarge || error.error.isOddKind else { continue }
                }
                try? files.remove(path)
            }
        }
    }

    private func erase(_ note: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let parts = note.split(separator: newline, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(Self.title.utf8),
            let inode = UInt64(String(decoding: parts[1], as: UTF8.self))
        else { return }
        let slash = UInt8(ascii: "/")
        let cut = parts[2].lastIndex(of: slash)
        let outer = cut.map { Array(parts[2][..<$0]) } ?? []
        let name = cut.map { Array(parts[2][($0 + 1)...]) } ?? Array(parts[2])
        guard outer.isEmpty || FilePlace.isFolder(outer), TemporaryName.isOne(name),
            let place = try? FolderPin.open(outer, below: journals.root.folder),
            let pin = try? place.folder(name), !pin.isLinked, pin.stamp.inode == inode
        else { return }
        var pins = FolderPins()
        let path = journals.root.path(ofFolder: outer)
        pins.add(.success(place), at: path)
        pins.add(.success(pin), at: path.appending(name))
        try? CalendarFolderChange.erase(path.appending(name), journals.files.pinned(pins))
    }
}
