package import ICalendar

/// A step of a commit that could no longer be done when the commit was finished after a crash.
package struct LeftOutStep: Sendable, Hashable {
    /// The file that it was to change.
    package let place: FilePlace
    /// Where what was to be put there is kept; nil for a removal, and when it is not to be found.
    package let kept: CalendarPath?

    /// What people should know of it.
    package var remark: String {
        let what = "\(place): an interrupted commit could not change it, as something else stands there"
        return kept.map { "\(what); what it was to be is kept in \($0)" } ?? what
    }

    /// Whether a name beside the lock is that of a file that is kept for a person to look at.
    static func isKept(_ name: [UInt8]) -> Bool {
        name.starts(with: Array("kept-".utf8)) && name.suffix(4).elementsEqual(Array(".ics".utf8))
    }
}

extension JournalSteps {
    /// Keeps what a step was to put in place that can no longer be done, where a person finds it.
    ///
    /// Nothing is kept but what has the digest of the journal: something else may stand where it waited.
    func leaveOut(_ entry: JournalEntry) throws(CommitFailure) -> LeftOutStep {
        do throws(FileFailure) {
            let hidden = root.path(beside: entry.place, entry.temporary)
            guard let attic, let content = entry.content, let found = try waiting(hidden),
                FileDigest(of: found.bytes) == content
            else { return LeftOutStep(place: entry.place, kept: nil) }
            let path = attic.appending(ControlName.kept())
            let mode = found.stamp.mode & 0o600 | 0o400
            try files.create(path, found.bytes, like: found.stamp.owned(mode: mode))
            return LeftOutStep(place: entry.place, kept: path)
        } catch {
            throw CommitFailure(entry.place, error)
        }
    }

    /// Whether a file has what a step was to put there.
    func isDone(_ entry: JournalEntry) throws(CommitFailure) -> Bool {
        guard let content = entry.content else { return false }
        do throws(FileFailure) {
            return try waiting(root.path(of: entry.place)).map { FileDigest(of: $0.bytes) } == content
        } catch {
            throw CommitFailure(entry.place, error)
        }
    }
}
