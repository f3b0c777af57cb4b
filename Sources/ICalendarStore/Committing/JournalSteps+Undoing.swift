import ICalendar
import SystemIO

extension JournalSteps {
    struct Trace: Sendable {
        private(set) var isBegun = false
        /// What it has put there last; nil when it has taken the file away.
        private(set) var placed: FileDigest?
        /// Whether there was no file in the place that this was put in: another program may have taken it away.
        private(set) var isOverNothing = false
        /// What another program had made of the file meanwhile, which went into what was put in place.
        fileprivate(set) var theirs: FileContents?
        fileprivate var ours: [UInt8]?
        /// The hidden file with what was last displaced, as long as nobody knows what that is.
        var displaced: CalendarPath?

        /// Notes what was put in place, and where what stood there lies if nobody has looked at it yet; `isFree` says
        /// that nothing did.
        ///
        /// Until then that must not get lost, as it may be what nobody else has.
        mutating func didPlace(
            _ digest: FileDigest?,
            over hidden: CalendarPath? = nil,
            isFree: Bool = false
        ) {
            // Where the step itself has made room, there was something.
            isOverNothing = isFree && (!isBegun || isOverNothing)
            (isBegun, placed, displaced) = (true, digest, hidden)
        }

        mutating func note(_ found: FileContents, _ entry: JournalEntry, _ ours: [UInt8]?) {
            displaced = nil
            // What the step itself has put there, and finds when it looks again, is nobody else's.
            guard placed.map({ $0 != FileDigest(of: found.bytes) }) ?? true else { return }
            if self.ours == nil, entry.content != nil { self.ours = ours }
            theirs = found
        }
    }

    func carryOut(_ entry: JournalEntry) throws(CommitFailure) -> Outcome {
        var trace = Trace()
        return try carryOut(entry, &trace)
    }

    /// Puts back what stood there before a step, as far as nobody has changed it since; throws when that fails.
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
                // Somebody has made it anew.
                if !error.error.isExisting { throw error }
            }
            return
        }
        // What is no file with content was put there by somebody, and is left alone as well.
        guard let current = try waiting(target), FileDigest(of: current.bytes) == content else { return }
        if isWaiting {
            guard try files.exchange(hidden, with: target) else {
                return try files.move(hidden, replacing: target)
            }
            if let found = try waiting(hidden), FileDigest(of: found.bytes) != content {
                // Another program was quicker, and what it wrote stays.
                _ = try files.exchange(hidden, with: target)
            }
        } else if entry.expected == nil {
            if let path = try takeAside(entry, placed: content) { try files.move(path, toFree: hidden) }
        } else if let base = entry.base {
            // The system could not exchange the two, so that the old file is gone; its content is not. What was put in
            // its place waits again, for the case that the journal stays.
            try files.create(hidden, current.bytes, like: current.stamp)
            let path = root.path(beside: entry.place, names.make())
            try files.create(path, base, like: current.stamp)
            try files.move(path, replacing: target)
        }
    }

    /// Makes a file again that a step took away and somebody else has taken from its hidden place, as far as the journal has
    /// what it had.
    private func makeAgain(_ entry: JournalEntry) throws(FileFailure) {
        let target = root.path(of: entry.place)
        guard let base = entry.base, try files.stamp(of: target, followingLinks: false) == nil else { return }
        let path = root.path(beside: entry.place, names.make())
        // Its permissions are not known; nobody gets any here that the folder does not give.
        let folder = try files.stamp(of: root.path(ofFolder: entry.place.folder), followingLinks: true)
        let model = folder.map { $0.owned(mode: $0.mode & 0o666 | 0o600) }
        try files.create(path, base, like: model)
        do throws(FileFailure) {
            try files.move(path, toFree: target)
        } catch {
            try files.remove(path)
            // Somebody has made it anew.
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

    /// Has what was to be put in place wait again, so that a journal that stays can be carried out.
    private func waitAgain(
        _ entry: JournalEntry,
        _ trace: Trace,
        like model: FileStamp?
    ) throws(FileFailure) {
        let hidden = root.path(beside: entry.place, entry.temporary)
        // Of a removal nothing waits.
        let waits = try waiting(hidden).map { FileDigest(of: $0.bytes) }
        guard waits != entry.content else { return }
        try files.remove(hidden)
        if let ours = trace.ours { try files.create(hidden, ours, like: model) }
    }

    private func putBack(_ path: CalendarPath, _ entry: JournalEntry, _ trace: Trace) throws(FileFailure) {
        let target = root.path(of: entry.place)
        try waitAgain(entry, trace, like: files.stamp(of: path, followingLinks: false))
        guard try waiting(target).map({ FileDigest(of: $0.bytes) }) == trace.placed else {
            // Somebody has written it anew, over what only the hidden file has now; that one goes some time.
            if let found = try files.plainContents(ifAny: path) { _ = try keep(found) }
            throw FileFailure(.renamed, target, .written)
        }
        if trace.placed == nil { return try files.move(path, toFree: target) }
        guard try files.exchange(path, with: target) else { return try files.move(path, replacing: target) }
        if let found = try files.plainContents(ifAny: path), FileDigest(of: found.bytes) != trace.placed {
            // Another program was quicker, and what it wrote stays.
            _ = try files.exchange(path, with: target)
        }
        try files.remove(path)
    }

    /// Looks once more at what a step has displaced: a program that had the file open may have written into it since, and
    /// is waited for as long as it has.
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

    /// What stays is taken away when the store is opened next.
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
                // A calendar that somebody took away as a whole needs nothing.
                if !isRecovering || !error.error.isMissing { throw CommitFailure(entry.place, error) }
            }
        }
    }
}
