import ICalendar
import SystemIO

extension JournalSteps {
    struct Trace: Sendable {
        private(set) var isBegun = false
        /// The digest of the contents that were last put in place, or nil if the file was removed.
        private(set) var placed: FileDigest?
        /// Whether no file existed before the step, possibly because another program removed it.
        private(set) var isOverNothing = false
        /// The contents from another program that were merged into the new contents.
        fileprivate(set) var theirs: FileContents?
        fileprivate var ours: [UInt8]?
        /// The hidden file with the most recently displaced contents, until it has been examined.
        var displaced: CalendarPath?
        /// Whether the hidden file got its final name and no longer exists under its hidden name.
        var hasMovedTemporary = false

        /// Records the contents put in place and, if not yet examined, the location of the displaced file.
        ///
        /// The displaced file may be the only copy, so it must be preserved until it is examined. `isFree` means that
        /// nothing was displaced.
        mutating func didPlace(
            _ digest: FileDigest?,
            over hidden: CalendarPath? = nil,
            isFree: Bool = false
        ) {
            // If the step itself freed the place, a file existed there before.
            isOverNothing = isFree && (!isBegun || isOverNothing)
            (isBegun, placed, displaced) = (true, digest, hidden)
        }

        mutating func note(_ found: FileContents, _ entry: JournalEntry, _ ours: [UInt8]?) {
            displaced = nil
            // Contents that the step itself put there do not belong to another program.
            guard placed.map({ $0 != FileDigest(of: found.bytes) }) ?? true else { return }
            if self.ours == nil, entry.content != nil { self.ours = ours }
            theirs = found
        }
    }

    func carryOut(_ entry: JournalEntry) throws(CommitFailure) -> Outcome {
        var trace = Trace()
        return try carryOut(entry, &trace)
    }

    /// Restores the state before a step, unless another program has changed the file since then.
    func undo(_ entry: JournalEntry, _ trace: Trace) throws(FileFailure) {
        let target = root.path(of: entry.place)
        let hidden = root.path(beside: entry.place, entry.temporary)
        if trace.isOverNothing { return try takeBack(entry, trace) }
        if let displaced = trace.displaced, displaced != hidden || trace.placed == nil {
            let path = root.path(beside: entry.place, names.make())
            do throws(FileFailure) {
                try files.move(displaced, toFree: path)
            } catch {
                guard error.error.isMissing, trace.placed == nil else { throw error }
                return try makeAgain(entry)
            }
            return try putBack(path, entry, trace)
        }
        if trace.displaced == nil, let theirs = trace.theirs, trace.isBegun,
            try waiting(target).map({ FileDigest(of: $0.bytes) }) == trace.placed
        {
            let path = root.path(beside: entry.place, names.make())
            try files.create(path, theirs.bytes, like: theirs.stamp)
            return try putBack(path, entry, trace)
        }
        let isWaiting = try files.stamp(of: hidden, followingLinks: false) != nil
        guard let content = entry.content else {
            guard isWaiting else {
                if trace.isBegun, trace.placed == nil { try makeAgain(entry) }
                return
            }
            do throws(FileFailure) {
                try files.move(hidden, toFree: target)
            } catch {
                // Another program has created a file there.
                if !error.error.isExisting { throw error }
            }
            return
        }
        // Ignore anything that is not a regular file.
        guard let current = try waiting(target), FileDigest(of: current.bytes) == content else { return }
        if isWaiting {
            guard try files.exchange(hidden, with: target) else {
                return try files.move(hidden, replacing: target)
            }
            if let found = try waiting(hidden), FileDigest(of: found.bytes) != content {
                // Another program changed the file at the last moment, so keep what it wrote.
                _ = try files.exchange(hidden, with: target)
            }
        } else if entry.expected == nil {
            if let path = try takeAside(entry, placed: content) { try files.move(path, toFree: hidden) }
        } else if let base = entry.base {
            // The system could not exchange the files, so the old file is gone, but its contents are known. Keep the
            // new contents in the hidden file in case the journal remains.
            try files.create(hidden, current.bytes, like: current.stamp)
            let path = root.path(beside: entry.place, names.make())
            try files.create(path, base, like: current.stamp)
            try files.move(path, replacing: target)
        }
    }

    /// If possible, recreates a removed file from the journal after the file's hidden copy was deleted.
    private func makeAgain(_ entry: JournalEntry) throws(FileFailure) {
        let target = root.path(of: entry.place)
        guard let base = entry.base, try files.stamp(of: target, followingLinks: false) == nil else { return }
        let path = root.path(beside: entry.place, names.make())
        // The original permissions are unknown, so use the folder's.
        let folder = try files.stamp(of: root.path(ofFolder: entry.place.folder), followingLinks: true)
        let model = folder.map { $0.owned(mode: $0.mode & 0o666 | 0o600) }
        try files.create(path, base, like: model)
        do throws(FileFailure) {
            try files.move(path, toFree: target)
        } catch {
            try files.remove(path)
            // Another program has created a file there.
            if !error.error.isExisting { throw error }
        }
    }

    private func takeBack(_ entry: JournalEntry, _ trace: Trace) throws(FileFailure) {
        let hidden = root.path(beside: entry.place, entry.temporary)
        guard let path = try takeAside(entry, placed: trace.placed) else { return }
        let isWaiting = try files.stamp(of: hidden, followingLinks: false) != nil
        if trace.placed == entry.content, !isWaiting { return try files.move(path, toFree: hidden) }
        try waitAgain(entry, trace, like: files.stamp(of: path, followingLinks: false))
        try files.remove(path)
    }

    /// Moves the new contents back to the hidden file so that the journal, if it remains, can still be completed.
    private func waitAgain(
        _ entry: JournalEntry,
        _ trace: Trace,
        like model: FileStamp?
    ) throws(FileFailure) {
        let hidden = root.path(beside: entry.place, entry.temporary)
        // A removal has no new contents.
        let waits = try waiting(hidden).map { FileDigest(of: $0.bytes) }
        guard waits != entry.content else { return }
        try files.remove(hidden)
        if let ours = trace.ours { try files.create(hidden, ours, like: model) }
    }

    private func putBack(_ path: CalendarPath, _ entry: JournalEntry, _ trace: Trace) throws(FileFailure) {
        let target = root.path(of: entry.place)
        try waitAgain(entry, trace, like: files.stamp(of: path, followingLinks: false))
        guard try waiting(target).map({ FileDigest(of: $0.bytes) }) == trace.placed else {
            // Another program has overwritten the file. The previous contents are only in the hidden file, which is
            // removed later.
            if let found = try files.plainContents(ifAny: path) { _ = try keep(found) }
            throw FileFailure(.renamed, target, .written)
        }
        if trace.placed == nil { return try files.move(path, toFree: target) }
        guard try files.exchange(path, with: target) else { return try files.move(path, replacing: target) }
        if let found = try files.plainContents(ifAny: path), FileDigest(of: found.bytes) != trace.placed {
            // Another program changed the file at the last moment, so keep what it wrote.
            _ = try files.exchange(path, with: target)
        }
        try files.remove(path)
    }

    /// Renames the hidden file to the name in its entry.
    ///
    /// Returns false if the name is taken.
    func takeFreeName(
        _ entry: JournalEntry,
        _ digest: FileDigest,
        _ state: inout State
    ) throws(FileFailure) -> Bool {
        let target = root.path(of: entry.place)
        do throws(FileFailure) {
            try files.move(state.hidden, toFree: target)
        } catch {
            if error.error.isExisting { return false }
            throw error
        }
        state.trace.didPlace(digest, isFree: true)
        state.trace.hasMovedTemporary = state.made.isEmpty
        if state.made.isEmpty, let made = fresh[entry.place]?.stamp {
            // If another program has changed the file by now, do not record the file's stamp for the new
            // contents.
            let now = (try? files.stamp(of: target, followingLinks: false)) ?? nil
            state.outcome.stamp = now.map { $0.isRenamed(from: made) ? $0 : made }
        }
        return true
    }

    /// Checks a step's displaced file again, since a program that had it open may have written to it.
    ///
    /// Waits while any program has the file open.
    func lookAgain(_ entry: JournalEntry, _ trace: inout Trace) throws(CommitFailure) -> Outcome? {
        guard let expected = entry.expected, expected.digest != nil else { return nil }
        let hidden = root.path(beside: entry.place, entry.temporary)
        _ = try settling.wait(for: hidden, at: entry.place)
        do throws(FileFailure) {
            guard let stamp = try files.stamp(of: hidden, followingLinks: false), !expected.matches(stamp)
            else { return nil }
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
        let outcome = try carryOut(entry, &trace)
        return outcome.isMerged ? outcome : nil
    }

    /// Removes the hidden files of steps.
    ///
    /// Remaining hidden files are removed when the store is next opened.
    func tidy(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { try? files.remove(root.path(beside: entry.place, entry.temporary)) }
    }

    func synchronize(_ entries: some Sequence<JournalEntry>) throws(CommitFailure) {
        var seen: Set<[UInt8]> = []
        for entry in entries where seen.insert(entry.place.folder).inserted {
            do throws(FileFailure) {
                try files.synchronize(
                    root.path(ofFolder: entry.place.folder),
                    through: entry.content == nil ? nil : root.path(of: entry.place)
                )
            } catch {
                // A completely removed calendar does not need to be synced to disk.
                if !isRecovering || !error.error.isMissing { throw CommitFailure(entry.place, error) }
            }
        }
    }
}
