import ICalendar
import SystemIO

/// A store's files as they are between commits, or as they will be once pending commits are completed.
package struct StoreView: Sendable {
    private let files: any StoreFiles
    private let root: StoreRoot
    private var pending: [FilePlace: Successor] = [:]
    package var remarks: [String] = []
    package var hasLeftovers = false

    private enum Successor {
        case nothing
        /// The file will be replaced with a hidden file if the hidden file still has these contents.
        case hidden(CalendarPath, FileDigest)
    }

    init(files: any StoreFiles, root: StoreRoot) {
        self.files = files
        self.root = root
    }

    /// Creates a view of the files as they will be once this user's and other trusted users' journals are completed.
    ///
    /// If new contents from a commit are lost, nothing is removed, just as when the commit is completed. A commit can
    /// be completed only by its author. Therefore, files that this user has changed since another user's interrupted
    /// commit are shown as changed.
    init(
        files: any StoreFiles,
        root: StoreRoot,
        merging: any FileMerging,
        through own: [Journal],
        and trusted: [Journal]
    ) {
        self.init(files: files, root: root)
        for journal in trusted { look(through: journal, merging, isOwn: false) }
        for journal in own { look(through: journal, merging, isOwn: true) }
    }

    private mutating func look(through journal: Journal, _ merging: any FileMerging, isOwn: Bool) {
        var removals: [JournalEntry] = []
        var absent: [JournalEntry] = []
        var lost = LostGroups()
        for entry in journal.entries {
            do throws(FileFailure) {
                let stamp = try files.stamp(of: root.path(of: entry.place), followingLinks: false)
                if let content = entry.content {
                    let hidden = root.path(beside: entry.place, entry.temporary)
                    if contents(hidden, content) == nil {
                        absent.append(entry)
                    } else if let stamp, stamp.kind != .regular {
                        // Completing the commit affects only regular files.
                        lost.insert(entry)
                    } else if isOwn || (stamp == nil ? entry.expected == nil : isSame(entry)) {
                        pending[entry.place] = .hidden(hidden, content)
                    }
                } else if let stamp, entry.expected?.matches(stamp) == true || isSame(entry) {
                    removals.append(entry)
                }
            } catch {
                // A file that cannot be examined does not affect other files. The error is reported when that
                // file is read.
                continue
            }
        }
        guard !removals.isEmpty else { return }
        let moved = MovedItems(journal.entries, merging: merging)
        for entry in absent where isLost(entry, moved) { lost.insert(entry) }
        for entry in removals where !lost.mayConcern(entry) { pending[entry.place] = .nothing }
    }

    private func isSame(_ entry: JournalEntry) -> Bool {
        guard let digest = entry.expected?.digest else { return false }
        return contents(root.path(of: entry.place), digest) != nil
    }

    private func isLost(_ entry: JournalEntry, _ moved: MovedItems) -> Bool {
        guard let content = entry.content else { return false }
        let hidden = root.path(beside: entry.place, entry.temporary)
        // The hidden file has the previous contents only after something else was put in place.
        if let expected = entry.expected?.digest, contents(hidden, expected) != nil { return false }
        let found = try? files.plainContents(of: root.path(of: entry.place), most: SystemFiles.largestFile)
        guard let found else { return true }
        if FileDigest(of: found.bytes) == content { return false }
        // The file may have been edited in the meantime.
        return entry.expected != nil || !moved.mayBe(in: found.bytes, of: entry)
    }

    /// Returns a hidden file if it still has the expected contents.
    ///
    /// A commit in progress may already have put the file in place.
    private func contents(_ path: CalendarPath, _ digest: FileDigest) -> FileContents? {
        let found = try? files.plainContents(of: path, most: SystemFiles.largestFile)
        return found.flatMap { FileDigest(of: $0.bytes) == digest ? $0 : nil }
    }

    package func contents(of place: FilePlace) throws(FileFailure) -> FileContents? {
        switch pending[place] {
        case .nothing?: return nil
        case .hidden(let path, let digest)?: if let found = contents(path, digest) { return found }
        case nil: break
        }
        do throws(FileFailure) {
            return try files.contents(of: root.path(of: place))
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    func path(ofFolder folder: [UInt8]) -> CalendarPath { root.path(ofFolder: folder) }

    package var foldersAhead: Set<[UInt8]> { Set(pending.keys.map(\.folder)) }

    package func stamp(of place: FilePlace) throws(FileFailure) -> FileStamp? {
        switch pending[place] {
        case .nothing?: return nil
        case .hidden(let path, let digest)?: if let found = contents(path, digest) { return found.stamp }
        case nil: break
        }
        return try files.stamp(of: root.path(of: place), followingLinks: true)
    }

    package func contents(
        of names: [[UInt8]],
        in folder: [UInt8]
    ) -> [Result<FileContents?, FileFailure>] {
        guard pending.isEmpty else {
            return names.map { name in
                Result { () throws(FileFailure) in
                    guard let place = FilePlace(folder: folder, name: name) else { return nil }
                    return try contents(of: place)
                }
            }
        }
        return files.contents(of: names, in: root.path(ofFolder: folder)).map { result in
            switch result {
            case .success(let contents): .success(contents)
            case .failure(let failure): failure.error.isMissing ? .success(nil) : .failure(failure)
            }
        }
    }

    /// Returns a calendar's items, sorted by the bytes of their names.
    ///
    /// `listed` is the folder listing, if known.
    package func items(
        in folder: [UInt8],
        listed: [ListedName]? = nil
    ) throws(FileFailure) -> [ListedName] {
        var names: [ListedName]
        if let listed {
            names = listed
        } else {
            names = try files.names(in: root.path(ofFolder: folder))
        }
        names.removeAll { !ItemName.isItem($0.name) || $0.kind != .regular }
        for (place, successor) in pending where place.folder == folder && ItemName.isItem(place.name) {
            names.removeAll { $0.name == place.name }
            guard case .hidden = successor else { continue }
            names.append(ListedName(name: place.name, kind: .regular, isLink: false))
        }
        names.sort { $0.name.lexicographicallyPrecedes($1.name) }
        return names
    }
}
