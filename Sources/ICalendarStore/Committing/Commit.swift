import ICalendar
import SystemIO

/// A commit that writes either all changes to a store's files or none, even if a crash interrupts it.
///
/// Each file is replaced atomically by renaming, so other programs never see it half-written. Changes to several files
/// are first written to a journal. Once the journal is on disk, the commit is final: after a crash, it is completed
/// when the store is next opened. Before that point, a crash leaves no trace of the commit.
package struct Commit: Sendable {
    private(set) var files: any StoreFiles
    /// The files that must be unchanged since they were read; otherwise, the commit is aborted.
    ///
    /// After an abort, the caller can repeat the edits.
    ///
    /// Changes to other files are merged.
    private(set) var strictPlaces: Set<FilePlace> = []
    private(set) var names = TemporaryName()
    let root: StoreRoot
    let merging: any FileMerging
    let patience: Duration
    let notes: RecoveryNotes
    /// The stamps of the calendar folders at the time of the edits.
    ///
    /// If a folder has been replaced, for example by a new symbolic link, the commit is aborted.
    package var knownFolders: [[UInt8]: FileStamp] = [:]
    /// The description to record in the history.
    ///
    /// A commit without a description is not recorded.
    package var note: HistoryNote?
    /// The minimum number of new files in a folder for syncing the whole file system at once.
    ///
    /// Fewer new files are synced one by one, since a full sync includes everything that other
    /// programs have written to the same disk.
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

    /// Performs the changes and returns the resulting files in the order of the changes.
    ///
    /// If another program has changed a file since it was read, the changes are merged. If the other program has
    /// removed the file, the file is created again. Removing a missing file is not an error.
    ///
    /// If this method throws an error, nothing was changed, with one exception. If rolling back the first steps fails
    /// as well, the journal remains and the changes are completed when the store is next used. Committing the same
    /// changes again is always safe.
    ///
    /// If a file in `strictPlaces` is changed, created, or removed before the commit ends, the commit is rolled back
    /// and this method throws ``CommitFailure/Reason/changed``.
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
        // Releasing the object releases the lock, so keep it until everything is done.
        return try withExtendedLifetime(lock) { () throws(CommitFailure) in
            let recovery = Recovery(root: root, files: files, merging: merging, notes: notes)
            let blocked = try recovery.finishJournal(in: control).blocked
            // New changes would conflict with the remaining steps of a blocked commit for the same files.
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
        // A file to remove may contain the only copy of a file to create, so removals come last.
        let numbers = [0, 1, 2].flatMap { turn in prepared.indices.filter { prepared[$0].entry?.turn == turn }
        }
        let entries = numbers.compactMap { prepared[$0].entry }
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
        // Use arrays in entry order, since a dictionary of thousands of files is slow.
        var outcomes = [JournalSteps.Outcome?](repeating: nil, count: entries.count)
        var traces = [JournalSteps.Trace](repeating: .init(), count: entries.count)
        var journal: WrittenJournal?
        var recording: HistoryRecording?
        do throws(CommitFailure) {
            steps.fresh = try writeHidden(prepared)
            // Write the history entry first, so it exists whenever the journal or a completed step does.
            recording = try beginRecording(prepared, entries, control, isBlocked: isBlocked)
            // The system replaces a single file atomically, without a journal.
            if entries.count > 1 { journal = try write(entries, steps.fresh, control, pins) }
            for index in entries.indices {
                outcomes[index] = try steps.carryOut(entries[index], &traces[index])
            }
            try steps.synchronize(entries)
            try checkFolders(of: entries, pins)
            for index in entries.indices {
                if let outcome = try steps.lookAgain(entries[index], &traces[index]) {
                    outcomes[index] = outcome
                }
            }
        } catch {
            var failure = error
            failure.undoing = abandon(entries, traces, journal, steps)
            if failure.undoing == nil { recording?.discard() }
            throw failure
        }
        // The files that show which steps are completed must remain on disk as long as the journal does.
        do throws(FileFailure) {
            if let journal { try journal.files.remove(journal.path) }
            steps.tidy(zip(entries, traces).lazy.filter { !$1.hasMovedTemporary }.map(\.0))
        } catch {
            // The commit is completed when the store is next opened.
        }
        let merged = entries.indices.filter { outcomes[$0]?.isMerged == true }
        recording?.finish(
            as: recording.flatMap { recording in
                corrected(
                    recording.record,
                    merged.map { (entries[$0].place, outcomes[$0]?.content, traces[$0]) }
                )
            }
        )
        var found = [JournalSteps.Outcome?](repeating: nil, count: prepared.count)
        for (number, outcome) in zip(numbers, outcomes) { found[number] = outcome }
        return zip(prepared, found).map { committed($0, $1) }
    }

    /// Throws an error unless the paths of the written folders still refer to the same folders.
    ///
    /// If a folder was replaced with another folder or a link, the written files are not in the calendar.
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

    /// Writes the new contents to hidden files and returns these files.
    private func writeHidden(_ prepared: [PreparedChange]) throws(CommitFailure) -> [FilePlace: FileContents]
    {
        let batches = batches(for: prepared)
        var fresh: [FilePlace: FileContents] = [:]
        fresh.reserveCapacity(prepared.count)
        for change in prepared {
            guard let entry = change.entry, let content = change.content else { continue }
            let path = root.path(beside: entry.place, entry.temporary)
            var stamp: FileStamp?
            do throws(FileFailure) {
                if let batch = batches[entry.place.folder] {
                    stamp = try files.create(path, content, like: change.stamp, in: batch)
                } else {
                    try files.create(path, content, like: change.stamp)
                }
            } catch {
                // Report the visible file's name, since the hidden name means nothing to users.
                let failure = FileFailure(error.action, root.path(of: entry.place), error.error)
                throw CommitFailure(entry.place, failure)
            }
            stamp = stamp ?? (try? files.stamp(of: path, followingLinks: false)) ?? nil
            guard let stamp, stamp.kind == .regular, stamp.size == content.count else { continue }
            fresh[entry.place] = FileContents(bytes: content, stamp: stamp, isSettled: false)
        }
        for (folder, batch) in batches.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            do throws(FileFailure) {
                try files.synchronize(batch, in: root.path(ofFolder: folder))
            } catch {
                throw CommitFailure(nil, error)
            }
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
        _ traces: [JournalSteps.Trace],
        _ journal: WrittenJournal?,
        _ steps: JournalSteps
    ) -> FileFailure? {
        do throws(FileFailure) {
            for (entry, trace) in zip(entries, traces).reversed() {
                do throws(FileFailure) {
                    try steps.undo(entry, trace)
                } catch {
                    throw steps.named(error, entry)
                }
            }
            if let journal {
                // Remove the files that the journal needs only after the journal is permanently gone.
                try journal.files.remove(journal.path)
                try journal.files.synchronize(journal.folder, through: nil)
            }
        } catch {
            // Keep the journal and the files that it needs for a later attempt.
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
            let stamp =
                outcome?.stamp
                ?? (try? files.stamp(of: root.path(of: change.place), followingLinks: true)) ?? nil
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
    /// Writes a journal.
    ///
    /// The commit is final once the journal has its final name.
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

    /// Returns permissions for a journal that exclude users who cannot read all of its files.
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
