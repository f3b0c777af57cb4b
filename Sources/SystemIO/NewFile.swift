/// Functions that create new files and flush them to disk, as the first half of an atomic replacement.
package enum NewFile {
    /// The permissions and owner of the file to replace.
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

    /// Creates a file with these bytes and flushes it to disk before returning.
    ///
    /// If there is no model, the file gets the default permissions minus the umask. The function throws `EEXIST` if the
    /// name is already in use, or the system's error for any other failure. In either case, it leaves no new file
    /// behind.
    package static func create(
        _ path: [UInt8],
        _ bytes: [UInt8],
        like model: Model?
    ) throws(PlatformError) {
        // An unnamed file leaves no trace if the process ends before the file is complete.
        if let descriptor = openNameless(beside: path, mode(like: model)) {
            var status: stat?
            guard let error = fill(descriptor, bytes, model, naming: path, &status) else { return }
            // Linking an unnamed file requires `/proc`, and the system may not allow it.
            guard [ENOENT, EPERM, EACCES, EXDEV, ENOSYS, EOPNOTSUPP].contains(error.number) else {
                throw error
            }
        }
        try create(path, bytes, like: model, in: AT_FDCWD)
    }

    /// Creates a named file whose path is relative to an open folder.
    ///
    /// Unlike an unnamed file, a named one does not confuse folder watchers, and the caller can remove it by name. If
    /// `isFlushed` is false, the caller must flush the file system.
    ///
    /// Returns the complete file's status, or nil if it is unknown. Reading the status here is faster than looking it
    /// up by name.
    @discardableResult
    package static func create(
        _ path: [UInt8],
        _ bytes: [UInt8],
        like model: Model?,
        in folder: Int32,
        isFlushed: Bool = true
    ) throws(PlatformError) -> stat? {
        let mode = mode(like: model)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe withCPath(path) { unsafe SystemCalls.open($0, in: folder, flags, mode) }
        guard descriptor >= 0 else { throw .last }
        var status: stat?
        let failure = fill(descriptor, bytes, model, naming: nil, isFlushed: isFlushed, &status)
        guard let failure else { return status }
        unsafe withCPath(path) { unsafe _ = unlinkat(folder, $0, 0) }
        throw failure
    }

    /// Creates a folder unless it already exists; throws `ENOTEMPTY` if it exists and is not empty.
    package static func createEmptyFolder(_ path: [UInt8]) throws(PlatformError) {
        if unsafe withCPath(path, { unsafe mkdir($0, 0o777) }) == 0 { return }
        guard errno == EEXIST, let folder = unsafe withCPath(path, { unsafe opendir($0) }) else {
            throw .last
        }
        defer { unsafe _ = closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let first = unsafe entry.pointee.d_name.0
            let second = unsafe entry.pointee.d_name.1
            let third = unsafe entry.pointee.d_name.2
            let isOwn = first == 0x2E && (second == 0 || second == 0x2E && third == 0)
            if !isOwn { throw .notEmpty }
        }
    }

    /// Removes a file if it exists.
    package static func remove(_ path: [UInt8]) {
        unsafe withCPath(path) { unsafe _ = unlink($0) }
    }

    // A private file's replacement is private from the start.
    private static func mode(like model: Model?) -> mode_t { model == nil ? 0o666 : 0o600 }

    /// Returns the permissions for a copy that has a different group, which gets no more rights than other users have.
    package static func modeInOtherGroup(_ mode: UInt32) -> UInt32 {
        mode & ~0o070 | mode & 0o070 & (mode & 0o007) << 3
    }

    /// Completes a new file and returns the error if this fails.
    ///
    /// The function sets the owner and permissions, writes and flushes the bytes, links the file if necessary, and
    /// closes it. It sets `status` to the file's status.
    private static func fill(
        _ descriptor: Int32,
        _ bytes: [UInt8],
        _ model: Model?,
        naming path: [UInt8]?,
        isFlushed: Bool = true,
        _ status: inout stat?
    ) -> PlatformError? {
        if let model {
            // Only root can change a file's owner, but any user can assign a file to one of their own groups. The
            // permissions are set last, since changing the owner clears some of them.
            let isSameOwner = fchown(descriptor, model.owner, model.group) == 0
            let isSameGroup = isSameOwner || fchown(descriptor, .max, model.group) == 0
            // If the owner differs from the original file's, the set-user-ID, set-group-ID and sticky bits are dropped.
            let mode = model.mode & (isSameOwner ? 0o7777 : 0o777)
            _ = fchmod(descriptor, mode_t(isSameGroup ? mode : Self.modeInOtherGroup(mode)))
        }
        var failure = SystemCalls.writeAll(bytes, to: descriptor)
        if failure == nil, isFlushed, SystemCalls.retrying({ fsync(descriptor) }) != 0 { failure = .last }
        if failure == nil, let path { failure = name(descriptor, path) }
        var now = stat()
        if unsafe fstat(descriptor, &now) == 0 { status = now }
        // A network file system may not report a full disk until the file is closed. The descriptor is closed even if
        // this fails.
        if close(descriptor) != 0, failure == nil, errno != EINTR { failure = .last }
        return failure
    }

    /// Opens an unnamed file in a folder, or returns nil if the system does not support it.
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

    /// Links an unnamed file to a name that is not in use.
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
