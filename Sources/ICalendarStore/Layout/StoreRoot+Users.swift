import ICalendar

/// The folders in which the users of a store keep their journals, each writable by nobody else.
///
/// A journal tells a process what to write and to take away, so it must be known who wrote it. A digest proves nothing,
/// and neither does a file's owner: whoever may write in a folder can give a file of another user's any name in it. In a
/// folder that only its owner may write to, nobody else can put anything.
extension StoreRoot {
    private static let userStart = Array("user-".utf8)

    /// The name of a user's folder.
    static func userName(_ user: UInt32) -> [UInt8] { userStart + Array("\(user)".utf8) }

    /// The user whose folder has a name; nil when it is nobody's.
    static func user(ofFolder name: [UInt8]) -> UInt32? {
        guard name.starts(with: userStart) else { return nil }
        let user = UInt32(String(decoding: name.dropFirst(userStart.count), as: UTF8.self))
        return user.flatMap { userName($0) == name ? $0 : nil }
    }

    /// Where this user's folder may be: beside the lock, or where the user keeps such things.
    func userFolders(in control: CalendarPath) -> [CalendarPath] {
        let name = Self.userName(SystemFiles.user)
        var folders = [control.appending(name)]
        if let fallback, fallback != control { folders.append(fallback.appending(name)) }
        return folders
    }

    /// Whether a folder is a user's and nobody else can write to it.
    static func isPrivate(_ stamp: FileStamp, of user: UInt32 = SystemFiles.user) -> Bool {
        stamp.kind == .folder && stamp.owner == user && stamp.mode & 0o022 == 0
    }

    /// The folder of the lock and the journals, which no link may lead to.
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

    /// This user's folder, which is made when there is none.
    ///
    /// What stands in its place and is not this user's is given another name. Where that is impossible, and on file
    /// systems that keep no permissions, it is where the user keeps such things.
    func makeUserFolder(in control: CalendarPath, _ files: any StoreFiles) throws(FileFailure) -> CalendarPath
    {
        var failure: FileFailure?
        for folder in userFolders(in: control) {
            do throws(FileFailure) {
                if let outer = folder.parent, outer == fallback, outer != control {
                    try makeFallback(outer, files)
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
                // Here the system keeps no permissions, so nothing can be told of who wrote what.
                try? files.removeFolder(folder)
                failure = failure ?? FileFailure(.written, folder, .refused)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? FileFailure(.written, control, .refused)
    }
}
