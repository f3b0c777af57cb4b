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
        var entries: [FolderEntry] = []
        try unsafe list(folder) { (name, bytes, _, descriptor) throws(FileFailure) in
            guard let (stamp, isLink) = try unsafe Self.stamp(of: name, bytes, in: descriptor, folder) else {
                return
            }
            entries.append(FolderEntry(name: bytes, stamp: stamp, isLink: isLink))
        }
        return entries
    }

    package func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName] {
        var names: [ListedName] = []
        try unsafe list(folder) { (name, bytes, type, descriptor) throws(FileFailure) in
            switch type {
            case DT_REG: names.append(ListedName(name: bytes, kind: .regular, isLink: false))
            case DT_DIR: names.append(ListedName(name: bytes, kind: .folder, isLink: false))
            default:
                // Where a link leads has to be looked up, and some file systems do not say what a name stands for.
                guard let (stamp, isLink) = try unsafe Self.stamp(of: name, bytes, in: descriptor, folder)
                else {
                    if type == DT_LNK { names.append(ListedName(name: bytes, kind: .link, isLink: true)) }
                    return
                }
                names.append(ListedName(name: bytes, kind: stamp.kind, isLink: isLink))
            }
        }
        return names
    }

    /// Hands over each name in a folder but for itself and the one above: as a C string that lasts no longer than the
    /// call, as bytes, with its type as of `readdir`, and the open folder.
    private func list(
        _ folder: CalendarPath,
        _ body: (UnsafePointer<CChar>, [UInt8], Int, Int32) throws(FileFailure) -> Void
    ) throws(FileFailure) {
        let spot = try self.spot(ofFolder: folder, .listed)
        let descriptor = unsafe spot.withCString { outer, name in
            Self.retrying { unsafe SystemCalls.open(name, in: outer, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        guard descriptor >= 0 else { throw FileFailure(.listed, folder, .last) }
        guard let stream = unsafe fdopendir(descriptor) else {
            let error = PlatformError.last
            _ = close(descriptor)
            throw FileFailure(.listed, folder, error)
        }
        defer { unsafe _ = closedir(stream) }
        errno = 0
        while let entry = unsafe readdir(stream) {
            // The name is a C string in the entry itself, which lasts until the next call.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let name = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
            if bytes != [0x2E], bytes != [0x2E, 0x2E] {
                try unsafe body(name, bytes, Int(entry.pointee.d_type), descriptor)
            }
            errno = 0
        }
        if errno != 0 { throw FileFailure(.listed, folder, .last) }
    }

    /// The stamp of a name, of what it leads to if it is a link, or of the link where that is nothing; nil for what is not
    /// there.
    private static func stamp(
        of name: UnsafePointer<CChar>,
        _ bytes: [UInt8],
        in descriptor: Int32,
        _ folder: CalendarPath
    ) throws(FileFailure) -> (stamp: FileStamp, isLink: Bool)? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            // In a folder that may be listed but not entered nothing can be told of a file but its name.
            if errno == ENOENT || errno == EACCES { return nil }
            throw FileFailure(.examined, folder.appending(bytes), .last)
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        var target = stat()
        if isLink, unsafe fstatat(descriptor, name, &target, 0) == 0 { status = target }
        return (FileStamp(status), isLink)
    }
}
