package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package struct SystemFiles: StoreFiles {
    /// The largest file that is read, in bytes: an item or a whole calendar, and a thousand times what most are.
    package static let largestFile = 64 << 20
    /// The largest file of which it is not looked whether it has holes, which cost nothing to make and much to read.
    static let largestUnseen = 1 << 20

    let pins: FolderPins

    /// Whether names are exchanged, and given only where they are free, by the system, or as on file systems that can do
    /// neither.
    let renamesSpecially: Bool

    package init(renamesSpecially: Bool = true) {
        pins = FolderPins()
        self.renamesSpecially = renamesSpecially
    }

    private init(_ pins: FolderPins, _ other: SystemFiles) {
        self.pins = pins
        renamesSpecially = other.renamesSpecially
    }

    package func pinned(_ pins: FolderPins) -> any StoreFiles { SystemFiles(pins, self) }

    /// A regular file's bytes and its stamp, as ``StoreFiles/contents(of:)`` says.
    ///
    /// A file that changes while it is read is read again, a few times, for a program that writes in place.
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
            Self.sleep(.milliseconds(2))
        }
    }

    private func read(
        _ path: CalendarPath,
        _ flags: Int32,
        _ most: Int
    ) throws(FileFailure) -> (bytes: [UInt8], before: FileStamp, after: FileStamp) {
        // Opening does not wait, so a pipe in the place of a file holds nobody up.
        let spot = try self.spot(path, .read)
        let descriptor = unsafe spot.withCString { folder, name in
            let all = O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags
            return Self.retrying { unsafe SystemCalls.open(name, in: folder, all) }
        }
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
        // One byte more than it has tells whether it grows.
        var room = before.size + 1
        var bytes: [UInt8] = []
        while true {
            let wanted = room
            var number: Int32 = 0
            let part = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                while count < wanted {
                    let taken = Self.retrying {
                        unsafe SystemCalls.read(
                            descriptor,
                            buffer.baseAddress?.advanced(by: count),
                            wanted - count
                        )
                    }
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

    package func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        var status = stat()
        let spot: FileSpot
        do throws(FileFailure) {
            spot = try self.spot(path, .examined)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
        let result = unsafe spot.withCString { folder, name in
            unsafe fstatat(folder, name, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        if result == 0 { return FileStamp(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileFailure(.examined, path, .last)
    }

    package func permissions(of path: CalendarPath) -> FilePermissions {
        guard let spot = try? self.spot(path, .examined) else { return [] }
        return unsafe spot.withCString { folder, name in
            var found: FilePermissions = []
            for (wanted, permission) in [(R_OK, FilePermissions.read), (W_OK, .write), (X_OK, .enter)]
            where unsafe faccessat(folder, name, wanted, AT_EACCESS) == 0 {
                found.insert(permission)
            }
            return found
        }
    }

    package func lock(
        _ path: CalendarPath,
        _ kind: FolderLock.Kind,
        patience: Duration
    ) throws(FileFailure) -> FolderLock {
        try FolderLock(path, at: spot(path, .locked), kind, patience: patience)
    }

    static func stamp(of descriptor: Int32) -> FileStamp? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    package static func sleep(_ duration: Duration) {
        let parts = duration.components
        var time = timespec()
        time.tv_sec = time_t(clamping: parts.seconds)
        time.tv_nsec = Int(clamping: parts.attoseconds / 1_000_000_000)
        var rest = timespec()
        while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }
}
