import ICalendar
import SystemIO

extension JournalSteps {
    /// One attempt to take a file away; false when another program came between.
    func takeAway(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        let target = root.path(of: entry.place)
        state.outcome.content = .some(nil)
        guard let stamp = try files.stamp(of: target, followingLinks: false) else {
            // Another program took it away, perhaps to another calendar.
            if !state.trace.isBegun { try endIfStrict(entry) }
            if isRecovering, !state.outcome.isMerged, let path = otherName(of: entry) {
                state.outcome.leftOut = LeftOutStep(place: entry.place, .renamed, kept: path)
            }
            return true
        }
        let current = stamp.kind == .link ? nil : try contents(target)
        let isFirst = entry.content == nil && !state.outcome.isMerged
        let hasSameContent = current.map { FileDigest(of: $0.bytes) } == state.expected
        // A link has no content to be told by. A file is told by that alone: it may have been touched, or copied back.
        let needsStamp = isFirst && current == nil
        guard hasSameContent, !needsStamp || entry.expected?.matches(stamp) == true else {
            if isRecovering, isFirst { return try takeEditedAway(entry, stamp, &state) }
            guard current != nil else {
                // Another program was quicker, and has taken it away.
                if stamp.kind != .link { return false }
                throw FileFailure(.removed, target, .link)
            }
            guard let current = try settling.theirs(target, at: entry.place) else { return false }
            let merged = try merge(entry, state, current)
            state.trace.note(current, entry, state.ours)
            state.outcome.isMerged = true
            state.outcome.content = .some(merged)
            if merged == current.bytes { return true }
            state.base = current.bytes
            state.expected = FileDigest(of: current.bytes)
            state.ours = merged
            if let merged { try wait(entry, merged, like: current.stamp, &state) }
            return false
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

    /// Takes a file from its place, to a hidden name where it can be looked at again; false when there is none.
    private func moveAway(_ entry: JournalEntry, _ state: inout State) throws -> Bool {
        do throws(FileFailure) {
            // The hidden name may hold what was to be put in place before a merge said otherwise.
            try files.remove(state.hidden)
            try files.move(root.path(of: entry.place), toFree: state.hidden)
            state.trace.didPlace(nil, over: state.hidden)
            return true
        } catch {
            if error.error.isMissing { return false }
            throw error
        }
    }

    /// The same where somebody has changed the file since the process was killed that was to take it away.
    ///
    /// What was changed goes along with an item that was moved; what cannot, stays where it is, and is told.
    private func takeEditedAway(
        _ entry: JournalEntry,
        _ stamp: FileStamp,
        _ state: inout State
    ) throws -> Bool {
        let target = root.path(of: entry.place)
        if stamp.kind != .link {
            guard let theirs = try settling.theirs(target, at: entry.place) else { return false }
            if let taken = try takeAlong(entry, theirs) {
                // It has nothing by now that is not elsewhere, but for what stays.
                state.outcome.isMerged = true
                state.base = theirs.bytes
                state.expected = FileDigest(of: theirs.bytes)
                state.ours = taken.left
                if let left = taken.left { try wait(entry, left, like: theirs.stamp, &state) }
                return false
            }
        }
        state.outcome.content = nil
        state.outcome.leftOut = LeftOutStep(place: entry.place, .edited)
        return true
    }

    /// Notes that a file stays that was to be taken away, as another program wrote it at the last moment.
    func noteStaying(_ entry: JournalEntry, _ state: inout State) {
        guard isRecovering, entry.content == nil, case .some(.some) = state.outcome.content else { return }
        state.outcome.leftOut = LeftOutStep(place: entry.place, .edited)
    }

    /// What was brought along with an item, and what stays of its file; nil for nothing.
    struct Taken {
        let left: [UInt8]?
    }

    /// Brings what another program made of a file into the one that its item was moved to; nil, with nothing done, where
    /// that is not known, or cannot be done, or where nothing of it is of what was moved.
    ///
    /// Done again it changes nothing more.
    func takeAlong(_ entry: JournalEntry, _ theirs: FileContents) throws -> Taken? {
        guard let place = entry.destination, destinations.contains(place), let base = entry.base,
            merging.isWhole(theirs.bytes, at: place), let ours = try waiting(root.path(of: place)),
            let parts = merging.parts(of: theirs.bytes, movedFrom: base, to: ours.bytes),
            let along = parts.along
        else { return nil }
        let taken = Taken(left: parts.left)
        let conflict = FileConflict(place: place, base: base, ours: ours.bytes, theirs: along)
        guard let merged = try? merging.merged(conflict) else { return nil }
        if merged == ours.bytes { return taken }
        let step = JournalEntry(
            place: place,
            temporary: names.make(),
            content: FileDigest(of: merged),
            expected: JournalEntry.Expected(ours.stamp, digest: FileDigest(of: ours.bytes)),
            base: ours.bytes
        )
        try files.create(root.path(beside: place, step.temporary), merged, like: ours.stamp)
        defer { tidy([step]) }
        var trace = Trace()
        guard try carryOut(step, &trace).leftOut == nil else { return nil }
        _ = try lookAgain(step, &trace)
        try synchronize([step])
        return taken
    }

    /// The other name that a file has got since it was to be taken away; nil when there is none, or none can be found.
    ///
    /// It serves a remark alone, and the folder may be gone, or no folder any more.
    private func otherName(of entry: JournalEntry) -> CalendarPath? {
        guard let expected = entry.expected, let digest = expected.digest else { return nil }
        let folder = root.path(ofFolder: entry.place.folder)
        for found in (try? files.entries(of: folder)) ?? []
        where ItemName.isItem(found.name) && !found.isLink && found.stamp.size == expected.size {
            let path = folder.appending(found.name)
            let bytes = try? files.plainContents(of: path, most: SystemFiles.largestFile).bytes
            if let bytes, FileDigest(of: bytes) == digest { return path }
        }
        return nil
    }
}
