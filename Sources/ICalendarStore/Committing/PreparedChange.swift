import SystemIO

struct PreparedChange: Sendable {
    let place: FilePlace
    var content: [UInt8]?
    var entry: JournalEntry?
    var stamp: FileStamp?
    var version: FileVersion?
    var isMerged = false
    var wasDone = false
}

extension Commit {
    func prepared(_ changes: [FileChange]) throws(CommitFailure) -> [PreparedChange] {
        var seen: Set<FilePlace> = []
        var prepared: [PreparedChange] = []
        prepared.reserveCapacity(changes.count)
        for change in changes {
            guard change.place.isWritable, seen.insert(change.place).inserted else {
                throw CommitFailure(change.place, .notAChange)
            }
            do {
                prepared.append(try self.prepared(change))
            } catch {
                throw CommitFailure(change.place, caught: error)
            }
        }
        // If all files already match the result of the commit, nothing remains to be done. If only some match, another
        // program changed them.
        if let done = prepared.first(where: { $0.wasDone && strictPlaces.contains($0.place) }),
            prepared.contains(where: { $0.entry != nil })
        {
            throw CommitFailure(done.place, .changed)
        }
        return prepared
    }

    private func prepared(_ change: FileChange) throws -> PreparedChange {
        let path = root.path(of: change.place)
        var result = PreparedChange(place: change.place, content: change.content)
        let stamp: FileStamp?
        do throws(FileFailure) {
            stamp = try files.stamp(of: path, followingLinks: false)
        } catch {
            if error.error.isLink { throw CommitFailure(change.place, .leadsElsewhere) }
            throw error
        }
        guard let named = stamp else { return try added(change) }
        if named.kind == .link {
            guard change.content == nil else { throw CommitFailure(change.place, .isLink) }
            // Remove only the symbolic link, not its target.
            result.entry = entry(change, nil, named, nil, nil)
            return result
        }
        // Do not replace a read-only file, even though its folder permits it.
        guard files.permissions(of: path).contains(.write) else {
            throw FileFailure(change.content == nil ? .removed : .written, path, .refused)
        }
        let settling = FileSettling(files: files, merging: merging)
        let found = try settling.contents(path, at: change.place) { isAsRead(change, $0) }
        // Another program has just removed the file.
        guard var current = found else { return try added(change) }
        if current.bytes == change.content {
            result.version = FileVersion(current)
            result.wasDone = !isAsRead(change, current)
            return result
        }
        if !isAsRead(change, current) {
            if strictPlaces.contains(change.place) { throw CommitFailure(change.place, .changed) }
            guard let theirs = try settling.theirs(path, at: change.place) else { return try added(change) }
            current = theirs
            let conflict = FileConflict(
                place: change.place,
                base: change.base?.bytes(),
                ours: change.content,
                theirs: current.bytes
            )
            do {
                result.content = try merging.merged(conflict)
            } catch {
                throw CommitFailure(change.place, .conflict(error))
            }
            result.isMerged = true
            if result.content == current.bytes {
                result.version = FileVersion(current)
                return result
            }
        }
        result.stamp = current.stamp
        result.entry = entry(
            change,
            result.content,
            current.stamp,
            FileDigest(of: current.bytes),
            current.bytes
        )
        return result
    }

    /// Prepares the creation, recreation, or removal of a missing file.
    private func added(_ change: FileChange) throws(CommitFailure) -> PreparedChange {
        if change.base != nil, strictPlaces.contains(change.place) {
            throw CommitFailure(change.place, .changed)
        }
        var result = PreparedChange(place: change.place, content: change.content)
        if let content = change.content { result.entry = entry(change, content, nil, nil, nil) }
        if let mode = change.mode, mode != 0 {
            let folder = root.path(ofFolder: change.place.folder)
            let stamp = (try? files.stamp(of: folder, followingLinks: true)) ?? nil
            result.stamp = stamp?.owned(mode: mode)
        }
        return result
    }

    private func isAsRead(_ change: FileChange, _ current: FileContents) -> Bool {
        guard let base = change.base else { return false }
        if let isSame = base.version.isSame(as: current) { return isSame }
        // The stamps differ, but the bytes may be equal if the file was touched or copied back.
        return base.bytes() == current.bytes
    }

    private func entry(
        _ change: FileChange,
        _ content: [UInt8]?,
        _ stamp: FileStamp?,
        _ digest: FileDigest?,
        _ base: [UInt8]?
    ) -> JournalEntry {
        JournalEntry(
            place: change.place,
            temporary: names.make(),
            content: (content == change.content ? change.digest : nil) ?? content.map { FileDigest(of: $0) },
            expected: stamp.map { JournalEntry.Expected($0, digest: digest) },
            base: base,
            group: change.group,
            destination: change.destination
        )
    }
}
