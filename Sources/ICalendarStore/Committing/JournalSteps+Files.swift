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
    /// Nobody but this user may read it, and not even that where the file itself could not be read.
    func keep(_ found: FileContents) throws(FileFailure) -> CalendarPath? {
        guard let attic else { return nil }
        let path = attic.appending(ControlName.kept())
        let model = found.stamp.owned(mode: found.stamp.mode & 0o600 | 0o400)
        try files.create(path, found.bytes, like: model)
        return path
    }

    /// A failure of a step over the file that it is about: the name of a hidden one says nothing to people.
    func named(_ failure: FileFailure, _ entry: JournalEntry) -> FileFailure {
        guard TemporaryName.isOne(failure.path.lastName) else { return failure }
        return FileFailure(failure.action, root.path(of: entry.place), failure.error)
    }
}
