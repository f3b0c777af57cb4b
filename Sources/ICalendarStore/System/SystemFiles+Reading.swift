package import ICalendar
import SystemIO

extension SystemFiles {
    /// Returns the bytes and stamp of a regular file; see ``StoreFiles/contents(of:)``.
    ///
    /// If the file changes while it is being read, it is read again a few times.
    package func contents(of path: CalendarPath) throws(FileFailure) -> FileContents {
        try contents(of: path, 0, most: Self.largestFile)
    }

    package func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        try contents(of: path, O_NOFOLLOW, most: most)
    }

    private func contents(
        of path: CalendarPath,
        _ flags: Int32,
        most: Int
    ) throws(FileFailure) -> FileContents {
        var attempts = 0
        while true {
            let now = FileStamp.now
            let (bytes, before, after) = try read(path, flags, most)
            attempts += 1
            if before == after || attempts == 8 {
                let isSettled = before == after && after.isSettled(at: now)
                return FileContents(bytes: bytes, stamp: after, isSettled: isSettled)
            }
            SystemCalls.sleep(.milliseconds(2))
        }
    }

    private func read(
        _ path: CalendarPath,
        _ flags: Int32,
        _ most: Int
    ) throws(FileFailure) -> (bytes: [UInt8], before: FileStamp, after: FileStamp) {
        // Opening must not block, even if a pipe is in the file's place.
        let spot = try self.spot(path, .read)
        let descriptor = spot.open(O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw FileFailure(.read, path, .last) }
        defer { _ = close(descriptor) }
        guard let before = Self.stamp(of: descriptor) else { throw FileFailure(.read, path, .last) }
        guard before.kind == .regular else {
            throw FileFailure(.read, path, number: before.kind == .folder ? EISDIR : ENOTSUP)
        }
        guard before.size <= most else { throw FileFailure(.read, path, number: EFBIG) }
        if before.size > Self.largestUnseen, SystemCalls.hasHole(descriptor, before.size) {
            throw FileFailure(.read, path, number: ENODATA)
        }
        // One extra byte reveals whether the file grows.
        var room = before.size + 1
        var bytes: [UInt8] = []
        while true {
            let wanted = room
            var number: Int32 = 0
            let part = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                while count < wanted {
                    let rest = unsafe buffer.baseAddress?.advanced(by: count)
                    let taken = unsafe SystemCalls.read(descriptor, rest, wanted - count)
                    guard taken > 0 else {
                        if taken < 0 { number = errno }
                        break
                    }
                    count += taken
                }
            }
            if number != 0 { throw FileFailure(.read, path, number: number) }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < wanted { break }
            guard bytes.count <= most else { throw FileFailure(.read, path, number: EFBIG) }
            room = max(4096, bytes.count)
        }
        guard let after = Self.stamp(of: descriptor) else { throw FileFailure(.read, path, .last) }
        return (bytes, before, after)
    }

    /// Returns the contents of files in a folder; see ``StoreFiles/contents(of:in:)``.
    ///
    /// Most files are small and have not changed recently. Reading one of them takes four system calls, and its name is
    /// resolved relative to the open folder. All other files are read by path and more carefully.
    package func contents(
        of names: [[UInt8]],
        in folder: CalendarPath
    ) -> [Result<FileContents, FileFailure>] {
        // Determine the time before opening anything. A file that changed long before this time did not change while it
        // was read.
        let now = FileStamp.now
        let descriptor = unsafe folder.withCString { name in
            unsafe SystemCalls.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        var room = [UInt8](repeating: 0, count: 1 << 14)
        return names.map { name in
            if descriptor >= 0, let contents = Self.contents(named: name, in: descriptor, &room, now) {
                return .success(contents)
            }
            return Result { () throws(FileFailure) in try contents(of: folder.appending(name)) }
        }
    }

    /// Returns a file's contents if it fits into `room` and changed long before `now`.
    ///
    /// Returns nil for other files and on errors.
    private static func contents(
        named name: [UInt8],
        in folder: Int32,
        _ room: inout [UInt8],
        _ now: Int
    ) -> FileContents? {
        let descriptor = unsafe (name + [0]).withUnsafeBytes { name in
            let characters = unsafe name.assumingMemoryBound(to: CChar.self)
            guard let start = characters.baseAddress else { return Int32(-1) }
            return unsafe SystemCalls.open(start, in: folder, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        let count = unsafe room.withUnsafeMutableBytes { room in
            unsafe SystemCalls.read(descriptor, room.baseAddress, room.count)
        }
        // Get the stamp last. A settled stamp means that nothing was written during the read.
        guard count >= 0, count < room.count, let stamp = stamp(of: descriptor), stamp.kind == .regular,
            stamp.size == count, stamp.isSettled(at: now)
        else { return nil }
        return FileContents(bytes: Array(room[..<count]), stamp: stamp, isSettled: true)
    }

    /// Returns the names in a folder with their stamps; see ``StoreFiles/entries(of:)``.
    ///
    /// Stamps are looked up relative to the open folder, which saves resolving the path for each file.
    package func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        try forEachEntry(of: folder) { entries.append($0) }
        return entries
    }

    package func forEachEntry(of folder: CalendarPath, _ body: (FolderEntry) -> Void) throws(FileFailure) {
        try unsafe list(folder) { (name, bytes, _, descriptor) throws(FileFailure) in
            guard let (stamp, isLink) = try unsafe Self.stamp(of: name, bytes, in: descriptor, folder) else {
                return
            }
            body(FolderEntry(name: bytes, stamp: stamp, isLink: isLink))
        }
    }

    package func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName] {
        var names: [ListedName] = []
        try unsafe list(folder) { (name, bytes, type, descriptor) throws(FileFailure) in
            switch type {
            case DT_REG: names.append(ListedName(name: bytes, kind: .regular, isLink: false))
            case DT_DIR: names.append(ListedName(name: bytes, kind: .folder, isLink: false))
            default:
                // Look up the stamp, since a link's target may be of any type and some file systems do not report the
                // type of a file.
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

    /// Calls `body` for each name in a folder except the folder itself and its parent.
    ///
    /// The arguments are the name as a C string (valid only during the call) and as bytes, its type as in `readdir`,
    /// and the open folder.
    private func list(
        _ folder: CalendarPath,
        _ body: (UnsafePointer<CChar>, [UInt8], Int, Int32) throws(FileFailure) -> Void
    ) throws(FileFailure) {
        let spot = try self.spot(ofFolder: folder, .listed)
        let descriptor = spot.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(.listed, folder, .last) }
        guard let stream = unsafe fdopendir(descriptor) else {
            let error = PlatformError.last
            _ = close(descriptor)
            throw FileFailure(.listed, folder, error)
        }
        defer { unsafe _ = closedir(stream) }
        errno = 0
        while let entry = unsafe readdir(stream) {
            // The name is a C string inside the entry. It is valid until `readdir` is called again.
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

    /// Returns the stamp of a file by name, or nil if it does not exist.
    ///
    /// For a symbolic link, returns the stamp of its target, or of the link itself if the target does not exist.
    private static func stamp(
        of name: UnsafePointer<CChar>,
        _ bytes: [UInt8],
        in descriptor: Int32,
        _ folder: CalendarPath
    ) throws(FileFailure) -> (stamp: FileStamp, isLink: Bool)? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            // In a folder that can be listed but not entered, only the names of files are available.
            if errno == ENOENT || errno == EACCES { return nil }
            throw FileFailure(.examined, folder.appending(bytes), .last)
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        var target = stat()
        if isLink, unsafe fstatat(descriptor, name, &target, 0) == 0 { status = target }
        return (FileStamp(status), isLink)
    }

    /// Returns whether a program has a file open for writing; see ``StoreFiles/isBeingWritten(_:)``.
    ///
    /// Linux grants a read lease on this user's file only if no program has it open for writing.
    package func isBeingWritten(_ path: CalendarPath) -> Bool? {
        #if os(Linux)
            guard let spot = try? self.spot(path, .examined) else { return nil }
            let descriptor = spot.open(O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return nil }
            defer { _ = close(descriptor) }
            guard Self.stamp(of: descriptor)?.kind == .regular else { return nil }
            // If a program opens the file for writing during the lease, this process gets a signal. SIGURG is ignored
            // by default, whereas SIGIO would end the process.
            let (setSignal, setLease): (Int32, Int32) = (10, 1024)
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return nil }
            if fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 {
                _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
                return false
            }
            return errno == EAGAIN ? true : nil
        #else
            return nil
        #endif
    }
}
