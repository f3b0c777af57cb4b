/// Makes files that were not there, and brings them to the disk: the first half of putting a file in another's place.
package enum NewFile {
    /// The permissions and the owner of the file in whose place the new one will be put.
    package struct Model: Sendable, Hashable {
        package let mode: UInt32
        package let owner: UInt32
        package let group: UInt32

        package init(mode: UInt32, owner: UInt32, group: UInt32) {
            self.mode = mode
            self.owner = owner
            self.group = group
        }

        package init(_ status: stat) {
            self.init(mode: UInt32(status.st_mode) & 0o7777, owner: status.st_uid, group: status.st_gid)
        }
    }

    /// Makes a file with these bytes, which are on the disk when this returns.
    ///
    /// Without a model it has the permissions that the process's mask leaves. Throws `EEXIST` when there is something
    /// of that name, and the system's reason for anything else; no file is left then.
    package static func create(
        _ path: [UInt8],
        _ bytes: [UInt8],
        like model: Model?
    ) throws(PlatformError) {
        // A file that has no name before it is whole leaves nothing behind, whatever ends the process.
        if let descriptor = openNameless(beside: path, mode(like: model)) {
            guard let error = fill(descriptor, bytes, model, naming: path) else { return }
            // Without /proc there is no way to give it a name, nor where the system does not let one.
            guard [ENOENT, EPERM, EACCES, EXDEV, ENOSYS, EOPNOTSUPP].contains(error.number) else {
                throw error
            }
        }
        try create(path, bytes, like: model, in: AT_FDCWD)
    }

    /// The same with a path that is looked up from an open folder, and a file that has its name from the start.
    ///
    /// So who watches the folder is told of no file without a name, and who made the name can tidy it up. What is not
    /// flushed is on the disk when somebody has brought the whole file system there.
    package static func create(
        _ path: [UInt8],
        _ bytes: [UInt8],
        like model: Model?,
        in folder: Int32,
        isFlushed: Bool = true
    ) throws(PlatformError) {
        let mode = mode(like: model)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe withCPath(path) { unsafe SystemCalls.open($0, in: folder, flags, mode) }
        guard descriptor >= 0 else { throw .last }
        guard let failure = fill(descriptor, bytes, model, naming: nil, isFlushed: isFlushed) else { return }
        unsafe withCPath(path) { unsafe _ = unlinkat(folder, $0, 0) }
        throw failure
    }

    /// What takes the place of a private file is private from the start.
    private static func mode(like model: Model?) -> mode_t { model == nil ? 0o666 : 0o600 }

    /// The permissions of a file like one of another group: what that group might do is for nobody but all.
    package static func modeInOtherGroup(_ mode: UInt32) -> UInt32 {
        mode & ~0o070 | mode & 0o070 & (mode & 0o007) << 3
    }

    /// Gives a new file its owner and its bytes, brings it to the disk, names it where it has no name yet, and closes
    /// it; gives the reason where that fails.
    private static func fill(
        _ descriptor: Int32,
        _ bytes: [UInt8],
        _ model: Model?,
        naming path: [UInt8]?,
        isFlushed: Bool = true
    ) -> PlatformError? {
        if let model {
            // Only root may give files away; to a group of one's own, everybody may. The permissions come last, as a new
            // owner takes some of them back.
            let isSameOwner = fchown(descriptor, model.owner, model.group) == 0
            let isSameGroup = isSameOwner || fchown(descriptor, .max, model.group) == 0
            // Of another owner's file it must not keep the right to act as that owner.
            let mode = model.mode & (isSameOwner ? 0o7777 : 0o777)
            _ = fchmod(descriptor, mode_t(isSameGroup ? mode : Self.modeInOtherGroup(mode)))
        }
        var failure = SystemCalls.writeAll(bytes, to: descriptor)
        if failure == nil, isFlushed, SystemCalls.retrying({ fsync(descriptor) }) != 0 { failure = .last }
        if failure == nil, let path { failure = name(descriptor, path) }
        // A network's file system may say only here that there is no room. The descriptor is gone in any case.
        if close(descriptor) != 0, failure == nil, errno != EINTR { failure = .last }
        return failure
    }

    /// Opens a file without a name in a folder; nil where the system has no such files.
    private static func openNameless(beside path: [UInt8], _ mode: mode_t) -> Int32? {
        #if canImport(Glibc)
            let slash = path.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { $0 == 0 ? Array("/".utf8) : Array(path[..<$0]) } ?? Array(".".utf8)
            let flags = __O_TMPFILE | O_WRONLY | O_CLOEXEC
            let descriptor = unsafe withCPath(folder) { unsafe SystemCalls.open($0, flags, mode) }
            return descriptor >= 0 ? descriptor : nil
        #else
            return nil
        #endif
    }

    /// Gives a file without a name one that nobody has.
    private static func name(_ descriptor: Int32, _ path: [UInt8]) -> PlatformError? {
        #if canImport(Glibc)
            let result = unsafe withCPath(path) { name in
                unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
            }
            return result == 0 ? nil : .last
        #else
            return PlatformError(number: ENOSYS)
        #endif
    }
}
