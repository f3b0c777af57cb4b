import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Calls of the system that Swift does not see, as the headers call them extensions, and those whose names clash.
enum SystemCalls {
    /// `RENAME_NOREPLACE` and `RENAME_EXCHANGE` of Linux.
    enum RenameFlag: UInt32 {
        case toFreeName = 1
        case exchange = 2
    }

    /// Opens a folder to look names up in it, which needs no permission to list it.
    static var folderFlag: Int32 {
        #if os(Linux)
            // O_PATH, which the headers call an extension.
            0o10_000_000
        #else
            O_RDONLY
        #endif
    }

    /// Opens a file.
    ///
    /// Here to have one name inside types that have an `open` of their own.
    static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        #if canImport(Glibc)
            return unsafe Glibc.open(path, flags, mode)
        #elseif canImport(Musl)
            return unsafe Musl.open(path, flags, mode)
        #else
            return unsafe Darwin.open(path, flags, mode)
        #endif
    }

    /// Opens a file by its name in an open folder.
    static func open(
        _ name: UnsafePointer<CChar>,
        in folder: Int32,
        _ flags: Int32,
        _ mode: mode_t = 0
    ) -> Int32 {
        #if canImport(Glibc)
            return unsafe Glibc.openat(folder, name, flags, mode)
        #elseif canImport(Musl)
            return unsafe Musl.openat(folder, name, flags, mode)
        #else
            return unsafe Darwin.openat(folder, name, flags, mode)
        #endif
    }

    /// Whether an open file of a size has a part that was never written; where that cannot be told it has none.
    ///
    /// The file is read from its beginning afterwards.
    static func hasHole(_ descriptor: Int32, _ size: Int) -> Bool {
        #if canImport(Darwin)
            let wanted: Int32 = 3
        #else
            // SEEK_HOLE, which the headers call an extension.
            let wanted: Int32 = 4
        #endif
        let found = lseek(descriptor, 0, wanted)
        _ = lseek(descriptor, 0, SEEK_SET)
        return found >= 0 && Int(found) < size
    }

    static func read(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            return unsafe Glibc.read(descriptor, target, count)
        #elseif canImport(Musl)
            return unsafe Musl.read(descriptor, target, count)
        #else
            return unsafe Darwin.read(descriptor, target, count)
        #endif
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Renames as `renameat2` does; `ENOSYS` where there is none.
    static func rename(_ path: FileSpot, _ target: FileSpot, _ flag: RenameFlag) -> Int32 {
        #if canImport(Darwin)
            // RENAME_EXCL and RENAME_SWAP.
            let number: UInt32 = flag == .toFreeName ? 4 : 2
            return unsafe path.withCString { folder, from in
                unsafe target.withCString { unsafe renameatx_np(folder, from, $0, $1, number) }
            }
        #else
            typealias Function =
                @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
            guard let symbol = unsafe dlsym(nil, "renameat2") else {
                errno = ENOSYS
                return -1
            }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe path.withCString { folder, from in
                unsafe target.withCString { unsafe function(folder, from, $0, $1, flag.rawValue) }
            }
        #endif
    }

    /// Two ends of a pipe that programs started later don't inherit; nil when there are no more descriptors.
    static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        #if !canImport(Darwin)
            typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
            if let symbol = unsafe dlsym(nil, "pipe2") {
                let function = unsafe unsafeBitCast(symbol, to: Function.self)
                return unsafe function(&ends, O_CLOEXEC | O_NONBLOCK) == 0 ? (ends[0], ends[1]) : nil
            }
        #endif
        #if canImport(Glibc)
            let result = unsafe Glibc.pipe(&ends)
        #elseif canImport(Musl)
            let result = unsafe Musl.pipe(&ends)
        #else
            let result = unsafe Darwin.pipe(&ends)
        #endif
        guard result == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }
}
