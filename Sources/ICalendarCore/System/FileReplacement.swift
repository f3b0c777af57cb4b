import SystemIO

/// Atomic replacement of a file's contents: readers see either the old or the new contents, even after a crash.
///
/// The bytes are written to a new file in the same folder, which inherits the old file's permissions, is flushed to
/// disk and is then renamed. Symbolic links are followed and preserved, and other hard links keep the old contents.
///
/// Special files, such as pipes and terminals, are written to directly. The same applies to paths that refer to an open
/// descriptor, such as `/dev/stdout`, because the descriptor's owner would never see a replacement file. Writing starts
/// at the descriptor's current position and does not truncate the file.
package enum FileReplacement {
    /// Writes bytes to a path.
    ///
    /// - Throws: `.unwritable` with the system's error message. If an error is thrown, the old file remains unchanged.
    package static func write(_ bytes: [UInt8], to path: CalendarPath) throws(CalendarError) {
        func failure(_ error: PlatformError) -> CalendarError {
            CalendarError(.unwritable, file: path.description, "cannot be written: \(error)")
        }
        guard !path.bytes.isEmpty else {
            throw CalendarError(.unwritable, file: path.description, "the path is empty")
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
            // Renaming would bypass the write protection of the old file.
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
            // Removes the temporary file if it exists. No other file has this random name.
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

    /// Resolves a path that is a symbolic link.
    ///
    /// The result may not exist yet or may refer to a descriptor. Returns nil for a cycle of links.
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

    /// The number of the open descriptor that the path refers to, such as 1 for `/dev/fd/1`.
    fileprivate var descriptor: Int32? {
        let own = ["/dev/fd", "/proc/self/fd", "/proc/\(getpid())/fd"]
        return own.contains(folder.description) ? Int32(String(decoding: lastName, as: UTF8.self)) : nil
    }

    /// Flushes a folder's entries to disk if the file system supports it.
    fileprivate func bringToDisk() {
        let descriptor = unsafe withCString {
            unsafe SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    /// Returns the path of a new, randomly named file in the same folder.
    fileprivate func temporaryName() -> CalendarPath {
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        // The system limits names to 255 bytes.
        let name = Array(lastName.prefix(200))
        return folder.appending([UInt8(ascii: ".")] + name + Array(".\(suffix).tmp".utf8))
    }
}
