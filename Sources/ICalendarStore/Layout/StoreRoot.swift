package import ICalendar
import SystemIO

/// A store's folder and the control folder next to its calendars, which contains the lock and the journals.
package struct StoreRoot: Sendable, Hashable {
    package let folder: CalendarPath
    /// The control folder to use if the store's folder is not writable.
    package let fallback: CalendarPath?

    package static let controlName = Array(".ics-store".utf8)

    /// Creates the root of the store in the given folder.
    ///
    /// `state` is the user's state folder (`$XDG_STATE_HOME/swift-icalendar`). The state folder contains one folder per
    /// store, named with a digest of `realPath`.
    package init(_ folder: CalendarPath, state: CalendarPath? = nil, realPath: CalendarPath? = nil) {
        self.folder = folder
        let name = FileDigest(of: (realPath ?? folder).bytes).text.prefix(32)
        fallback = state?.appending(Array("store-\(name)".utf8))
    }

    package func path(ofFolder folder: [UInt8]) -> CalendarPath {
        folder.isEmpty ? self.folder : self.folder.appending(folder)
    }

    package func path(of place: FilePlace) -> CalendarPath {
        path(ofFolder: place.folder).appending(place.name)
    }

    func path(beside place: FilePlace, _ name: [UInt8]) -> CalendarPath {
        path(ofFolder: place.folder).appending(name)
    }

    package func control(in files: some StoreFiles) throws(FileFailure) -> CalendarPath? {
        for candidate in [folder.appending(Self.controlName), fallback] {
            guard let candidate else { continue }
            do throws(FileFailure) {
                // A link could lead anywhere, so do not follow it.
                if try files.stamp(of: candidate, followingLinks: false)?.kind == .folder { return candidate }
            } catch {
                // If the store's folder cannot be entered, it contains nothing to lock or complete.
                guard error.error.isRefusal else { throw error }
            }
        }
        return nil
    }

    /// Returns the control folder, creating it if necessary.
    ///
    /// Anyone who can write to the store can write to this folder, regardless of the umask.
    package func makeControl(in files: some StoreFiles) throws(FileFailure) -> CalendarPath {
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
            try files.makeFolders(fallback)
            return fallback
        }
    }

    private func checked(
        _ path: CalendarPath,
        _ failure: FileFailure,
        _ files: some StoreFiles
    ) throws(FileFailure) -> CalendarPath {
        guard try files.stamp(of: path, followingLinks: false)?.kind == .folder else { throw failure }
        return path
    }
}

/// The journal folders of a store's users. Each folder is writable only by its user.
///
/// A journal determines which files a process writes and removes, so its author must be known. Neither a digest nor a
/// file's owner proves who wrote a journal: anyone with write access to a folder can move another user's file into
/// it. If only the owner can write to a folder, all files in it come from the owner.
extension StoreRoot {
    private static let userStart = Array("user-".utf8)

    static func userName(_ user: UInt32) -> [UInt8] { userStart + Array("\(user)".utf8) }

    static func user(ofFolder name: [UInt8]) -> UInt32? {
        guard name.starts(with: userStart) else { return nil }
        let user = UInt32(String(decoding: name.dropFirst(userStart.count), as: UTF8.self))
        return user.flatMap { userName($0) == name ? $0 : nil }
    }

    func userFolders(in control: CalendarPath) -> [CalendarPath] {
        let name = Self.userName(SystemFiles.user)
        var folders = [control.appending(name)]
        if let fallback, fallback != control { folders.append(fallback.appending(name)) }
        return folders
    }

    static func isPrivate(_ stamp: FileStamp, of user: UInt32 = SystemFiles.user) -> Bool {
        stamp.kind == .folder && stamp.owner == user && stamp.mode & 0o022 == 0
    }

    func pinned(control: CalendarPath) -> Result<FolderPin, PlatformError> {
        Result { () throws(PlatformError) in
            let isInside = control == folder.appending(Self.controlName)
            let pin = try FolderPin.open(
                isInside ? Self.controlName : [],
                below: isInside ? folder : control
            )
            if pin.isLinked { throw .link }
            return pin
        }
    }

    /// Returns this user's folder, creating it if necessary.
    ///
    /// Anything else that has the folder's name is renamed. If renaming fails, or if the file system does not
    /// support permissions, the folder is in the user's state folder instead.
    package func makeUserFolder(
        in control: CalendarPath,
        _ files: any StoreFiles
    ) throws(FileFailure) -> CalendarPath {
        var failure: FileFailure?
        for folder in userFolders(in: control) {
            do throws(FileFailure) {
                if let outer = folder.parent, outer == fallback, outer != control {
                    try files.makeFolders(outer)
                }
                if let stamp = try files.stamp(of: folder, followingLinks: false) {
                    if Self.isPrivate(stamp) { return folder }
                    try files.move(folder, toFree: control.appending(ControlName.refused()))
                }
                try files.makeFolder(folder, mode: 0o755)
                if let outer = folder.parent { try files.synchronize(outer, through: nil) }
                if let stamp = try files.stamp(of: folder, followingLinks: false), Self.isPrivate(stamp) {
                    return folder
                }
                // The file system does not support permissions here, so nothing proves who wrote a file.
                try? files.removeFolder(folder)
                failure = failure ?? FileFailure(.written, folder, .refused)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? FileFailure(.written, control, .refused)
    }
}
