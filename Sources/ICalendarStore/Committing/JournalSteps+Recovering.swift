import ICalendar

extension JournalSteps {
    /// Keeps what a step was to put in place that can no longer be done, where a person finds it.
    ///
    /// Nothing is kept but what has the digest of the journal: something else may stand where it waited.
    func leaveOut(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep {
        guard let content = entry.content else { return LeftOutStep(place: entry.place, .occupied) }
        do throws(FileFailure) {
            let hidden = root.path(beside: entry.place, entry.temporary)
            guard let found = try waiting(hidden), FileDigest(of: found.bytes) == content,
                let path = try keep(found)
            else { return LeftOutStep(place: entry.place, .lost) }
            return LeftOutStep(place: entry.place, .occupied, kept: path)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    func isDone(_ entry: JournalEntry) throws(CommitFailure) -> Bool { try holds(entry, entry.content) }

    func isSame(_ entry: JournalEntry) throws(CommitFailure) -> Bool {
        try holds(entry, entry.expected?.digest)
    }

    private func holds(_ entry: JournalEntry, _ digest: FileDigest?) throws(CommitFailure) -> Bool {
        guard let digest else { return false }
        do throws(FileFailure) {
            return try waiting(root.path(of: entry.place)).map { FileDigest(of: $0.bytes) } == digest
        } catch {
            throw CommitFailure(entry.place, error)
        }
    }

    /// Whether what a step was to put in place, and what does not wait for that, is nowhere to be found.
    ///
    /// It may have been put in place before the crash, and somebody may have removed it since: when it was new then,
    /// nothing tells this from a hidden file that somebody took away. It is taken for lost, as an item that is there twice
    /// is better than one that is gone.
    func isLost(_ entry: JournalEntry, _ waiting: FileContents?) throws(CommitFailure) -> Bool {
        let expected = entry.expected?.digest
        // What stood in the place waits only when something else was put there.
        if let waiting, FileDigest(of: waiting.bytes) == expected { return false }
        do throws(FileFailure) {
            guard let found = try self.waiting(root.path(of: entry.place)) else { return true }
            let digest = FileDigest(of: found.bytes)
            if digest == entry.content { return false }
            // It was put in place, and changed since: what waits was displaced.
            if digest == expected || entry.expected != nil && waiting == nil { return true }
            // Somebody may have put other items into a file of a new name since.
            return entry.expected == nil && !moved.mayBe(in: found.bytes, of: entry)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Keeps what another program wrote at the moment in which a step was done, and nobody has looked at since; nil when
    /// nothing waits but what was expected.
    func keepOvertaken(_ entry: JournalEntry, _ waiting: FileContents?) throws(CommitFailure) -> LeftOutStep?
    {
        guard let waiting, FileDigest(of: waiting.bytes) != entry.expected?.digest else { return nil }
        if try isDone(entry) { return nil }
        do throws(FileFailure) {
            return try keep(waiting).map { LeftOutStep(place: entry.place, .overtaken, kept: $0) }
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Leaves a new file to somebody who has made it since with all items that it was to have.
    ///
    /// They were to be seen already, so that it is a later version, and nobody knows what both began with. What it was to be
    /// is kept. Nil, with nothing done, where it is not so.
    func leaveToContinued(
        _ entry: JournalEntry,
        _ current: FileContents?,
        _ ours: [UInt8]
    ) throws(FileFailure) -> LeftOutStep? {
        guard isRecovering, entry.expected == nil, entry.base == nil, let current,
            merging.holds(current.bytes, allOf: ours)
        else { return nil }
        return try leave(entry, to: current, keeping: ours, .continued)
    }

    private func leave(
        _ entry: JournalEntry,
        to current: FileContents,
        keeping ours: [UInt8],
        _ reason: LeftOutStep.Reason
    ) throws(FileFailure) -> LeftOutStep? {
        let model = current.stamp.owned(mode: 0o600)
        let kept = try keep(FileContents(bytes: ours, stamp: model, isSettled: false))
        return kept.map { LeftOutStep(place: entry.place, reason, kept: $0) }
    }

    /// Leaves a file as somebody has made it since where the two versions would be mixed up, and keeps what it was to be; nil,
    /// with nothing done, where it is not so.
    func leaveMixed(
        _ entry: JournalEntry,
        _ current: FileContents?,
        _ state: State
    ) throws(FileFailure) -> LeftOutStep? {
        guard isRecovering, let current, let ours = state.ours else { return nil }
        let conflict = FileConflict(
            place: entry.place,
            base: state.base,
            ours: ours,
            theirs: current.bytes
        )
        guard merging.isMixed(conflict) else { return nil }
        return try leave(entry, to: current, keeping: ours, .occupied)
    }

    /// Leaves a file where it is that was to go, or puts it back where it had gone; nil when there is none.
    func spare(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep? {
        let target = root.path(of: entry.place)
        let hidden = root.path(beside: entry.place, entry.temporary)
        do throws(FileFailure) {
            try undo(entry, Trace())
            // What still waits could not be put back, as somebody has made the file anew.
            if let found = try waiting(hidden), let path = try keep(found) {
                return LeftOutStep(place: entry.place, .spared, kept: path)
            }
            if try files.stamp(of: target, followingLinks: false) != nil {
                return LeftOutStep(place: entry.place, .spared)
            }
            // It is nowhere, but what it had is in the journal.
            guard let base = entry.base, let folder = try files.stamp(of: root.folder, followingLinks: true),
                let path = try keep(FileContents(bytes: base, stamp: folder, isSettled: false))
            else { return nil }
            return LeftOutStep(place: entry.place, .spared, kept: path)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Keeps what a step has replaced, if anything: what was taken out of it may have been meant for a file that is
    /// lost.
    func keepReplaced(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep? {
        guard entry.content != nil, let expected = entry.expected?.digest else { return nil }
        let hidden = root.path(beside: entry.place, entry.temporary)
        do throws(FileFailure) {
            var before = try waiting(hidden)
            if let found = before, FileDigest(of: found.bytes) != expected { before = nil }
            if before == nil, let base = entry.base, let found = try waiting(root.path(of: entry.place)) {
                // The system could not exchange the two.
                before = FileContents(bytes: base, stamp: found.stamp, isSettled: false)
            }
            guard let before, let path = try keep(before) else { return nil }
            return LeftOutStep(place: entry.place, .replaced, kept: path)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// The same where somebody has changed the file since the process was killed that was to take it away.
    ///
    /// What was changed goes along with an item that was moved; what cannot, stays where it is, and is told.
    func takeEditedAway(
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

    func noteStaying(_ entry: JournalEntry, _ state: inout State) {
        guard isRecovering, entry.content == nil, case .some(.some) = state.outcome.content else { return }
        state.outcome.leftOut = LeftOutStep(place: entry.place, .edited)
    }

    /// Brings what another program made of a file into the one that its item was moved to; nil, with nothing done, where
    /// that is not known, or cannot be done, or where nothing of it is of what was moved.
    ///
    /// Done again it changes nothing more.
    func takeAlong(_ entry: JournalEntry, _ theirs: FileContents) throws -> FileParts? {
        guard let place = entry.destination, destinations.contains(place), let base = entry.base,
            merging.isWhole(theirs.bytes, at: place), let ours = try waiting(root.path(of: place)),
            let parts = merging.parts(of: theirs.bytes, movedFrom: base, to: ours.bytes),
            let along = parts.along
        else { return nil }
        let conflict = FileConflict(place: place, base: base, ours: ours.bytes, theirs: along)
        guard let merged = try? merging.merged(conflict) else { return nil }
        if merged == ours.bytes { return parts }
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
        return parts
    }

    /// The other name that a file has got since, for a remark; nil when none can be found.
    func otherName(of entry: JournalEntry) -> CalendarPath? {
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
