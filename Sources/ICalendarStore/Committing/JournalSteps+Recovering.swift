import ICalendar

extension JournalSteps {
    /// Saves the new contents from a step that can no longer be performed, so that the user can find them.
    ///
    /// Saves only contents with the digest from the journal, since another file may have the hidden name now.
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

    /// Returns whether a step's new contents are missing both from the hidden file and from their place.
    ///
    /// The file may have been removed after the step was performed. For a new file, this case is indistinguishable from
    /// a missing hidden file. The contents then count as lost, since a duplicate item is better than a missing one.
    func isLost(_ entry: JournalEntry, _ waiting: FileContents?) throws(CommitFailure) -> Bool {
        let expected = entry.expected?.digest
        // The hidden file has the previous contents only after something else was put in place.
        if let waiting, FileDigest(of: waiting.bytes) == expected { return false }
        do throws(FileFailure) {
            guard let found = try self.waiting(root.path(of: entry.place)) else { return true }
            let digest = FileDigest(of: found.bytes)
            if digest == entry.content { return false }
            // If the hidden file has other contents, the step was performed and the file has changed since
            // then.
            if digest == expected || entry.expected != nil && waiting == nil { return true }
            // Another program may have written other items to a new file in the meantime.
            return entry.expected == nil && !moved.mayBe(in: found.bytes, of: entry)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Saves contents that another program wrote during a step, unless they were already examined.
    ///
    /// Returns nil if the hidden file has only the expected contents.
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

    /// Leaves a new file unchanged if another program has since created it with all the intended items.
    ///
    /// The items were already visible, so the file is a later version without a known base. The new contents are saved.
    /// In all other cases, returns nil without changing anything.
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

    /// Leaves a file unchanged if merging would mix up its two versions, and saves the new contents.
    ///
    /// In all other cases, returns nil without changing anything.
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

    /// Keeps a file that was to be removed, or restores it if it was already removed.
    ///
    /// Returns nil if the file is gone.
    func spare(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep? {
        let target = root.path(of: entry.place)
        let hidden = root.path(beside: entry.place, entry.temporary)
        do throws(FileFailure) {
            try undo(entry, Trace())
            // The hidden file could not be restored, since another program has created a file.
            if let found = try waiting(hidden), let path = try keep(found) {
                return LeftOutStep(place: entry.place, .spared, kept: path)
            }
            if try files.stamp(of: target, followingLinks: false) != nil {
                return LeftOutStep(place: entry.place, .spared)
            }
            // The file is gone, but its contents are in the journal.
            guard let base = entry.base, let folder = try files.stamp(of: root.folder, followingLinks: true),
                let path = try keep(FileContents(bytes: base, stamp: folder, isSettled: false))
            else { return nil }
            return LeftOutStep(place: entry.place, .spared, kept: path)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Saves the contents that a step replaced, if any.
    ///
    /// Some of the contents may have been intended for a lost file.
    func keepReplaced(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep? {
        guard entry.content != nil, let expected = entry.expected?.digest else { return nil }
        let hidden = root.path(beside: entry.place, entry.temporary)
        do throws(FileFailure) {
            var before = try waiting(hidden)
            if let found = before, FileDigest(of: found.bytes) != expected { before = nil }
            if before == nil, let base = entry.base, let found = try waiting(root.path(of: entry.place)) {
                // The system could not exchange the two files.
                before = FileContents(bytes: base, stamp: found.stamp, isSettled: false)
            }
            guard let before, let path = try keep(before) else { return nil }
            return LeftOutStep(place: entry.place, .replaced, kept: path)
        } catch {
            throw CommitFailure(entry.place, named(error, entry))
        }
    }

    /// Attempts to remove a file that was changed after a crash interrupted its removal.
    ///
    /// Changes to a moved item are applied in its new place. All other changes stay in the file and are reported.
    func takeEditedAway(
        _ entry: JournalEntry,
        _ stamp: FileStamp,
        _ state: inout State
    ) throws -> Bool {
        let target = root.path(of: entry.place)
        if stamp.kind != .link {
            guard let theirs = try settling.theirs(target, at: entry.place) else { return false }
            if let taken = try takeAlong(entry, theirs) {
                // The moved items now exist elsewhere. Only the rest of the contents is left in the file.
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

    /// Merges another program's version of a file into the file that its item was moved to.
    ///
    /// Returns nil, without changing anything, if that file is unknown, if the versions cannot be merged, or if the
    /// file contains none of the moved items. Repeated calls have no further effect.
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

    /// Returns a renamed file's new name for use in a remark, or nil if the file cannot be found.
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
