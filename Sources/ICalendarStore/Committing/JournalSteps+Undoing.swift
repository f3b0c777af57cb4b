import ICalendar

extension JournalSteps {
    /// Puts back what stood there before a step, as far as nobody has changed it since; throws when that fails.
    func undo(_ entry: JournalEntry) throws(FileFailure) {
        let target = root.path(of: entry.place)
        let hidden = root.path(beside: entry.place, entry.temporary)
        let isWaiting = try files.stamp(of: hidden, followingLinks: false) != nil
        guard let content = entry.content else {
            if isWaiting { try files.move(hidden, toFree: target) }
            return
        }
        guard let current = try contents(target), FileDigest(of: current.bytes) == content else { return }
        if isWaiting {
            if try !files.exchange(hidden, with: target) { try files.move(hidden, replacing: target) }
        } else if entry.expected == nil {
            try files.move(target, toFree: hidden)
        } else if let base = entry.base {
            // The system could not exchange the two, so that the old file is gone; its content is not.
            let path = root.path(beside: entry.place, TemporaryName.make())
            try files.create(path, base, like: current.stamp)
            try files.move(path, replacing: target)
        }
    }

    /// Looks once more at what a step has displaced: a program that had the file open may have written into it since, and
    /// is waited for as long as it has.
    func lookAgain(_ entry: JournalEntry) throws(CommitFailure) -> Outcome? {
        guard let expected = entry.expected, expected.digest != nil else { return nil }
        let hidden = root.path(beside: entry.place, entry.temporary)
        _ = try settling.wait(for: hidden, at: entry.place)
        do throws(FileFailure) {
            guard let stamp = try files.stamp(of: hidden, followingLinks: false), !expected.matches(stamp)
            else { return nil }
        } catch {
            throw CommitFailure(entry.place, error)
        }
        let outcome = try carryOut(entry)
        return outcome.isMerged ? outcome : nil
    }

    /// Takes the hidden files of steps away.
    ///
    /// One that stays is taken away when the store is opened next.
    func tidy(_ entries: some Sequence<JournalEntry>) {
        for entry in entries { try? files.remove(root.path(beside: entry.place, entry.temporary)) }
    }

    /// Brings the names in the folders of some steps to the disk.
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
