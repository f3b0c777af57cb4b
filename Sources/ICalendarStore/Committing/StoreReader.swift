import ICalendar
import SystemIO

/// Reads a store so that a commit of several files is seen whole or not at all.
///
/// Commits are waited for, but not for long: then the journals tell what the files will be, and when one came or went
/// while they were read they are read again.
package struct StoreReader: Sendable {
    let files: any StoreFiles
    let root: StoreRoot
    let merging: any FileMerging
    private(set) var patience: Duration
    /// Whether it goes on when the store stays locked; otherwise that is an error.
    private(set) var goesOn: Bool
    /// Whether files are given that commits came between each time; otherwise the store is locked, as far as they go.
    private(set) var takesTorn: Bool
    /// Whether nothing may be written, so that an interrupted commit is read through and not finished.
    let isReadOnly: Bool
    let notes: RecoveryNotes

    /// How long a commit is waited for, at most.
    private static let longest: Duration = .seconds(1)
    /// How often files are read again because commits came between.
    private static let mostAttempts = 5
    /// How much longer each time: who commits again and again gives the lock back in between.
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

    /// The same for who looks in passing.
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

    /// Lets a function look at the files as they are between two commits.
    ///
    /// A journal that a crash left is finished first; where that fails, which is a remark, it is read through. Nothing is
    /// made in a store that nobody ever wrote to. The function may be called again. What it throws is thrown on.
    package func read<Result>(_ body: (StoreView) throws -> Result) throws -> Result {
        var attempts = 0
        var finishes = !isReadOnly
        var hindrance: String?
        while true {
            guard let control = try root.control(in: files) else {
                let result = try body(StoreView(files: files, root: root))
                // The first commit ever may have begun meanwhile.
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
                "an interrupted commit is not finished: \(hindrance); what is shown is what it comes to"
            )
        }
        if pending.keptFiles > 0 {
            let what = pending.keptFiles == 1 ? "a file that" : "\(pending.keptFiles) files that"
            view.remarks.append("\(control) keeps \(what) could not be merged or put in place")
        }
        for path in pending.doubts {
            view.remarks.append(
                "\(path) may be of a commit that is half done, and is not believed, as it is damaged, of another folder, or"
                    + " open to others; hidden files stay until it is taken away"
            )
        }
        if !files.permissions(of: control).contains([.read, .enter]) {
            view.remarks.append(
                "\(control) cannot be read: \(PlatformError.refused); a commit may be seen in part, and nothing can be saved"
            )
        }
        if isBusy {
            view.remarks.append("another program keeps the store locked; these are the files as they stand")
        }
        for user in pending.others.sorted() {
            view.remarks.append("user \(user) has not finished a commit, which may be seen in part")
        }
        let result = try body(view)
        guard let marks else { return .done(result) }
        return marks.hold(until: JournalMarks(root, control, files)) ? .done(result) : .torn(result)
    }

    /// The lock of those who read; nil where there is none, or it cannot be opened, and where it stays busy.
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

    /// A file to be changed; waits for a program that is writing it, and throws ``CommitFailure/Reason/unfinished``
    /// if it does not end.
    package func settled(_ place: FilePlace) throws -> FileContents? {
        do {
            _ = try FileSettling(files: files, merging: merging).contents(root.path(of: place), at: place)
        } catch let failure as FileFailure {
            // A link is read, too.
            guard failure.error.isLink else { throw failure }
        }
        return try read { try $0.contents(of: place) }
    }
}
