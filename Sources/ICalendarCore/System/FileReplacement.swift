import SystemIO

/// Puts new contents in the place of a file, so that whoever looks sees the old ones or the new ones and nothing in
/// between, even after a crash.
///
/// The bytes go to a new file in the same folder, which is given the permissions of the old one, brought to the disk
/// and then renamed. Links are followed, so that a link stays one; a file with several names loses the others. What is
/// no regular file, such as a pipe or a terminal, is written to as it stands, and so is what is open already and named by its
/// descriptor, such as `/dev/stdout`: who opened it would see nothing of a file in its place. It is written from where it stands,
/// and what lies behind is left.
package enum FileReplacement {
    /// Writes bytes to a path.
    ///
    /// Throws `.unwritable` with the system's reason; the old file is then as it was.
    package static func write(_ bytes: [UInt8], to path: CalendarPath) throws(CalendarError) {
        func failure(_ error: PlatformError) -> CalendarError {
            CalendarError(.unwritable, file: path.description, "cannot be written: \(error)")
        }
        guard !path.bytes.isEmpty else {
            throw CalendarError(.unwritable, file: path.description, "an empty path names no file")
        }
        let target = followingLinks(path)
        if let number = target?.descriptor {
            if let error = SystemCalls.writeAll(bytes, to: number) { throw failure(error) }
            return
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
                return try writeStream(bytes, path, failure)
            }
        } else if errno != ENOENT {
            throw failure(.last)
        }
        guard let target else { throw failure(PlatformError(number: ELOOP)) }
        let temporary = target.temporaryName()
        do throws(PlatformError) {
            try NewFile.create(temporary.bytes, bytes, like: isThere ? NewFile.Model(status) : nil)
            let isRenamed = unsafe temporary.withCString { from in
                unsafe target.withCString { unsafe rename(from, $0) } == 0
            }
            guard isRenamed else { throw .last }
        } catch {
            // What could not be made is not there, and its name is nobody else's.
            unsafe temporary.withCString { unsafe _ = unlink($0) }
            throw failure(error)
        }
        target.folder.bringToDisk()
    }

    private static func writeStream(
        _ bytes: [UInt8],
        _ path: CalendarPath,
        _ failure: (PlatformError) -> CalendarError
    ) throws(CalendarError) {
        let descriptor = unsafe path.withCString { unsafe SystemCalls.open($0, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let reason = PlatformError.lastText
            throw CalendarError(.unwritable, file: path.description, "cannot be opened: \(reason)")
        }
        var error = SystemCalls.writeAll(bytes, to: descriptor)
        if close(descriptor) != 0, error == nil, errno != EINTR { error = .last }
        if let error { throw failure(error) }
    }

    /// The path behind symbolic links, the last of which may name what does not exist yet, or a descriptor; nil when they go
    /// round.
    private static func followingLinks(_ path: CalendarPath) -> CalendarPath? {
        var path = path
        for _ in 0..<40 {
            if path.descriptor != nil { return path }
            guard let link = path.link else { return path }
            path =
                link.first == UInt8(ascii: "/")
                ? CalendarPath(bytes: link) : path.folder.appending(link)
        }
        return nil
    }
}

extension CalendarPath {
    var folder: CalendarPath {
        bytes == [UInt8(ascii: "/")] ? self : parent ?? CalendarPath(".")
    }

    /// The number of the open descriptor of this process that a path names, such as `/dev/fd/1`.
    fileprivate var descriptor: Int32? {
        let own = ["/dev/fd", "/proc/self/fd", "/proc/\(getpid())/fd"]
        return own.contains(folder.description) ? Int32(String(decoding: lastName, as: UTF8.self)) : nil
    }

    /// Brings a folder's names to the disk, as far as its file system lets one.
    fileprivate func bringToDisk() {
        let descriptor = unsafe withCString {
            unsafe SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
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
