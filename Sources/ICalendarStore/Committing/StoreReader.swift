import ICalendar
import SystemIO

/// Reads a store, seeing each multi-file commit either completely or not at all.
///
/// The reader waits briefly for a commit, and then uses the journals to determine the final state of the files. If a
/// journal appears or disappears in the meantime, the files are read again.
package struct StoreReader: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let merging: any FileMerging
    private(set) var patience: Duration
    /// Whether to continue, rather than throw an error, if the store remains locked.
    private(set) var goesOn: Bool
    /// Whether to return files even if commits disturbed every attempt, rather than treat the store as locked.
    private(set) var takesTorn: Bool
    /// Whether the reader must not write anything to the store.
    ///
    /// If true, an interrupted commit is shown as if it were complete but is not completed on disk.
    let isReadOnly: Bool
    let notes: RecoveryNotes

    /// The maximum time to wait for a commit.
    private static let longest: Duration = .seconds(1)
    /// The maximum number of attempts to read files between commits.
    private static let mostAttempts = 5
    /// The additional wait time per attempt.
    ///
    /// A process that commits repeatedly releases the lock between commits.
    private static let moreAttemptsWait: Duration = .milliseconds(20)

    package init(
        _ root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        merging: any FileMerging,
        patience: Duration = .seconds(30),
        goesOn: Bool = true,
        takesTorn: Bool = true,
        isReadOnly: Bool = false,
        notes: RecoveryNotes = RecoveryNotes()
    ) {
        self.root = root
        self.files = files
        self.merging = merging
        self.patience = min(patience, Self.longest)
        self.goesOn = goesOn
        self.takesTorn = takesTorn
        self.isReadOnly = isReadOnly
        self.notes = notes
    }

    /// Returns a copy with different wait settings.
    func waiting(_ patience: Duration, goesOn: Bool, takesTorn: Bool) -> StoreReader {
        var reader = self
        reader.patience = min(patience, Self.longest)
        reader.goesOn = goesOn
        reader.takesTorn = takesTorn
        return reader
    }

    private enum Attempt<Result> {
        case done(Result)
        case unfinished
        case torn(Result)
    }

    /// Calls `body` to examine the files in a consistent state between two commits.
    ///
    /// Rethrows errors from `body`.
    ///
    /// A journal left by a crash is completed first. If that fails, a remark reports the failure and the files are
    /// shown as they will be after completion. Nothing is created in a store that was never written to. `body` may be
    /// called several times.
    package func read<Result>(_ body: (StoreView) throws -> Result) throws -> Result {
        var attempts = 0
        var finishes = !isReadOnly
        var hindrance: String?
        while true {
            guard let control = try root.control(in: files) else {
                let result = try body(StoreView(files: files, root: root))
                // The first commit may have begun in the meantime.
                if try root.control(in: files) == nil { return result }
                continue
            }
            let more = Self.moreAttemptsWait * attempts
            switch try attempt(control, waiting: more, finishes: finishes, hindrance, body) {
            case .done(let result): return result
            case .unfinished:
                hindrance = try finish(control)
                finishes = false
            case .torn(let result):
                attempts += 1
                guard attempts >= Self.mostAttempts else { continue }
                if takesTorn { return result }
                throw FileFailure(.locked, control.appending(ControlName.lock), .busy)
            }
        }
    }

    private func attempt<Result>(
        _ control: CalendarPath,
        waiting more: Duration,
        finishes: Bool,
        _ hindrance: String?,
        _ body: (StoreView) throws -> Result
    ) throws -> Attempt<Result> {
        let (lock, isBusy) = try shared(control, waiting: more)
        defer { withExtendedLifetime(lock) {} }
        let marks = lock == nil ? JournalMarks(root, control, files) : nil
        let pending = try Journals(root, control, files).all()
        if finishes, !isBusy, !pending.own.isEmpty || !pending.refused.isEmpty { return .unfinished }
        var view = StoreView(
            files: files,
            root: root,
            merging: merging,
            through: pending.own.map(\.journal),
            and: pending.trusted
        )
        view.hasLeftovers = pending.hasLeftovers
        view.remarks += notes.remarks
        if let hindrance, !pending.own.isEmpty {
            view.remarks.append(
                "an interrupted commit cannot be finished: \(hindrance); showing the files as it will leave them"
            )
        }
        if pending.keptFiles > 0 {
            let what = pending.keptFiles == 1 ? "a file that" : "\(pending.keptFiles) files that"
            view.remarks.append("\(control) contains \(what) could not be merged or put in place")
        }
        for path in pending.doubts {
            view.remarks.append(
                "\(path) is not trusted: it is damaged, from another folder, or writable by others; its commit may be"
                    + " half done, and hidden files remain until it is removed"
            )
        }
        if !files.permissions(of: control).contains([.read, .enter]) {
            view.remarks.append(
                "\(control) cannot be read: \(PlatformError.refused); commits may appear in part, and saving fails"
            )
        }
        if isBusy {
            view.remarks.append("another program keeps the store locked; showing the files as they are")
        }
        for user in pending.others.sorted() {
            view.remarks.append("user \(user) has an unfinished commit, which may appear in part")
        }
        let result = try body(view)
        guard let marks else { return .done(result) }
        return marks.hold(until: JournalMarks(root, control, files)) ? .done(result) : .torn(result)
    }

    /// Returns the lock for readers, or nil if it does not exist, cannot be opened, or remains busy.
    private func shared(
        _ control: CalendarPath,
        waiting more: Duration
    ) throws(FileFailure) -> (FolderLock?, isBusy: Bool) {
        do throws(FileFailure) {
            return (
                try files.lock(control.appending(ControlName.lock), .shared, patience: patience + more), false
            )
        } catch {
            if error.error.isBusy, goesOn { return (nil, true) }
            guard error.error.isRefusal || error.error.isMissing || error.error.isOddKind else { throw error }
            SystemFiles.sleep(more)
            return (nil, false)
        }
    }

    private func finish(_ control: CalendarPath) throws(FileFailure) -> String? {
        do throws(FileFailure) {
            let lock = try files.lock(control.appending(ControlName.lock), .exclusive, patience: patience)
            defer { withExtendedLifetime(lock) {} }
            let recovery = Recovery(root: root, files: files, merging: merging, notes: notes)
            do throws(CommitFailure) {
                let blocked = try recovery.finishJournal(in: control).blocked
                return blocked.values.map(\.description).min()
            } catch {
                return error.description
            }
        } catch {
            guard error.error.isRefusal || error.error.isBusy || error.error.isOddKind else { throw error }
            return CommitFailure(nil, error).description
        }
    }

    /// Waits for any program that is writing a file, then returns the file so that it can be changed.
    ///
    /// Throws ``CommitFailure/Reason/unfinished`` if the program does not finish.
    package func settled(_ place: FilePlace) throws -> FileContents? {
        do {
            _ = try FileSettling(files: files, merging: merging).contents(root.path(of: place), at: place)
        } catch let failure as FileFailure {
            // Read symbolic links as well.
            guard failure.error.isLink else { throw failure }
        }
        return try read { try $0.contents(of: place) }
    }
}
