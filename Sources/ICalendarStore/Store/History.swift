import SystemIO

extension EventStore {
    // MARK: - Recording

    func newCommit(_ summary: String, knowing folders: [[UInt8]: FileStamp] = [:]) -> Commit {
        var commit = Commit(
            to: root,
            files: files,
            merging: merging,
            patience: options.patience,
            notes: notes
        )
        commit.knownFolders = folders
        commit.note = note(summary)
        return commit
    }

    func note(_ summary: String) -> HistoryNote {
        var limits = HistoryLimits()
        (limits.entries, limits.bytes) = (max(0, options.historyCount), max(0, options.historyBytes))
        return HistoryNote(summary, by: options.applicationName, limits: limits)
    }

    // MARK: - Undoing

    /// Returns the commits that this user's programs have made through stores in this folder, newest first.
    ///
    /// The history persists after the program ends, within the limits ``Options/historyCount`` and
    /// ``Options/historyBytes``. The history includes saved and removed items, changes to whole calendars, and changes
    /// from synchronization. Changes that other programs make without a store are not included.
    ///
    /// ```swift
    /// let latest = try store.history().first { !$0.isUndone && $0.undoes == nil }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to events or reminders.
    public func history() throws(StoreError) -> [HistoryEntry] {
        try requireReading()
        var undone: Set<Int> = []
        var entries: [HistoryEntry] = []
        for (number, record) in try records() {
            entries.append(HistoryEntry(number, record, isUndone: undone.contains(number)))
            if let other = record.undoes, !undone.contains(number) { undone.insert(other) }
        }
        return entries
    }

    /// Undoes a whole commit by restoring the previous bytes of all its files in one new commit.
    ///
    /// The new commit is recorded as well, so undoing it redoes the original one. If another program or a later commit
    /// has changed one of the files since then, this method changes nothing, unless `overwriting` is true. Overwritten
    /// contents are kept in the history.
    ///
    /// ```swift
    /// if let latest = try store.history().first(where: { !$0.isUndone && $0.undoes == nil }) {
    ///     try store.undo(latest)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - entry: The commit, as returned by ``history()``.
    ///   - overwriting: Whether to undo the commit even if its files have changed since then. A recreated calendar is
    ///     never overwritten.
    /// - Throws: ``StoreError/Code/changedMeanwhile`` with the ``StoreError/changedFiles``,
    ///   ``StoreError/Code/noSuchItem`` if the entry is no longer in the history,
    ///   ``StoreError/Code/internalFailure`` if it has an ``HistoryEntry/obstacle``, and any error that saving can
    ///   throw.
    public func undo(_ entry: HistoryEntry, overwriting: Bool = false) throws(StoreError) {
        let record = try record(of: entry)
        try requireChanging(self.plan(record).types)
        try exclusively { () throws(StoreError) in
            try changeFolders { () throws(StoreError) in
                for attempt in 0... {
                    let plan = try self.plan(record)
                    if !overwriting || plan.isOfRemoval, !plan.conflicts.isEmpty {
                        throw Self.changed(plan.conflicts, entry)
                    }
                    if try undo(plan, entry, isLast: attempt >= Self.mostUndoAttempts) { return }
                }
            }
        }
    }

    /// Returns the effect that undoing an entry would have on each file, without changing anything.
    package func steps(ofUndoing entry: HistoryEntry) throws(StoreError) -> [UndoStep] {
        let plan = try self.plan(record(of: entry))
        try requireChanging(plan.types)
        return plan.steps
    }

    private static let mostUndoAttempts = 8

    /// Executes a plan for undoing a commit.
    ///
    /// Returns false, without changing anything, if a file has changed in the meantime.
    private func undo(
        _ plan: UndoPlan,
        _ entry: HistoryEntry,
        isLast: Bool
    ) throws(StoreError) -> Bool {
        var note = note(entry.summaryOfUndoing)
        note.undoes = entry.number
        do {
            guard let folder = plan.folder else {
                var commit = newCommit(entry.summaryOfUndoing)
                commit.note = note
                _ = try commit.runUndoing(plan.changes)
                return true
            }
            let change = CalendarFolderChange(in: root, files: files, patience: options.patience, note: note)
            if plan.isOfRemoval {
                let (outer, name) = folder.divided
                _ = try change.make(
                    in: outer,
                    named: { _ in name },
                    with: plan.contents,
                    modes: plan.modes,
                    mostNames: 1
                )
            } else {
                try change.remove(folder, expecting: plan.conflicts.isEmpty ? plan.digests : nil)
            }
            return true
        } catch let failure as CommitFailure {
            if case .changed = failure.reason, !isLast, failure.undoing == nil { return false }
            throw StoreError(failure, subject: entry.summary)
        } catch let failure as FileFailure {
            if failure.error == .notEmpty || failure.error.isExisting, !isLast { return false }
            throw StoreError(.internalFailure, entry.summary, failure.description)
        } catch {
            throw StoreError(caught: error)
        }
    }

    private static func changed(_ conflicts: [UndoStep], _ entry: HistoryEntry) -> StoreError {
        let names = conflicts.prefix(3).map { step in
            step.title.map { "\($0) (\(step.path))" } ?? step.path
        }
        let more = conflicts.count > 3 ? " and \(conflicts.count - 3) more" : ""
        var error = StoreError(
            .changedMeanwhile,
            entry.summary,
            "changed since: \(names.joined(separator: ", "))\(more); nothing was undone"
        )
        error.changedFiles = conflicts.map(\.path)
        return error
    }

    private func plan(_ record: HistoryRecord) throws(StoreError) -> UndoPlan {
        do {
            return try reader.read { try UndoPlan(record, $0, root, files) }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Returns the entries of completed commits, newest first.
    private func records() throws(StoreError) -> [(number: Int, record: HistoryRecord)] {
        do {
            return try reader.read { _ in try recordsNow() }
        } catch {
            throw StoreError(caught: error)
        }
    }

    private func recordsNow() throws(FileFailure) -> [(number: Int, record: HistoryRecord)] {
        let files: any StoreFiles = files
        guard let control = try root.control(in: files) else { return [] }
        var found: [(number: Int, record: HistoryRecord)] = []
        for folder in HistoryFolder.all(root, control, files) {
            for name in try folder.names() {
                guard let record = try folder.record(name) else { continue }
                if name.isPending, try record.isDone(in: root, files) == false { continue }
                found.append((name.number, record))
            }
        }
        return found.sorted { $0.number > $1.number }
    }

    private func record(of entry: HistoryEntry) throws(StoreError) -> HistoryRecord {
        let found = try records().first { $0.number == entry.number && $0.record.time == entry.stamp }
        guard let found else {
            throw StoreError(.noSuchItem, entry.summary, "the entry is no longer in the history")
        }
        if let obstacle = entry.obstacle {
            throw StoreError(.internalFailure, entry.summary, "\(obstacle); it cannot be undone")
        }
        return found.record
    }

    private func requireReading() throws(StoreError) {
        let all = EntityType.allCases
        if all.contains(where: { authorizationStatus(for: $0) == .fullAccess }) { return }
        try require(.read, .event)
    }

    private func requireChanging(_ types: Set<EntityType>) throws(StoreError) {
        if types.isEmpty { return try requireReading() }
        for type in EntityType.allCases where types.contains(type) { try require(.change, type) }
    }
}

extension HistoryEntry {
    /// The summary of the commit that undoes this one, such as `undo: add Lunch in Home`, or `redo: …` for an undo.
    fileprivate var summaryOfUndoing: String {
        let (undo, redo) = ("undo: ", "redo: ")
        if undoes != nil, summary.hasPrefix(undo) { return redo + summary.dropFirst(undo.count) }
        if undoes != nil, summary.hasPrefix(redo) { return undo + summary.dropFirst(redo.count) }
        return undo + summary
    }
}

extension Commit {
    /// Restores files.
    ///
    /// Aborts the commit if one of the files changes in the meantime.
    fileprivate func runUndoing(_ changes: [FileChange]) throws(CommitFailure) -> [CommittedFile] {
        try run(changes, strictlyAt: Set(changes.map(\.place)), evenIfEmpty: true)
    }
}

extension [UInt8] {
    /// The path of the parent folder, and the name within that folder.
    fileprivate var divided: (outer: [UInt8], name: [UInt8]) {
        guard let cut = lastIndex(of: UInt8(ascii: "/")) else { return ([], self) }
        return (Array(self[..<cut]), Array(self[(cut + 1)...]))
    }
}
