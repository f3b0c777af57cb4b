import ICalendar

/// Does what a process that was killed has left undone, and takes away what it has left lying about.
package struct Recovery: Sendable {
    let root: StoreRoot
    let files: any StoreFiles
    let merging: any FileMerging

    /// The name that a journal gets which is none.
    private static let refusedName = Array("journal.refused".utf8)

    /// A way to mend a store.
    package init(root: StoreRoot, files: any StoreFiles = SystemFiles(), merging: any FileMerging) {
        self.root = root
        self.files = files
        self.merging = merging
    }

    /// What was mended.
    package struct Report: Sendable, Hashable {
        /// The files that a commit had still to change.
        package var finished: [FilePlace] = []
        /// How many hidden files were taken away.
        package var removedFiles = 0
        /// Whether another process is writing, so that nothing was looked at.
        package var isBusy = false
    }

    /// Mends a store: finishes its journal, and takes hidden files away that no process needs.
    ///
    /// `folders` are those of the calendars, and those around them. A store that nobody has written to is left as it is.
    package func run(tidying folders: [[UInt8]]) throws(CommitFailure) -> Report {
        var report = Report()
        do {
            guard let control = try root.control(in: files) else { return report }
            let lock: FolderLock
            do throws(FileFailure) {
                lock = try files.lock(control.appending(LockName.bytes), .exclusive, patience: .zero)
            } catch {
                // Who holds the lock finishes the journal; who may not write can do nothing.
                guard error.error.isBusy || error.error.isRefusal else { throw error }
                report.isBusy = error.error.isBusy
                return report
            }
            defer { withExtendedLifetime(lock) {} }
            report.finished = try finish(in: control)
            for folder in [control] + folders.map({ root.path(ofFolder: $0) }) {
                report.removedFiles += tidy(folder)
            }
            for folder in Set(folders + [[]]) { removeFolders(in: root.path(ofFolder: folder)) }
        } catch {
            throw CommitFailure(nil, caught: error)
        }
        return report
    }

    /// Finishes the journal, for who holds the lock.
    func finishJournal(in control: CalendarPath) throws(CommitFailure) {
        do {
            _ = try finish(in: control)
        } catch {
            throw CommitFailure(nil, caught: error)
        }
    }

    private func finish(in control: CalendarPath) throws -> [FilePlace] {
        let path = control.appending(Journal.name)
        guard try files.stamp(of: path, followingLinks: false) != nil else { return [] }
        let bytes = try files.contents(of: path).bytes
        guard let journal = Journal(bytes: bytes) else {
            // The store writes whole journals only, so this is somebody else's, or a disk's fault.
            try files.move(path, replacing: control.appending(Self.refusedName))
            return []
        }
        let steps = JournalSteps(
            files: files,
            root: root,
            merging: merging,
            isRecovering: true,
            attic: control
        )
        for entry in journal.entries { _ = try steps.carryOut(entry) }
        try steps.synchronize(journal.entries)
        for entry in journal.entries { _ = try steps.lookAgain(entry) }
        steps.tidy(journal.entries)
        try files.remove(path)
        return journal.entries.map(\.place)
    }

    /// Takes the hidden files in a folder away.
    ///
    /// Whoever made them held the lock, and does so no longer.
    private func tidy(_ folder: CalendarPath) -> Int {
        guard let entries = try? files.entries(of: folder) else { return 0 }
        var count = 0
        for entry in entries where TemporaryName.isOne(entry.name) && entry.stamp.kind != .folder {
            if (try? files.remove(folder.appending(entry.name))) != nil { count += 1 }
        }
        return count
    }

    /// Goes on removing calendars that were being removed, and takes away those that were being made.
    private func removeFolders(in folder: CalendarPath) {
        guard let entries = try? files.entries(of: folder) else { return }
        for entry in entries where TemporaryName.isOne(entry.name) && entry.stamp.kind == .folder {
            try? CalendarFolderChange.erase(folder.appending(entry.name), files)
        }
    }
}
