import ICalendar

/// Makes and removes the folders of calendars.
package struct CalendarFolderChange: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let patience: Duration

    /// A way to change the folders of a store.
    ///
    /// `patience` is how long to wait for another process that is writing.
    package init(
        in root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        patience: Duration = .seconds(30)
    ) {
        self.root = root
        self.files = files
        self.patience = patience
    }

    /// Makes a folder with some files in it, at once for every reader, and gives its path below the store's.
    ///
    /// `outer` is the folder that it is made in, the store's own being empty. `name` gives one name after the other until
    /// one is free. The permissions are those of the outer folder.
    package func make(
        in outer: [UInt8],
        named name: (Int) -> [UInt8],
        with contents: [[UInt8]: [UInt8]]
    ) throws(FileFailure) -> [UInt8] {
        let control = try root.makeControl(in: files)
        let lock = try files.lock(control.appending(LockName.bytes), .exclusive, patience: patience)
        defer { withExtendedLifetime(lock) {} }
        let place = root.path(ofFolder: outer)
        let hidden = place.appending(TemporaryName.make())
        let mode = try files.stamp(of: place, followingLinks: true)?.mode ?? 0o755
        try files.makeFolder(hidden, mode: mode | 0o700)
        do throws(FileFailure) {
            for (name, bytes) in contents { try files.create(hidden.appending(name), bytes, like: nil) }
            try files.synchronize(hidden, through: nil)
            return try move(hidden, into: outer, name)
        } catch {
            try? Self.erase(hidden, files)
            throw error
        }
    }

    /// Gives a hidden folder the first of some names that is free.
    private func move(
        _ hidden: CalendarPath,
        into outer: [UInt8],
        _ name: (Int) -> [UInt8]
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

    /// Removes a calendar with everything in it, at once for every reader.
    ///
    /// It first gets a hidden name, so that a crash leaves either all of it or nothing that is seen. Of a link only the
    /// link goes. A folder that has folders in it is more than a calendar, and is refused (`ENOTEMPTY`).
    package func remove(_ folder: [UInt8]) throws(FileFailure) {
        let path = try checked(folder)
        let control = try root.makeControl(in: files)
        let lock = try files.lock(control.appending(LockName.bytes), .exclusive, patience: patience)
        defer { withExtendedLifetime(lock) {} }
        guard let stamp = try files.stamp(of: path, followingLinks: false) else {
            throw FileFailure(.removed, path, .missing)
        }
        if stamp.kind == .link { return try files.remove(path) }
        guard stamp.kind == .folder else { throw FileFailure(.removed, path, .notAFolder) }
        guard try files.entries(of: path).allSatisfy({ $0.isLink || $0.stamp.kind != .folder }) else {
            throw FileFailure(.removed, path, .notEmpty)
        }
        let hidden = root.folder.appending(TemporaryName.make())
        try files.move(path, toFree: hidden)
        try files.synchronize(root.folder, through: nil)
        // From here on it is gone; what stays of it is taken away when the store is opened next.
        try? Self.erase(hidden, files)
    }

    /// Takes a hidden folder away, with the files in it.
    static func erase(_ path: CalendarPath, _ files: any StoreFiles) throws(FileFailure) {
        guard let stamp = try files.stamp(of: path, followingLinks: false) else { return }
        guard stamp.kind == .folder else { return try files.remove(path) }
        for entry in try files.entries(of: path) { try files.remove(path.appending(entry.name)) }
        // Links to nothing are not listed; a folder that has them stays, hidden.
        try files.removeFolder(path)
    }

    private func checked(_ folder: [UInt8]) throws(FileFailure) -> CalendarPath {
        guard FilePlace.isFolder(folder) else {
            throw FileFailure(.written, root.folder.appending(folder), .refused)
        }
        return root.path(ofFolder: folder)
    }
}
