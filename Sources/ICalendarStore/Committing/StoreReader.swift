import ICalendar

/// Reads a store so that a commit of several files is seen whole or not at all.
package struct StoreReader: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let merging: any FileMerging
    let patience: Duration

    /// A way to read a store.
    ///
    /// `merging` is asked when a commit has to be finished that a crash interrupted.
    package init(
        _ root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        merging: any FileMerging,
        patience: Duration = .seconds(30)
    ) {
        self.root = root
        self.files = files
        self.merging = merging
        self.patience = patience
    }

    /// Lets a function look at the files while nobody writes to them through the store.
    ///
    /// A journal that a crash left is finished first; where this process may not write, it is read through. Nothing is
    /// made in a store that nobody ever wrote to. What the function throws is thrown on.
    package func read<Result>(_ body: (StoreView) throws -> Result) throws -> Result {
        while true {
            guard let control = try root.control(in: files) else {
                let result = try body(StoreView(files: files, root: root))
                // The first commit ever may have begun meanwhile.
                if try root.control(in: files) == nil { return result }
                continue
            }
            let journal = control.appending(Journal.name)
            do {
                let lock = try shared(control)
                defer { withExtendedLifetime(lock) {} }
                if try files.stamp(of: journal, followingLinks: false) == nil {
                    return try body(StoreView(files: files, root: root))
                }
            }
            if try finish(control) { continue }
            let lock = try shared(control)
            defer { withExtendedLifetime(lock) {} }
            return try body(StoreView(files: files, root: root, through: journal))
        }
    }

    /// The lock of those who read; nil where it cannot even be opened, as nobody writes there.
    private func shared(_ control: CalendarPath) throws(FileFailure) -> FolderLock? {
        do throws(FileFailure) {
            return try files.lock(control.appending(LockName.bytes), .shared, patience: patience)
        } catch {
            if error.error.isRefusal { return nil }
            throw error
        }
    }

    /// Finishes the journal; false when this process cannot.
    private func finish(_ control: CalendarPath) throws(FileFailure) -> Bool {
        // Who may not write there is not to carry out half of it.
        guard files.permissions(of: control).contains(.write) else { return false }
        do throws(FileFailure) {
            let lock = try files.lock(control.appending(LockName.bytes), .exclusive, patience: patience)
            defer { withExtendedLifetime(lock) {} }
            do throws(CommitFailure) {
                try Recovery(root: root, files: files, merging: merging).finishJournal(in: control)
                return true
            } catch {
                return false
            }
        } catch {
            if error.error.isRefusal { return false }
            throw error
        }
    }
}

/// The files of a store, as they are while nobody writes, or will be when an interrupted commit is finished.
package struct StoreView: Sendable {
    private let files: any StoreFiles
    private let root: StoreRoot
    /// What files will be that a journal has yet to change: the hidden file, or nil for one that goes.
    private var pending: [FilePlace: CalendarPath?] = [:]

    init(files: any StoreFiles, root: StoreRoot) {
        self.files = files
        self.root = root
    }

    /// The files as a journal says that they will be.
    init(files: any StoreFiles, root: StoreRoot, through journal: CalendarPath) throws(FileFailure) {
        self.init(files: files, root: root)
        guard let journal = Journal(bytes: try files.contents(of: journal).bytes) else { return }
        for entry in journal.entries {
            let hidden = root.path(beside: entry.place, entry.temporary)
            if let content = entry.content {
                let waiting = try? files.contents(of: hidden).bytes
                if waiting.map({ FileDigest(of: $0) }) == content { pending[entry.place] = .some(hidden) }
            } else if let stamp = try files.stamp(of: root.path(of: entry.place), followingLinks: false),
                entry.expected?.matches(stamp) == true
            {
                pending[entry.place] = .some(nil)
            }
        }
    }

    /// A file's contents; nil when there is none.
    package func contents(of place: FilePlace) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            guard let instead = pending[place] else { return try files.contents(of: root.path(of: place)) }
            guard let instead else { return nil }
            return try files.contents(of: instead)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// The path of a calendar's folder.
    func path(ofFolder folder: [UInt8]) -> CalendarPath { root.path(ofFolder: folder) }

    /// Whether files are read as a journal says that they will be.
    package var isAhead: Bool { !pending.isEmpty }

    /// The stamp of a file; nil when there is none.
    package func stamp(of place: FilePlace) throws(FileFailure) -> FileStamp? {
        guard let instead = pending[place] else {
            return try files.stamp(of: root.path(of: place), followingLinks: true)
        }
        guard let instead else { return nil }
        return try files.stamp(of: instead, followingLinks: true)
    }

    /// The contents of items of a calendar, in the order of the names; nil for what went away meanwhile.
    package func contents(
        of names: [[UInt8]],
        in folder: [UInt8]
    ) -> [Result<FileContents?, FileFailure>] {
        guard pending.isEmpty else {
            return names.map { name in
                Result { () throws(FileFailure) in
                    guard let place = FilePlace(folder: folder, name: name) else { return nil }
                    return try contents(of: place)
                }
            }
        }
        return files.contents(of: names, in: root.path(ofFolder: folder)).map { result in
            switch result {
            case .success(let contents): .success(contents)
            case .failure(let failure): failure.error.isMissing ? .success(nil) : .failure(failure)
            }
        }
    }

    /// The items of a calendar, sorted by the bytes of their names; the folder may have been listed already.
    package func items(
        in folder: [UInt8],
        listed: [ListedName]? = nil
    ) throws(FileFailure) -> [ListedName] {
        var names: [ListedName]
        if let listed {
            names = listed
        } else {
            names = try files.names(in: root.path(ofFolder: folder))
        }
        names.removeAll { !ItemName.isItem($0.name) || $0.kind != .regular }
        for (place, instead) in pending where place.folder == folder && ItemName.isItem(place.name) {
            names.removeAll { $0.name == place.name }
            guard let instead, let stamp = try files.stamp(of: instead, followingLinks: true) else {
                continue
            }
            names.append(ListedName(name: place.name, kind: stamp.kind, isLink: false))
        }
        names.sort { $0.name.lexicographicallyPrecedes($1.name) }
        return names
    }
}
