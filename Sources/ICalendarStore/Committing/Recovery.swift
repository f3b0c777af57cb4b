import ICalendar
import SystemIO

package struct Recovery: Sendable {
    let root: StoreRoot
    var files: any StoreFiles = SystemFiles()
    let merging: any FileMerging
    var notes = RecoveryNotes()

    package struct Report: Sendable, Hashable {
        package var finished: [FilePlace] = []
        package var leftOut: [LeftOutStep] = []
        /// The files whose commits cannot be completed yet, with the reason for each.
        ///
        /// The journals of these commits remain in place.
        package var blocked: [FilePlace: FileFailure] = [:]
        package var removedFiles = 0
        /// Whether nothing was examined because another process is writing.
        package var isBusy = false
    }

    /// Completes the journals and removes unneeded hidden files from `folders`.
    package func run(tidying folders: [[UInt8]]) throws(CommitFailure) -> Report {
        var report = Report()
        do {
            guard let control = try root.control(in: files) else { return report }
            var pins = FolderPins()
            pins.add(root.pinned(control: control), at: control)
            let lock: FolderLock
            do throws(FileFailure) {
                lock = try files.pinned(pins).lock(
                    control.appending(ControlName.lock),
                    .exclusive,
                    patience: .zero
                )
            } catch {
                // If the lock is busy, its owner completes the journals. Without write permission, nothing can be done.
                guard error.error.isBusy || error.error.isRefusal else { throw error }
                report.isBusy = error.error.isBusy
                return report
            }
            defer { withExtendedLifetime(lock) {} }
            report = try finish(in: control)
            guard report.blocked.isEmpty else { return report }
            let names = TemporaryName(under: control, files)
            for folder in folders { pins.open(folder, below: root.folder) }
            let own = Journals(root, control, files)
            // An untrusted journal may need any of the hidden files, so leave them for the user to examine.
            let isSure = try own.all().doubts.isEmpty
            for folder in (isSure ? folders : []).map({ root.path(ofFolder: $0) }) {
                report.removedFiles += tidy(folder, files.pinned(pins), names.isOwn)
            }
            for folder in own.folders {
                report.removedFiles += tidy(folder, files.pinned(own.pins)) { TemporaryName.isOne($0) }
            }
            FolderRemovals(own).finish()
        } catch {
            throw CommitFailure(nil, caught: error)
        }
        return report
    }

    @discardableResult
    func finishJournal(in control: CalendarPath) throws(CommitFailure) -> Report {
        do {
            return try finish(in: control)
        } catch {
            throw CommitFailure(nil, caught: error)
        }
    }

    private func finish(in control: CalendarPath) throws -> Report {
        let journals = Journals(root, control, files)
        let own = files.pinned(journals.pins)
        let pending = try journals.own()
        for path in pending.refused {
            // The store writes only complete journals, so this journal came from elsewhere or the disk is faulty. The
            // journal has no effect, even if it cannot be renamed.
            guard let folder = path.parent else { continue }
            try? own.move(path, toFree: folder.appending(ControlName.refused()))
        }
        var report = Report()
        for (path, journal) in pending.own {
            let (inner, foreign, pins) = inside(journal, journals.pins)
            let steps = JournalSteps(
                files: files.pinned(pins),
                root: root,
                merging: merging,
                isRecovering: true,
                attic: control,
                destinations: Set(inner.filter { $0.content != nil }.map(\.place)),
                moved: MovedItems(journal.entries, merging: merging),
                names: TemporaryName(under: control, files)
            )
            let (finished, leftOut): ([JournalEntry], [LeftOutStep])
            do {
                (finished, leftOut) = try carryOut(inner, foreign, steps)
            } catch let failure as CommitFailure {
                // A single unusable file must not block all others.
                guard let cause = failure.closing(control: control) else { throw failure }
                for entry in journal.entries { report.blocked[entry.place] = cause }
                continue
            }
            // Skipped contents have been saved by now. The files that show which steps are completed must remain on
            // disk as long as the journal does.
            try own.remove(path)
            steps.tidy(inner)
            report.finished += finished.map(\.place)
            report.leftOut += leftOut
            notes.add(leftOut)
        }
        return report
    }

    private func carryOut(
        _ inner: [JournalEntry],
        _ foreign: [JournalEntry],
        _ steps: JournalSteps
    ) throws -> (finished: [JournalEntry], leftOut: [LeftOutStep]) {
        var finished: [JournalEntry] = []
        var leftOut: [LeftOutStep] = []
        var lost = LostGroups()
        func note(_ step: LeftOutStep, of entry: JournalEntry) {
            leftOut.append(step)
            // Contents saved only next to the lock are also missing from the calendar.
            let isMissing = entry.content != nil && [.lost, .occupied].contains(step.reason)
            if isMissing { lost.insert(entry) }
        }
        for entry in foreign {
            if try !steps.isDone(entry) { note(try steps.leaveOut(entry), of: entry) }
        }
        func attempt(_ entry: JournalEntry) throws {
            let outcome = try steps.carryOut(entry)
            if let step = outcome.leftOut { return note(step, of: entry) }
            finished.append(entry)
            if entry.content != nil, entry.destination != nil, outcome.isMerged {
                leftOut.append(LeftOutStep(place: entry.place, .merged))
            }
        }
        // A file to remove may contain the only copy of a file to create. Therefore, removals come last and are skipped
        // if the created file is lost.
        for entry in inner where entry.content != nil { try attempt(entry) }
        for entry in finished where lost.mayConcern(entry) {
            if let step = try steps.keepReplaced(entry) { leftOut.append(step) }
        }
        for entry in inner where entry.content == nil {
            if !lost.mayConcern(entry) {
                try attempt(entry)
            } else if let step = try steps.spare(entry) {
                leftOut.append(step)
            }
        }
        try steps.synchronize(inner)
        for entry in finished {
            var trace = JournalSteps.Trace()
            _ = try steps.lookAgain(entry, &trace)
        }
        return (finished, leftOut)
    }

    /// Opens the folders used by a journal's steps, and separates steps in the store's own folders from the rest.
    ///
    /// A folder counts as the store's own if its link is unchanged since the journal was written.
    private func inside(
        _ journal: Journal,
        _ own: FolderPins
    ) -> (entries: [JournalEntry], foreign: [JournalEntry], pins: FolderPins) {
        var pins = own
        var foreign: Set<[UInt8]> = []
        for folder in Set(journal.entries.map(\.place.folder)) {
            pins.open(folder, below: root.folder)
            switch pins[root.path(ofFolder: folder)] {
            case .success(let pin)? where pin.isLinked && journal.links[folder] != pin.stamp.inode:
                foreign.insert(folder)
            case .failure(let error)? where error.isLink || error == .notAFolder: foreign.insert(folder)
            default: break
            }
        }
        let inner = journal.entries.filter { !foreign.contains($0.place.folder) }
        return (inner, journal.entries.filter { foreign.contains($0.place.folder) }, pins)
    }

    /// Removes hidden files that this user's commits left behind, unless their creators still hold the lock.
    private func tidy(
        _ folder: CalendarPath,
        _ files: any StoreFiles,
        _ isOwn: ([UInt8]) -> Bool
    ) -> Int {
        guard let entries = try? files.entries(of: folder) else { return 0 }
        var count = 0
        for entry in entries where isOwn(entry.name) {
            // A file created by root belongs to the owner of the file that it replaces. Other users cannot change a
            // file's owner.
            guard entry.stamp.owner == SystemFiles.user || SystemFiles.user == 0 else { continue }
            let path = folder.appending(entry.name)
            // Remove only empty folders here. Removing other folders requires a note.
            let isFolder = entry.stamp.kind == .folder && !entry.isLink
            let isGone: Void? = isFolder ? try? files.removeFolder(path) : try? files.remove(path)
            if isGone != nil { count += 1 }
        }
        return count
    }
}
