import ICalendar
import SystemIO

/// Performs the steps of a journal, either in a commit or during recovery from a crash.
struct JournalSteps {
    let files: any StoreFiles
    let root: StoreRoot
    let merging: any FileMerging
    /// Whether a crash may have occurred since the journal was written; if so, other programs may have used the files.
    let isRecovering: Bool
    /// The folder for contents that cannot be merged once it is too late to abort the commit.
    ///
    /// The value is nil while the commit can still be aborted.
    let attic: CalendarPath?
    /// The files for which a change by another program aborts the commit instead of being merged.
    var strictPlaces: Set<FilePlace> = []
    /// The files that another program's changes may be merged into while a move is completed.
    var destinations: Set<FilePlace> = []

    var moved: MovedItems

    var names = TemporaryName()
    /// The hidden files that this process has just created.
    var fresh: [FilePlace: FileContents] = [:]

    private static let mostRounds = 10

    var settling: FileSettling { FileSettling(files: files, merging: merging, isFinal: isRecovering) }

    struct Outcome: Sendable {
        /// The file's current contents, if any.
        ///
        /// The value is not set if another program's version was left unchanged.
        var content: [UInt8]??
        var isMerged = false
        var leftOut: LeftOutStep?
        /// The stamp of a new file right after it got its name, if known.
        var stamp: FileStamp?
    }

    struct State {
        var ours: [UInt8]? {
            didSet { digest = nil }
        }
        /// The digest of the new contents, if known.
        var digest: FileDigest?
        var hidden: CalendarPath
        var expected: FileDigest?
        var base: [UInt8]?
        var outcome = Outcome()
        var made: [CalendarPath] = []
        var trace = Trace()
    }

    func carryOut(_ entry: JournalEntry, _ trace: inout Trace) throws(CommitFailure) -> Outcome {
        let hidden = root.path(beside: entry.place, entry.temporary)
        var state = State(ours: nil, hidden: hidden, expected: entry.expected?.digest, base: entry.base)
        state.trace = trace
        defer {
            for path in state.made where path != state.trace.displaced { try? files.remove(path) }
            trace = state.trace
        }
        do {
            guard try begin(entry, &state) else { return state.outcome }
            for _ in 0..<Self.mostRounds {
                let isDone =
                    state.ours == nil ? try takeAway(entry, &state) : try putInPlace(entry, &state)
                if isDone {
                    state.trace.displaced = nil
                    noteStaying(entry, &state)
                    return state.outcome
                }
            }
        } catch {
            guard let failure = error as? FileFailure else { throw CommitFailure(entry.place, caught: error) }
            // Recovery leaves anything else that has taken the file's place untouched.
            guard isRecovering, failure.error.isOddKind else {
                throw CommitFailure(entry.place, named(failure, entry))
            }
            var outcome = Outcome()
            if state.ours != nil { outcome.leftOut = try leaveOut(entry) }
            return outcome
        }
        throw CommitFailure(entry.place, .restless)
    }

    private func begin(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        // Examine a new file only once it has its final name.
        if let made = fresh[entry.place], !state.trace.isBegun,
            try entry.expected == nil || files.stamp(of: state.hidden, followingLinks: false) == made.stamp
        {
            (state.ours, state.digest) = (made.bytes, entry.content)
            return true
        }
        let waiting = try self.waiting(state.hidden)
        guard let content = entry.content else {
            // The hidden file is the removed file.
            guard let waiting else { return true }
            if FileDigest(of: waiting.bytes) == entry.expected?.digest {
                // If the system renames in two steps, the file may have both names.
                return try isRecovering && isSame(entry)
            }
            guard let theirs = try settling.theirs(state.hidden, at: entry.place) else { return true }
            if isRecovering, let taken = try takeAlong(entry, theirs) {
                state.outcome.content = .some(nil)
                guard let left = taken.left else { return false }
                (state.ours, state.expected, state.outcome.isMerged) = (left, nil, true)
                try wait(entry, left, like: waiting.stamp, &state)
                return true
            }
            state.ours = try merge(entry, state, theirs)
            state.trace.note(theirs, entry, nil)
            state.outcome.isMerged = true
            state.expected = nil
            guard let ours = state.ours else { return false }
            try wait(entry, ours, like: waiting.stamp, &state)
            return true
        }
        if let waiting, FileDigest(of: waiting.bytes) == content {
            (state.ours, state.digest) = (waiting.bytes, content)
            return true
        }
        if !isRecovering, !state.trace.isBegun {
            // The hidden file was just created, so another program must have removed or changed it.
            throw FileFailure(.written, root.path(of: entry.place), .missing)
        }
        if try isLost(entry, waiting) {
            state.outcome.leftOut = LeftOutStep(place: entry.place, .lost, kept: try waiting.flatMap(keep))
            return false
        }
        if let step = try keepOvertaken(entry, waiting) {
            state.outcome.leftOut = step
            return false
        }
        // The step was performed. The hidden file, if any, is the previous file, either with the expected contents or
        // with another program's last-minute changes.
        guard let waiting, let expected = entry.expected?.digest, FileDigest(of: waiting.bytes) != expected,
            let current = try files.plainContents(ifAny: root.path(of: entry.place)),
            FileDigest(of: current.bytes) == content,
            let theirs = try settling.theirs(state.hidden, at: entry.place)
        else { return false }
        state.ours = current.bytes
        return try mergeDisplaced(entry, theirs, &state)
    }

    private func putInPlace(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let target = root.path(of: entry.place)
        guard let ours = state.ours else { return true }
        let digest = state.digest ?? FileDigest(of: ours)
        state.outcome.content = .some(ours)
        // Most new files need no check, since renaming to a free name is sufficient.
        let isNew = entry.expected == nil && !isRecovering && !state.trace.isBegun
        if isNew {
            if try takeFreeName(entry, digest, &state) { return true }
            guard try waiting(state.hidden).map({ FileDigest(of: $0.bytes) }) == digest else {
                throw FileFailure(.written, target, .missing)
            }
        }
        let current = try files.plainContents(ifAny: target)
        let found = current.map { FileDigest(of: $0.bytes) }
        if found == digest { return true }
        guard let found else {
            // The file does not exist because it is new or because another program removed it.
            if entry.expected != nil { try endIfStrict(entry) }
            return try takeFreeName(entry, digest, &state)
        }
        guard found == state.expected else {
            if let step = try leaveToContinued(entry, current, ours) ?? leaveMixed(entry, current, state) {
                state.outcome.content = nil
                state.outcome.leftOut = step
                return true
            }
            return try mergeCurrent(entry, &state)
        }
        if try settling.wait(for: target, at: entry.place) { return false }
        do throws(FileFailure) {
            guard try files.exchange(state.hidden, with: target) else {
                // The replaced file can no longer be examined, but it was compared just before.
                try files.move(state.hidden, replacing: target)
                state.trace.didPlace(digest)
                return true
            }
        } catch {
            if error.error.isMissing { return false }
            throw error
        }
        state.trace.didPlace(digest, over: state.hidden)
        guard let displaced = try self.waiting(state.hidden), FileDigest(of: displaced.bytes) != found,
            let theirs = try settling.theirs(state.hidden, at: entry.place)
        else { return true }
        return try !mergeDisplaced(entry, theirs, &state)
    }

    /// Merges the new contents with unexpected contents.
    ///
    /// Returns true if the current contents are already final.
    private func mergeCurrent(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        guard let current = try settling.theirs(root.path(of: entry.place), at: entry.place) else {
            return false
        }
        let merged = try merge(entry, state, current)
        state.trace.note(current, entry, state.ours)
        state.outcome.isMerged = true
        state.outcome.content = .some(merged)
        if merged == current.bytes { return true }
        state.base = current.bytes
        state.expected = FileDigest(of: current.bytes)
        if merged != state.ours {
            state.ours = merged
            if let merged { try wait(entry, merged, like: current.stamp, &state) }
        }
        return false
    }

    /// Merges the new contents with those that another program wrote between the comparison and the exchange.
    ///
    /// Returns false if the new contents can remain.
    private func mergeDisplaced(
        _ entry: JournalEntry,
        _ displaced: FileContents,
        _ state: inout State
    ) throws -> Bool {
        guard let ours = state.ours else { return false }
        let merged = try merge(entry, state, displaced)
        state.trace.note(displaced, entry, ours)
        state.outcome.isMerged = true
        state.outcome.content = .some(merged)
        if merged == ours { return false }
        state.base = ours
        state.expected = FileDigest(of: ours)
        state.ours = merged
        if let merged { try wait(entry, merged, like: displaced.stamp, &state) }
        return true
    }

    func endIfStrict(_ entry: JournalEntry) throws(CommitFailure) {
        if strictPlaces.contains(entry.place) { throw CommitFailure(entry.place, .changed) }
    }

    func wait(
        _ entry: JournalEntry,
        _ content: [UInt8],
        like model: FileStamp,
        _ state: inout State
    ) throws {
        let path = root.path(beside: entry.place, names.make())
        try files.create(path, content, like: model)
        state.hidden = path
        state.made.append(path)
    }

    func merge(_ entry: JournalEntry, _ state: State, _ theirs: FileContents) throws -> [UInt8]? {
        try endIfStrict(entry)
        let (place, bytes) = (entry.place, theirs.bytes)
        let conflict = FileConflict(place: place, base: state.base, ours: state.ours, theirs: bytes)
        do {
            // Incomplete contents may be only part of the final contents, so do not merge them.
            let isWhole = theirs.bytes.isEmpty || merging.isWhole(theirs.bytes, at: entry.place)
            guard isWhole else { throw CommitFailure(entry.place, .unfinished) }
            return try merging.merged(conflict)
        } catch let failure as CommitFailure where attic == nil {
            throw failure
        } catch {
            // It is too late to abort, so keep the new contents. Save the other contents where the user can find them.
            guard try keep(theirs) != nil else { throw CommitFailure(entry.place, .conflict(error)) }
            return state.ours
        }
    }

    /// Attempts to remove a file.
    ///
    /// Returns false if another program interfered.
    func takeAway(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let target = root.path(of: entry.place)
        state.outcome.content = .some(nil)
        guard let stamp = try files.stamp(of: target, followingLinks: false) else {
            // Another program removed the file or moved it to another calendar.
            if !state.trace.isBegun { try endIfStrict(entry) }
            if isRecovering, !state.outcome.isMerged, let path = otherName(of: entry) {
                state.outcome.leftOut = LeftOutStep(place: entry.place, .renamed, kept: path)
            }
            return true
        }
        let current = stamp.kind == .link ? nil : try files.plainContents(ifAny: target)
        let isFirst = entry.content == nil && !state.outcome.isMerged
        let hasSameContent = current.map { FileDigest(of: $0.bytes) } == state.expected
        // A symbolic link has no contents, so compare its stamp. Compare a file by its contents alone, since it may
        // have been touched or copied back.
        let needsStamp = isFirst && current == nil
        guard hasSameContent, !needsStamp || entry.expected?.matches(stamp) == true else {
            if isRecovering, isFirst { return try takeEditedAway(entry, stamp, &state) }
            guard current != nil else {
                // Another program removed the file first.
                if stamp.kind != .link { return false }
                throw FileFailure(.removed, target, .link)
            }
            return try mergeCurrent(entry, &state)
        }
        if current != nil, try settling.wait(for: target, at: entry.place) { return false }
        guard try moveAway(entry, &state) else { return false }
        guard let expected = state.expected, let found = try self.waiting(state.hidden),
            FileDigest(of: found.bytes) != expected,
            let displaced = try settling.theirs(state.hidden, at: entry.place)
        else { return true }
        let merged = try merge(entry, state, displaced)
        state.trace.note(displaced, entry, state.ours)
        state.ours = merged
        state.outcome.isMerged = true
        state.expected = nil
        guard let ours = state.ours else { return true }
        try wait(entry, ours, like: displaced.stamp, &state)
        return false
    }

    /// Renames a file to a hidden name, where it can be examined again.
    ///
    /// Returns false if it does not exist.
    private func moveAway(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        do throws(FileFailure) {
            // The hidden file may still have the new contents from before a merge.
            try files.remove(state.hidden)
            try files.move(root.path(of: entry.place), toFree: state.hidden)
            state.trace.didPlace(nil, over: state.hidden)
            return true
        } catch {
            if error.error.isMissing { return false }
            throw error
        }
    }

    /// Returns a hidden file's contents, or nil if it does not exist or the store did not create it.
    func waiting(_ path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try files.plainContents(ifAny: path)
        } catch {
            if error.error.isOddKind { return nil }
            throw error
        }
    }

    /// Saves contents in a place where the user can find them.
    ///
    /// Returns nil if no folder is available.
    ///
    /// Only this user can read the saved file. Contents are saved only once, even if a journal is processed repeatedly.
    func keep(_ found: FileContents) throws(FileFailure) -> CalendarPath? {
        guard let attic else { return nil }
        let model = found.stamp.owned(mode: found.stamp.mode & 0o600 | 0o400)
        let path = attic.appending(ControlName.kept(FileDigest(of: found.bytes)))
        do throws(FileFailure) {
            try files.create(path, found.bytes, like: model)
            return path
        } catch {
            guard error.error.isExisting else { throw error }
            if try waiting(path)?.bytes == found.bytes { return path }
        }
        // The name is already taken.
        let other = attic.appending(ControlName.kept())
        try files.create(other, found.bytes, like: model)
        return other
    }

    /// Renames a file to a hidden name if it still has the contents that were put there.
    ///
    /// Otherwise, returns nil without changing anything.
    func takeAside(_ entry: JournalEntry, placed: FileDigest?) throws(FileFailure) -> CalendarPath? {
        let target = root.path(of: entry.place)
        guard let current = try waiting(target), FileDigest(of: current.bytes) == placed else { return nil }
        let path = root.path(beside: entry.place, names.make())
        do throws(FileFailure) {
            try files.move(target, toFree: path)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
        guard let taken = try waiting(path), FileDigest(of: taken.bytes) != placed else { return path }
        // Another program changed the file at the last moment, so keep what it wrote.
        do throws(FileFailure) {
            try files.move(path, toFree: target)
        } catch {
            guard error.error.isExisting, try keep(taken) != nil else { throw error }
            try files.remove(path)
        }
        return nil
    }

    /// Returns a step's failure with the visible file's name, since hidden names mean nothing to users.
    func named(_ failure: FileFailure, _ entry: JournalEntry) -> FileFailure {
        guard TemporaryName.isOne(failure.path.lastName) else { return failure }
        return FileFailure(failure.action, root.path(of: entry.place), failure.error)
    }
}
