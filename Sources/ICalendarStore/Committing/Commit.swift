import ICalendar
import SystemIO

/// A commit that writes changes to the files of a store: all of them or none, whatever happens.
///
/// Each file is replaced atomically, by renaming, so that no other program ever sees half of it. Changes to several
/// files are first written to a journal. Once the journal is on disk, the changes have happened: after a crash, they
/// are carried out when the store is next opened. Until then, nothing has happened and nothing is left behind.
package struct Commit: Sendable {
    private(set) var files: any StoreFiles
    /// The files that abort the commit if they have changed since they were read, so that their edits can be made
    /// again.
    ///
    /// Changes to other files are merged.
    private(set) var strictPlaces: Set<FilePlace> = []
    private(set) var names = TemporaryName()
    let root: StoreRoot
    let merging: any FileMerging
    let patience: Duration
    let notes: RecoveryNotes
    /// The stamps of the calendar folders at the time when their changes were made.
    ///
    /// A folder that is now a different one, such as the target of a new link, aborts the commit.
    package var knownFolders: [[UInt8]: FileStamp] = [:]
    /// The description for the history; a commit without one is not recorded.
    package var note: HistoryNote?
    /// The minimum number of new files in one folder to synchronize together.
    ///
    /// Fewer files are synchronized one by one, since a joint synchronization includes everything that other programs
    /// have written to the same disk.
    var leastBatch = Commit.leastBatch

    static let leastBatch = 256

    package init(
        to root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        merging: any FileMerging,
        patience: Duration = .seconds(30),
        notes: RecoveryNotes = RecoveryNotes()
    ) {
        self.root = root
        self.files = files
        self.merging = merging
        self.patience = patience
        self.notes = notes
    }

    /// Carries out changes and returns the resulting files, in the order of the changes.
    ///
    /// A file that another program has changed since it was read is merged, and one that it has removed is created
    /// again. A file to remove that no longer exists is not an error.
    ///
    /// If this method throws, nothing was done, with one exception: if the system fails again while the first steps are
    /// undone, the journal stays, and the changes are carried out when the store is next used. Committing the same
    /// changes again is correct in both cases.
    ///
    /// A file in `strictPlaces` that is changed, created, or removed at any time before the end aborts the commit,
    /// which is then undone: ``CommitFailure/Reason/changed``.
    package func run(
        _ changes: [FileChange],
        strictlyAt strictPlaces: Set<FilePlace> = [],
        evenIfEmpty: Bool = false
    ) throws(CommitFailure) -> [CommittedFile] {
        guard !changes.isEmpty || evenIfEmpty else { return [] }
        var pins = FolderPins()
        let control: CalendarPath
        let lock: FolderLock
        do throws(FileFailure) {
            control = try root.makeControl(in: files)
            pins.add(root.pinned(control: control), at: control)
            let name = control.appending(ControlName.lock)
            lock = try files.pinned(pins).lock(name, .exclusive, patience: patience)
        } catch {
            throw CommitFailure(nil, error)
        }
        // The lock ends with its object, after everything is done.
        return try withExtendedLifetime(lock) { () throws(CommitFailure) in
            let recovery = Recovery(root: root, files: files, merging: merging, notes: notes)
            let blocked = try recovery.finishJournal(in: control).blocked
            // The rest of a blocked commit would conflict with changes to the same files.
            for change in changes {
                if let failure = blocked[change.place] { throw CommitFailure(change.place, failure) }
            }
            for folder in Set(changes.map(\.place.folder)) { pins.open(folder, below: root.folder) }
            for change in changes {
                guard let known = knownFolders[change.place.folder],
                    case .success(let pin)? = pins[root.path(ofFolder: change.place.folder)]
                else { continue }
                guard pin.stamp.isSameFile(as: known) else { throw CommitFailure(change.place, .changed) }
            }
            var commit = self
            commit.files = files.pinned(pins)
            commit.names = TemporaryName(under: control, files)
            commit.strictPlaces = strictPlaces
            return try commit.run(commit.prepared(changes), control, pins, isBlocked: !blocked.isEmpty)
        }
    }

    private func run(
        _ prepared: [PreparedChange],
        _ control: CalendarPath,
        _ pins: FolderPins,
        isBlocked: Bool
    ) throws(CommitFailure) -> [CommittedFile] {
        // A file to remove may be the only copy of one to create, so removals come last.
        let all = prepared.compactMap(\.entry)
        let entries = [0, 1, 2].flatMap { turn in all.filter { $0.turn == turn } }
        var steps = JournalSteps(
            files: files,
            root: root,
            merging: merging,
            isRecovering: false,
            attic: entries.count > 1 ? control : nil,
            strictPlaces: strictPlaces,
            moved: MovedItems([], merging: merging),
            names: names
        )
        var outcomes: [FilePlace: JournalSteps.Outcome] = [:]
        var traces: [FilePlace: JournalSteps.Trace] = [:]
        var journal: WrittenJournal?
        var recording: HistoryRecording?
        do throws(CommitFailure) {
            steps.fresh = try writeHidden(prepared)
            // The entry reaches the disk before the journal and before the first step, so it exists if they do.
            recording = try beginRecording(prepared, entries, control, isBlocked: isBlocked)
            // The system replaces a single file atomically, so no journal is needed.
            if entries.count > 1 { journal = try write(entries, steps.fresh, control, pins) }
            for entry in entries {
                var trace = JournalSteps.Trace()
                defer { traces[entry.place] = trace }
                outcomes[entry.place] = try steps.carryOut(entry, &trace)
            }
            try steps.synchronize(entries)
            try checkFolders(of: entries, pins)
            for entry in entries {
                var trace = traces[entry.place] ?? .init()
                defer { traces[entry.place] = trace }
                if let outcome = try steps.lookAgain(entry, &trace) { outcomes[entry.place] = outcome }
            }
        } catch {
            var failure = error
            failure.undoing = abandon(entries, traces, journal, steps)
            if failure.undoing == nil { recording?.discard() }
            throw failure
        }
        // As long as the journal exists, the files that show what was done must exist, too.
        do throws(FileFailure) {
            if let journal { try journal.files.remove(journal.path) }
            steps.tidy(entries.lazy.filter { traces[$0.place]?.hasMovedTemporary != true })
        } catch {
            // The commit is finished when the store is next opened.
        }
        recording?.finish(as: recording.flatMap { corrected($0.record, outcomes, traces) })
        return prepared.map { committed($0, outcomes[$0.place]) }
    }

    /// Checks that the paths of the written folders still lead to them.
    ///
    /// If someone has put another folder or a link in place of one, its calendar contains nothing of what was written.
    private func checkFolders(of entries: [JournalEntry], _ pins: FolderPins) throws(CommitFailure) {
        var seen: Set<[UInt8]> = []
        for entry in entries where seen.insert(entry.place.folder).inserted {
            guard case .success(let pin)? = pins[root.path(ofFolder: entry.place.folder)] else { continue }
            let now = try? FolderPin.open(entry.place.folder, below: root.folder)
            guard let now, now.stamp.isSameFile(as: pin.stamp), now.isLinked == pin.isLinked else {
                throw CommitFailure(entry.place, .changed)
            }
        }
    }

    /// Writes the new contents to hidden files, and returns these.
    private func writeHidden(_ prepared: [PreparedChange]) throws(CommitFailure) -> [FilePlace: FileContents]
    {
        let batches = batches(for: prepared)
        for change in prepared {
            guard let entry = change.entry, let content = change.content else { continue }
            let path = root.path(beside: entry.place, entry.temporary)
            do throws(FileFailure) {
                if let batch = batches[entry.place.folder] {
                    try files.create(path, content, like: change.stamp, in: batch)
                } else {
                    try files.create(path, content, like: change.stamp)
                }
            } catch {
                // The name of the hidden file means nothing to people.
                let failure = FileFailure(error.action, root.path(of: entry.place), error.error)
                throw CommitFailure(entry.place, failure)
            }
        }
        for (folder, batch) in batches.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            do throws(FileFailure) {
                try files.synchronize(batch, in: root.path(ofFolder: folder))
            } catch {
                throw CommitFailure(nil, error)
            }
        }
        var fresh: [FilePlace: FileContents] = [:]
        for change in prepared {
            guard let entry = change.entry, let content = change.content,
                let stamp = try? files.stamp(
                    of: root.path(beside: entry.place, entry.temporary),
                    followingLinks: false
                ), stamp.kind == .regular, stamp.size == content.count
            else { continue }
            fresh[entry.place] = FileContents(bytes: content, stamp: stamp, isSettled: false)
        }
        return fresh
    }

    private func batches(for prepared: [PreparedChange]) -> [[UInt8]: FileBatch] {
        var counts: [[UInt8]: Int] = [:]
        for change in prepared where change.entry != nil && change.content != nil {
            counts[change.place.folder, default: 0] += 1
        }
        var batches: [[UInt8]: FileBatch] = [:]
        for (folder, count) in counts where count >= leastBatch {
            batches[folder] = files.batch(in: root.path(ofFolder: folder))
        }
        return batches
    }

    private func abandon(
        _ entries: [JournalEntry],
        _ traces: [FilePlace: JournalSteps.Trace],
        _ journal: WrittenJournal?,
        _ steps: JournalSteps
    ) -> FileFailure? {
        do throws(FileFailure) {
            for entry in entries.reversed() {
                do throws(FileFailure) {
                    try steps.undo(entry, traces[entry.place] ?? .init())
                } catch {
                    throw steps.named(error, entry)
                }
            }
            if let journal {
                // The files that the journal needs may be removed only after it is gone for good.
                try journal.files.remove(journal.path)
                try journal.files.synchronize(journal.folder, through: nil)
            }
        } catch {
            // The journal stays to be carried out later, and so do the files that it needs.
            return error
        }
        steps.tidy(entries)
        return nil
    }

    private func committed(_ change: PreparedChange, _ outcome: JournalSteps.Outcome?) -> CommittedFile {
        let content: [UInt8]? =
            if let outcome { outcome.content ?? change.content } else { change.content }
        var version = change.version
        if change.entry != nil {
            let stamp = try? files.stamp(of: root.path(of: change.place), followingLinks: true)
            let known = content == change.content ? change.entry?.content : nil
            version = content.flatMap { bytes in
                stamp.map { FileVersion($0, digest: known ?? FileDigest(of: bytes)) }
            }
        }
        return CommittedFile(
            place: change.place,
            content: content,
            version: version,
            isMerged: change.isMerged || outcome?.isMerged == true
        )
    }
}

package struct CommittedFile: Sendable, Hashable {
    package let place: FilePlace
    package let content: [UInt8]?
    package let version: FileVersion?
    package let isMerged: Bool
}

struct WrittenJournal {
    let folder: CalendarPath
    let path: CalendarPath
    let files: any StoreFiles

    func remove() { try? files.remove(path) }
}

extension Commit {
    /// Writes a journal; the commit has happened once the journal has its name.
    func write(
        _ entries: [JournalEntry],
        _ fresh: [FilePlace: FileContents],
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
            try own.create(hidden, bytes, like: pin.stamp.owned(mode: mode(of: entries, fresh, pins)))
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

    /// Returns the permissions for a journal, readable by users who may read every file that it mentions.
    private func mode(
        of entries: [JournalEntry],
        _ fresh: [FilePlace: FileContents],
        _ pins: FolderPins
    ) -> UInt32 {
        var mode: UInt32 = 0o644
        for folder in Set(entries.map(\.place.folder)) {
            if case .success(let pin) = pins[root.path(ofFolder: folder)] { mode &= pin.stamp.mode }
        }
        for entry in entries {
            if let made = fresh[entry.place]?.stamp {
                mode &= made.mode
                continue
            }
            let hidden = root.path(beside: entry.place, entry.temporary)
            let path = entry.content == nil ? root.path(of: entry.place) : hidden
            if let stamp = try? files.stamp(of: path, followingLinks: false) { mode &= stamp.mode }
        }
        return mode | 0o600
    }
}
