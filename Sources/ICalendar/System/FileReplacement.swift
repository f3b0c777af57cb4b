#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Puts new contents in the place of a file, so that whoever looks sees the old ones or the new ones and nothing in
/// between, even after a crash.
///
/// The bytes go to a new file in the same folder, which is given the permissions of the old one, brought to the disk
/// and then renamed. Links are followed, so that a link stays one; a file with several names loses the others. What is
/// no regular file, such as a pipe or a terminal, is written to as it stands.
enum FileReplacement {
    /// Writes bytes to a path.
    ///
    /// Throws `.unwritable` with the system's reason; the old file is then as it was.
    static func write(_ bytes: [UInt8], to path: CalendarPath) throws(CalendarError) {
        func failure(_ error: PlatformError) -> CalendarError {
            CalendarError(.unwritable, file: path.description, "cannot be written: \(error)")
        }
        guard !path.bytes.isEmpty else {
            throw CalendarError(.unwritable, file: path.description, "an empty path names no file")
        }
        var status = stat()
        let isThere = unsafe path.withCString { unsafe stat($0, &status) } == 0
        if isThere {
            if status.st_mode & S_IFMT == S_IFDIR {
                throw CalendarError(.unwritable, file: path.description, "is a folder, not a file")
            }
            // A file that may not be written to is not got round by putting another one in its place.
            guard unsafe path.withCString({ unsafe access($0, W_OK) }) == 0 else { throw failure(.last) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                return try OpenFile.stream(at: path).finish(bytes, failure)
            }
        } else if errno != ENOENT {
            throw failure(.last)
        }
        guard let target = followingLinks(path) else { throw failure(PlatformError(number: ELOOP)) }
        let temporary = try OpenFile.temporary(beside: target, isPrivate: isThere, failure)
        do throws(CalendarError) {
            if isThere { temporary.takePermissions(of: status) }
            try temporary.finish(bytes, failure)
            let isRenamed = unsafe temporary.path.withCString { from in
                unsafe target.withCString { unsafe rename(from, $0) } == 0
            }
            guard isRenamed else { throw failure(.last) }
        } catch {
            _ = unsafe temporary.path.withCString { unsafe unlink($0) }
            throw error
        }
        target.folder.bringToDisk()
    }

    /// The path behind symbolic links, the last of which may name what does not exist yet; nil when they go round.
    private static func followingLinks(_ path: CalendarPath) -> CalendarPath? {
        var path = path
        for _ in 0..<40 {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe path.withCString { name in
                unsafe buffer.withUnsafeMutableBytes { room in
                    unsafe room.baseAddress.map {
                        unsafe readlink(name, $0.assumingMemoryBound(to: CChar.self), room.count)
                    } ?? -1
                }
            }
            guard count > 0 else { return path }
            let link = Array(buffer.prefix(count))
            path =
                link.first == UInt8(ascii: "/")
                ? CalendarPath(bytes: link) : path.folder.appending(link)
        }
        return nil
    }
}

extension CalendarPath {
    /// The folder in which a path's last name stands.
    fileprivate var folder: CalendarPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return CalendarPath(".") }
        return slash == 0 ? CalendarPath("/") : CalendarPath(bytes: bytes[..<slash])
    }

    /// The last name of a path.
    fileprivate var lastName: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// Brings a folder's names to the disk, as far as its file system lets one.
    fileprivate func bringToDisk() {
        let descriptor = unsafe withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    /// The path of a new file beside this one, with a name that nobody else will think of.
    fileprivate func temporaryName() -> CalendarPath {
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        // The system's limit for a name is 255 bytes.
        let name = Array(lastName.prefix(200))
        return folder.appending([UInt8(ascii: ".")] + name + Array(".\(suffix).tmp".utf8))
    }
}

/// A file that is open for writing.
private struct OpenFile {
    let descriptor: Int32
    let path: CalendarPath
    /// Whether the bytes must be on the disk before it is closed.
    let isDurable: Bool

    /// Opens what is no regular file.
    static func stream(at path: CalendarPath) throws(CalendarError) -> OpenFile {
        let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let reason = PlatformError.lastText
            throw CalendarError(.unwritable, file: path.description, "cannot be opened: \(reason)")
        }
        return OpenFile(descriptor: descriptor, path: path, isDurable: false)
    }

    /// Makes a new file beside another; `isPrivate` when its permissions are to be set later.
    static func temporary(
        beside target: CalendarPath,
        isPrivate: Bool,
        _ failure: (PlatformError) -> CalendarError
    ) throws(CalendarError) -> OpenFile {
        for _ in 0..<100 {
            let path = target.temporaryName()
            let descriptor = unsafe path.withCString {
                unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
            }
            if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path, isDurable: true) }
            guard errno == EEXIST || errno == EINTR else { throw failure(.last) }
        }
        throw failure(PlatformError(number: EEXIST))
    }

    /// Gives the file the owner and the permissions of another, as far as the system lets one.
    func takePermissions(of status: stat) {
        let isSameOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // Of another owner's file it must not keep the right to act as that owner.
        _ = fchmod(descriptor, status.st_mode & (isSameOwner ? 0o7777 : 0o777))
    }

    /// Writes all bytes, and closes the file in any case.
    func finish(_ bytes: [UInt8], _ failure: (PlatformError) -> CalendarError) throws(CalendarError) {
        var error = write(bytes)
        if error == nil, isDurable, fsync(descriptor) != 0 { error = .last }
        if close(descriptor) != 0, error == nil, errno != EINTR { error = .last }
        if let error { throw failure(error) }
    }

    private func write(_ bytes: [UInt8]) -> PlatformError? {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                #if canImport(Glibc)
                    let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Musl)
                    let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
                #else
                    let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
                #endif
                if count >= 0 { written += count } else if errno != EINTR { return .last }
            }
            return nil
        }
    }
}
