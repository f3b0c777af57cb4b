import ICalendar

/// A journal on the disk.
struct WrittenJournal {
    /// The folder that nobody but this user can write to.
    let folder: CalendarPath
    /// The journal in it.
    let path: CalendarPath
    /// Files that are looked up in the folder itself.
    let files: any StoreFiles

    /// Takes it away; one that stays says what was done already.
    func remove() { try? files.remove(path) }
}

extension Commit {
    /// Writes the journal of some steps.
    ///
    /// When it has its name, the commit has happened.
    func write(
        _ entries: [JournalEntry],
        _ control: CalendarPath,
        _ pins: FolderPins
    ) throws(CommitFailure) -> WrittenJournal {
        do throws(FileFailure) {
            let folder = try root.makeUserFolder(in: control, files)
            guard let outer = folder.parent,
                let pin = try? root.pinned(control: outer).get().folder(StoreRoot.userName(SystemFiles.user)),
                !pin.isLinked, StoreRoot.isPrivate(pin.stamp)
            else { throw FileFailure(.written, folder, .refused) }
            var inner = FolderPins()
            inner.add(.success(pin), at: folder)
            let own = files.pinned(inner)
            let bytes = try journal(of: entries, pins).bytes
            guard bytes.count <= Journal.largest else { throw FileFailure(.written, folder, .tooLarge) }
            let hidden = folder.appending(TemporaryName.make())
            let path = folder.appending(ControlName.journal())
            try own.create(hidden, bytes, like: pin.stamp.owned(mode: mode(of: entries, pins)))
            do throws(FileFailure) {
                try own.move(hidden, toFree: path)
                try own.synchronize(folder, through: path)
            } catch {
                try? own.remove(path)
                try? own.remove(hidden)
                throw error
            }
            return WrittenJournal(folder: folder, path: path, files: own)
        } catch {
            throw CommitFailure(nil, error)
        }
    }

    private func journal(
        of entries: [JournalEntry],
        _ pins: FolderPins
    ) throws(FileFailure) -> Journal {
        guard let stamp = try files.stamp(of: root.folder, followingLinks: true) else {
            throw FileFailure(.examined, root.folder, .missing)
        }
        var journal = Journal(root: stamp.inode, entries: entries)
        for folder in Set(entries.map(\.place.folder)) {
            guard case .success(let pin) = pins[root.path(ofFolder: folder)], pin.isLinked else { continue }
            journal.links[folder] = pin.stamp.inode
        }
        return journal
    }

    /// Who may read a journal: those who may read every file that it tells of.
    private func mode(of entries: [JournalEntry], _ pins: FolderPins) -> UInt32 {
        var mode: UInt32 = 0o644
        for entry in entries {
            if case .success(let pin) = pins[root.path(ofFolder: entry.place.folder)] {
                mode &= pin.stamp.mode
            }
            let hidden = root.path(beside: entry.place, entry.temporary)
            let path = entry.content == nil ? root.path(of: entry.place) : hidden
            if let stamp = try? files.stamp(of: path, followingLinks: false) { mode &= stamp.mode }
        }
        return mode | 0o600
    }
}
