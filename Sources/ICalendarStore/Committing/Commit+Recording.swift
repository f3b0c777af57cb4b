import ICalendar
import SystemIO

extension Commit {
    /// Writes the history entry for a commit.
    ///
    /// Call this method before the first step of the commit.
    func beginRecording(
        _ prepared: [PreparedChange],
        _ entries: [JournalEntry],
        _ control: CalendarPath,
        isBlocked: Bool
    ) throws(CommitFailure) -> HistoryRecording? {
        // If another program already undid the change, record the undo without files.
        guard let note, !entries.isEmpty || note.undoes != nil else { return nil }
        let hasLink = entries.contains { $0.expected != nil && $0.base == nil }
        let files = prepared.compactMap { change in
            change.entry.map { entry in
                HistoryRecord.File(
                    folder: entry.place.folder,
                    name: entry.place.name,
                    before: entry.base,
                    mode: (change.stamp?.mode ?? 0) & 0o777,
                    after: entry.content
                )
            }
        }
        let record = HistoryRecord(note, files, obstacle: hasLink ? .notAFile : .none)
        do throws(FileFailure) {
            return try HistoryRecording(record, note.limits, root, control, self.files, isBlocked: isBlocked)
        } catch {
            throw CommitFailure(nil, error)
        }
    }

    /// Returns the history entry for a commit that merged another program's last-minute changes, or nil if there
    /// were none.
    ///
    /// The entry records the other program's contents as the state before the commit.
    func corrected(
        _ record: HistoryRecord,
        _ merged: [(place: FilePlace, content: [UInt8]??, trace: JournalSteps.Trace)]
    ) -> HistoryRecord? {
        var record = record
        var isChanged = false
        for (place, content, trace) in merged {
            guard let content, let number = record.files.firstIndex(where: { $0.place == place }) else {
                continue
            }
            isChanged = true
            record.files[number].after = content.map { FileDigest(of: $0) }
            if let theirs = trace.theirs { record.files[number].before = theirs.bytes }
        }
        return isChanged ? record : nil
    }
}
