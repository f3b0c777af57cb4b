import ICalendar

/// Carries the steps of a journal out: for the first time in a commit, or again after a crash.
struct JournalSteps {
    /// The files, or what fails in their place.
    let files: any StoreFiles
    /// The store.
    let root: StoreRoot
    /// What brings two programs' changes together.
    let merging: any FileMerging
    /// Whether a crash may lie between the journal and now, so that somebody may have used the files since.
    let isRecovering: Bool
    /// The folder for what cannot be merged when it is too late to refuse the commit; nil when it is not too late.
    let attic: CalendarPath?

    /// How often a file may change while it is being replaced.
    private static let mostRounds = 10

    /// What became of a step.
    struct Outcome: Sendable {
        /// What the file has now; nil when it is not there.
        ///
        /// It is not set when the file is left as somebody made it.
        var content: [UInt8]??
        /// Whether another program's change was merged.
        var isMerged = false
    }

    /// Where a step stands: what shall be put in place, where it waits, and what is expected in its place.
    private struct State {
        var ours: [UInt8]?
        var hidden: CalendarPath
        var expected: FileDigest?
        var base: [UInt8]?
        var outcome = Outcome()
        var made: [CalendarPath] = []
    }

    /// Carries a step out, as far as that was not done.
    func carryOut(_ entry: JournalEntry) throws(CommitFailure) -> Outcome {
        let hidden = root.path(beside: entry.place, entry.temporary)
        var state = State(ours: nil, hidden: hidden, expected: entry.expected?.digest, base: entry.base)
        defer {
            for path in state.made { try? files.remove(path) }
        }
        do {
            guard try begin(entry, &state) else { return state.outcome }
            for _ in 0..<Self.mostRounds {
                let isDone =
                    state.ours == nil ? try takeAway(entry, &state) : try putInPlace(entry, &state)
                if isDone { return state.outcome }
            }
        } catch {
            throw CommitFailure(entry.place, caught: error)
        }
        throw CommitFailure(entry.place, .restless)
    }

    /// Finds out how far a step is; false when nothing is left to be done.
    private func begin(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let waiting = try contents(state.hidden)
        guard let content = entry.content else {
            // What waits is what was taken away.
            guard let waiting else { return true }
            if FileDigest(of: waiting.bytes) == entry.expected?.digest { return false }
            state.ours = try merge(entry, state, theirs: waiting.bytes)
            state.outcome.isMerged = true
            state.expected = nil
            guard let ours = state.ours else { return false }
            try wait(entry, ours, like: waiting.stamp, &state)
            return true
        }
        if let waiting, FileDigest(of: waiting.bytes) == content {
            state.ours = waiting.bytes
            return true
        }
        // It was put in place, and what waits, if anything, is what stood there before: as expected, or as another
        // program had made it at the last moment.
        guard let waiting, let expected = entry.expected?.digest, FileDigest(of: waiting.bytes) != expected,
            let current = try contents(root.path(of: entry.place)), FileDigest(of: current.bytes) == content
        else { return false }
        state.ours = current.bytes
        return try mergeDisplaced(entry, wholeContents(state.hidden) ?? waiting, &state)
    }

    /// One attempt to put a file in place; false when another program came between.
    private func putInPlace(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let target = root.path(of: entry.place)
        guard let ours = state.ours else { return true }
        let current = try contents(target)
        let found = current.map { FileDigest(of: $0.bytes) }
        state.outcome.content = .some(ours)
        if found == FileDigest(of: ours) { return true }
        guard let current, let found else {
            // There is no file, whether there never was or another program took it away.
            do throws(FileFailure) {
                try files.move(state.hidden, toFree: target)
                return true
            } catch {
                if error.error.isExisting { return false }
                throw error
            }
        }
        guard found == state.expected else {
            guard try wholeContents(target)?.bytes == current.bytes else { return false }
            let merged = try merge(entry, state, theirs: current.bytes)
            state.outcome.isMerged = true
            state.outcome.content = .some(merged)
            if merged == current.bytes { return true }
            state.base = current.bytes
            state.expected = found
            if merged != ours {
                state.ours = merged
                if let merged { try wait(entry, merged, like: current.stamp, &state) }
            }
            return false
        }
        do throws(FileFailure) {
            guard try files.exchange(state.hidden, with: target) else {
                // What is replaced cannot be seen; it was compared a moment ago.
                try files.move(state.hidden, replacing: target)
                return true
            }
        } catch {
            if error.error.isMissing { return false }
            throw error
        }
        guard let displaced = try contents(state.hidden), FileDigest(of: displaced.bytes) != found else {
            return true
        }
        return try !mergeDisplaced(entry, wholeContents(state.hidden) ?? displaced, &state)
    }

    /// Merges with what another program wrote between the comparison and the exchange, and what the exchange has
    /// taken out of its place; false when our content may stay.
    private func mergeDisplaced(
        _ entry: JournalEntry,
        _ displaced: FileContents,
        _ state: inout State
    ) throws -> Bool {
        guard let ours = state.ours else { return false }
        let merged = try merge(entry, state, theirs: displaced.bytes)
        state.outcome.isMerged = true
        state.outcome.content = .some(merged)
        if merged == ours { return false }
        state.base = ours
        state.expected = FileDigest(of: ours)
        state.ours = merged
        if let merged { try wait(entry, merged, like: displaced.stamp, &state) }
        return true
    }

    /// One attempt to take a file away; false when another program came between.
    private func takeAway(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let target = root.path(of: entry.place)
        state.outcome.content = .some(nil)
        guard let stamp = try files.stamp(of: target, followingLinks: false) else { return true }
        let current = stamp.kind == .link ? nil : try contents(target)
        let isFirst = entry.content == nil && !state.outcome.isMerged
        // A file with the same content but another number was made since the journal was.
        let isExpected =
            isFirst
            ? entry.expected?.matches(stamp) == true
            : current.map { FileDigest(of: $0.bytes) } == state.expected
        guard isExpected else {
            if isRecovering, isFirst {
                // Somebody may have made it after the step was done, so it is not taken away.
                state.outcome.content = nil
                return true
            }
            guard let current else { throw FileFailure(.removed, target, .link) }
            guard try wholeContents(target)?.bytes == current.bytes else { return false }
            let merged = try merge(entry, state, theirs: current.bytes)
            state.outcome.isMerged = true
            state.outcome.content = .some(merged)
            if merged == current.bytes { return true }
            state.base = current.bytes
            state.expected = FileDigest(of: current.bytes)
            state.ours = merged
            if let merged { try wait(entry, merged, like: current.stamp, &state) }
            return false
        }
        try moveAway(entry, &state)
        guard let expected = state.expected, var displaced = try contents(state.hidden),
            FileDigest(of: displaced.bytes) != expected
        else { return true }
        displaced = try wholeContents(state.hidden) ?? displaced
        state.ours = try merge(entry, state, theirs: displaced.bytes)
        state.outcome.isMerged = true
        state.expected = nil
        guard let ours = state.ours else { return true }
        try wait(entry, ours, like: displaced.stamp, &state)
        return false
    }

    /// Takes a file from its place, to a hidden name where it can be looked at again.
    private func moveAway(_ entry: JournalEntry, _ state: inout State) throws {
        do throws(FileFailure) {
            // The hidden name may hold what was to be put in place before a merge said otherwise.
            try files.remove(state.hidden)
            try files.move(root.path(of: entry.place), toFree: state.hidden)
        } catch {
            if !error.error.isMissing { throw error }
        }
    }

    /// Writes what a merge gave to a hidden file.
    private func wait(
        _ entry: JournalEntry,
        _ content: [UInt8],
        like model: FileStamp,
        _ state: inout State
    ) throws {
        let path = root.path(beside: entry.place, TemporaryName.make())
        try files.create(path, content, like: model)
        state.hidden = path
        state.made.append(path)
    }

    /// Has two programs' changes brought together.
    private func merge(_ entry: JournalEntry, _ state: State, theirs: [UInt8]) throws -> [UInt8]? {
        let conflict = FileConflict(place: entry.place, base: state.base, ours: state.ours, theirs: theirs)
        do {
            return try merging.merged(conflict)
        } catch {
            guard let attic else { throw CommitFailure(entry.place, .conflict(error)) }
            // It is too late to refuse. Ours was committed and stands; theirs is kept where a person finds it.
            let name =
                Array("kept-".utf8) + TemporaryName.make().dropFirst(11).prefix(16) + Array(".ics".utf8)
            try files.create(attic.appending(name), theirs, like: nil)
            return state.ours
        }
    }

    /// A file's contents, or nil when there is none; of one that another program has begun to write, what it has
    /// written within a second.
    private func wholeContents(_ path: CalendarPath) throws(FileFailure) -> FileContents? {
        var current = try contents(path)
        for _ in 0..<50 {
            guard let found = current, !merging.isWhole(found.bytes) else { return current }
            SystemFiles.sleep(.milliseconds(20))
            current = try contents(path)
        }
        return current
    }

    /// A file's contents, or nil when there is none.
    func contents(_ path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try files.contents(of: path)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }
}
