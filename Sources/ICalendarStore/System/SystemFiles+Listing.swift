package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// The names in a folder with their stamps, as ``StoreFiles/entries(of:)`` says.
    ///
    /// Stamps are looked up from the open folder, so that the system need not walk the path for each of them.
    package func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        let descriptor = unsafe folder.withCString { name in
            Self.retrying { unsafe SystemCalls.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        guard descriptor >= 0 else { throw FileFailure(.listed, folder, .last) }
        guard let stream = unsafe fdopendir(descriptor) else {
            let error = PlatformError.last
            _ = close(descriptor)
            throw FileFailure(.listed, folder, error)
        }
        defer { unsafe _ = closedir(stream) }
        var entries: [FolderEntry] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            // The name is a C string in the entry itself, which lasts until the next call.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let name = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            if let found = try unsafe Self.entry(name, in: descriptor, folder) { entries.append(found) }
            errno = 0
        }
        if errno != 0 { throw FileFailure(.listed, folder, .last) }
        return entries
    }

    /// One entry; nil for the folder itself, the one above, and what is not there.
    private static func entry(
        _ name: UnsafePointer<CChar>,
        in descriptor: Int32,
        _ folder: CalendarPath
    ) throws(FileFailure) -> FolderEntry? {
        let length = unsafe strlen(name)
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: length))
        if bytes == [0x2E] || bytes == [0x2E, 0x2E] { return nil }
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            // In a folder that may be listed but not entered nothing can be told of a file but its name.
            if errno == ENOENT || errno == EACCES { return nil }
            throw FileFailure(.examined, folder.appending(bytes), .last)
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, unsafe fstatat(descriptor, name, &status, 0) != 0 { return nil }
        return FolderEntry(name: bytes, stamp: FileStamp(status), isLink: isLink)
    }
}
