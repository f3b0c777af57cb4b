import ICalendar

extension JournalSteps {
    /// A file's contents, or nil when there is none; a link is not followed.
    func contents(_ path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try files.plainContents(of: path, most: SystemFiles.largestFile)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// The contents of a hidden file; nil also where something else stands that the store did not make.
    func waiting(_ path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try contents(path)
        } catch {
            if error.error.isOddKind { return nil }
            throw error
        }
    }

    /// Keeps a content where a person finds it; nil, with nothing done, where there is no folder for that.
    ///
    /// Nobody but this user may read it, and not even that where the file itself could not be read. What is kept already
    /// is not kept once more, however often a journal is gone through.
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
        // Something else has taken the name.
        let other = attic.appending(ControlName.kept())
        try files.create(other, found.bytes, like: model)
        return other
    }

    /// Takes a file out of its place to a hidden name, as far as it is what was put there; nil, with nothing done, when
    /// it is not.
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
        // Another program was quicker, and what it wrote stays.
        do throws(FileFailure) {
            try files.move(path, toFree: target)
        } catch {
            guard error.error.isExisting, try keep(taken) != nil else { throw error }
            try files.remove(path)
        }
        return nil
    }

    /// A failure of a step over the file that it is about: the name of a hidden one says nothing to people.
    func named(_ failure: FileFailure, _ entry: JournalEntry) -> FileFailure {
        guard TemporaryName.isOne(failure.path.lastName) else { return failure }
        return FileFailure(failure.action, root.path(of: entry.place), failure.error)
    }
}
