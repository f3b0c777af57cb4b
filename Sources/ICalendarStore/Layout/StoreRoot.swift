package import ICalendar

/// The folder of a store, and the one beside the calendars in which the store keeps its lock and its journal.
package struct StoreRoot: Sendable, Hashable {
    /// The store's folder.
    package let folder: CalendarPath
    /// Where the lock and the journal go when the store's folder may not be written; nil when there is no such place.
    package let fallback: CalendarPath?

    /// The name of the hidden folder in the store's own.
    package static let controlName = Array(".ics-store".utf8)

    /// A store in a folder.
    ///
    /// `state` is the user's folder for such things (`$XDG_STATE_HOME/swift-icalendar`); each store has its own in it,
    /// named by a digest of `realPath`.
    package init(_ folder: CalendarPath, state: CalendarPath? = nil, realPath: CalendarPath? = nil) {
        self.folder = folder
        let name = FileDigest(of: (realPath ?? folder).bytes).text.prefix(32)
        fallback = state?.appending(Array("store-\(name)".utf8))
    }

    /// The path of a calendar's folder.
    package func path(ofFolder folder: [UInt8]) -> CalendarPath {
        folder.isEmpty ? self.folder : self.folder.appending(folder)
    }

    /// The path of a file.
    package func path(of place: FilePlace) -> CalendarPath {
        path(ofFolder: place.folder).appending(place.name)
    }

    /// The path of a file beside another, whose name the store made up.
    func path(beside place: FilePlace, _ name: [UInt8]) -> CalendarPath {
        path(ofFolder: place.folder).appending(name)
    }

    /// The folder of the lock and the journal, or nil when there is none, so that nobody ever wrote.
    package func control(in files: some StoreFiles) throws(FileFailure) -> CalendarPath? {
        for candidate in [folder.appending(Self.controlName), fallback] {
            guard let candidate else { continue }
            do throws(FileFailure) {
                // A link could lead anywhere, so it is not followed.
                if try files.stamp(of: candidate, followingLinks: false)?.kind == .folder { return candidate }
            } catch {
                // Who may not enter the store's folder has nothing to lock or to finish there.
                guard error.error.isRefusal else { throw error }
            }
        }
        return nil
    }

    /// The folder of the lock and the journal, which is made when there is none.
    ///
    /// Whoever may write in the store's folder may write in it too, whatever the mask of the process that makes it.
    func makeControl(in files: some StoreFiles) throws(FileFailure) -> CalendarPath {
        if let control = try control(in: files) { return control }
        let first = folder.appending(Self.controlName)
        let outer = try files.stamp(of: folder, followingLinks: true)
        do throws(FileFailure) {
            try files.makeFolder(first, mode: 0o700)
            if let outer { try files.share(first, like: outer) }
            return first
        } catch {
            if error.error.isExisting { return try checked(first, error, files) }
            guard error.error.isRefusal, let fallback else { throw error }
            try makeFallback(fallback, files)
            return fallback
        }
    }

    /// Makes the folder of the user's own, and those above it.
    func makeFallback(_ fallback: CalendarPath, _ files: some StoreFiles) throws(FileFailure) {
        var missing = [fallback]
        while let last = missing.last, let parent = last.parent,
            try files.stamp(of: parent, followingLinks: true) == nil
        {
            missing.append(parent)
        }
        for path in missing.reversed() {
            do throws(FileFailure) {
                try files.makeFolder(path, mode: 0o700)
            } catch {
                if !error.error.isExisting { throw error }
            }
        }
    }

    /// A folder that another process made meanwhile.
    private func checked(
        _ path: CalendarPath,
        _ failure: FileFailure,
        _ files: some StoreFiles
    ) throws(FileFailure) -> CalendarPath {
        guard try files.stamp(of: path, followingLinks: false)?.kind == .folder else { throw failure }
        return path
    }
}
