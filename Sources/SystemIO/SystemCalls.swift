/// System calls that Swift cannot import because they are extensions or because their names clash with methods.
package enum SystemCalls {
    /// The Linux flags `RENAME_NOREPLACE` and `RENAME_EXCHANGE`.
    package enum RenameFlag: UInt32 {
        case toFreeName = 1
        case exchange = 2
    }

    /// The flag for opening a folder to look up names in it; on Linux, this does not require permission to list it.
    package static var folderFlag: Int32 {
        #if os(Linux)
            // O_PATH, an extension.
            0o10_000_000
        #else
            O_RDONLY
        #endif
    }

    package static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    package static func open(
        _ name: UnsafePointer<CChar>,
        in folder: Int32 = AT_FDCWD,
        _ flags: Int32,
        _ mode: mode_t = 0
    ) -> Int32 {
        retrying { unsafe openat(folder, name, flags, mode) }
    }

    /// Returns whether an open file of a given size is sparse, or false if the system cannot tell.
    ///
    /// The call moves the file offset back to the beginning.
    package static func hasHole(_ descriptor: Int32, _ size: Int) -> Bool {
        #if canImport(Darwin)
            let wanted: Int32 = 3
        #else
            // SEEK_HOLE, an extension.
            let wanted: Int32 = 4
        #endif
        let found = lseek(descriptor, 0, wanted)
        _ = lseek(descriptor, 0, SEEK_SET)
        return found >= 0 && Int(found) < size
    }

    package static func read(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        retrying { unsafe systemRead(descriptor, target, count) }
    }

    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        retrying { unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count) }
    }

    package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Writes all bytes, retrying partial writes, and returns the error if that fails.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> PlatformError? {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let (count, error) = withoutWriteSignals(rest.count) { unsafe write(descriptor, rest) }
            if count > 0 {
                written += count
            } else if count < 0, error.number == EAGAIN {
                // A full non-blocking pipe requires waiting for its reader.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe _ = poll(&wanted, 1, 1000)
            } else {
                return count < 0 ? error : .broken
            }
        }
        return nil
    }

    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> PlatformError? {
        unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    }

    /// Renames a file in the same way as `renameat2`, with each name relative to its folder; fails with `ENOSYS` if the
    /// call is unavailable.
    package static func rename(
        _ folder: Int32,
        _ from: UnsafePointer<CChar>,
        _ targetFolder: Int32,
        _ to: UnsafePointer<CChar>,
        _ flag: RenameFlag
    ) -> Int32 {
        #if canImport(Darwin)
            // The flags are RENAME_EXCL and RENAME_SWAP.
            return unsafe renameatx_np(folder, from, targetFolder, to, flag == .toFreeName ? 4 : 2)
        #else
            guard let function = unsafe renaming else {
                errno = ENOSYS
                return -1
            }
            return unsafe function(folder, from, targetFolder, to, flag.rawValue)
        #endif
    }

    #if !canImport(Darwin)
        private typealias Renaming =
            @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

        /// The C library's `renameat2`, looked up once, since a commit may rename thousands of files.
        private static let renaming: Renaming? = unsafe dlsym(nil, "renameat2").map { symbol in
            unsafe unsafeBitCast(symbol, to: Renaming.self)
        }
    #endif

    /// Creates a non-blocking pipe that child processes do not inherit, or returns nil if no descriptors are available.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        #if !canImport(Darwin)
            typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
            if let symbol = unsafe dlsym(nil, "pipe2") {
                let function = unsafe unsafeBitCast(symbol, to: Function.self)
                return unsafe function(&ends, O_CLOEXEC | O_NONBLOCK) == 0 ? (ends[0], ends[1]) : nil
            }
        #endif
        guard unsafe systemPipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    /// Sleeps for at least the given duration.
    package static func sleep(_ duration: Duration) {
        let parts = duration.components
        var time = timespec()
        time.tv_sec = time_t(clamping: parts.seconds)
        time.tv_nsec = Int(clamping: parts.attoseconds / 1_000_000_000)
        var rest = timespec()
        while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }

    /// Returns the value of an environment variable, or nil if the variable is not set.
    ///
    /// Bytes that are not UTF-8 are replaced.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Makes one call with SIGXFSZ and SIGPIPE blocked and returns the result and the system's error.
    ///
    /// The system sends these signals when a file reaches the maximum size (`RLIMIT_FSIZE`) or when a pipe has no
    /// reader, and they would end the program. While they are blocked, the write instead fails with `EFBIG` or `EPIPE`,
    /// or writes fewer bytes than `whole`. The signals are sent to the writing thread, so blocking them there does not
    /// affect other threads.
    private static func withoutWriteSignals(
        _ whole: Int,
        _ call: () -> Int
    ) -> (result: Int, error: PlatformError) {
        var held = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&held)
        for number in [SIGXFSZ, SIGPIPE] { unsafe sigaddset(&held, number) }
        guard unsafe pthread_sigmask(SIG_BLOCK, &held, &before) == 0 else { return (call(), .last) }
        let result = call()
        let error = PlatformError.last
        if result != whole {
            for number in [SIGXFSZ, SIGPIPE] where unsafe sigismember(&before, number) != 1 {
                consume(number)
            }
        }
        unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
        return (result, error)
    }

    /// Consumes a blocked signal if it is pending, without waiting.
    private static func consume(_ number: Int32) {
        var only = sigset_t()
        unsafe sigemptyset(&only)
        unsafe sigaddset(&only, number)
        #if canImport(Darwin)
            var pending = sigset_t()
            var taken: Int32 = 0
            if unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, number) == 1 {
                unsafe _ = sigwait(&only, &taken)
            }
        #else
            var now = timespec()
            unsafe _ = sigtimedwait(&only, nil, &now)
        #endif
    }

    /// Makes all threads share one heap.
    ///
    /// Otherwise, the C library on Linux gives each thread a separate heap, which retains freed memory. Call this
    /// function in programs whose threads rarely allocate at the same time.
    package static func shareHeap() {
        #if canImport(Glibc)
            typealias Function = @convention(c) (Int32, Int32) -> Int32
            guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
            let mostArenas: Int32 = -8
            _ = unsafe unsafeBitCast(symbol, to: Function.self)(mostArenas, 1)
        #endif
    }

    /// Returns freed memory to the system, even if memory at higher addresses is still in use.
    package static func trimHeap() {
        #if canImport(Glibc)
            typealias Function = @convention(c) (Int) -> Int32
            guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
            _ = unsafe unsafeBitCast(symbol, to: Function.self)(0)
        #endif
    }

    /// Flushes the file system that contains an open file; returns -1 and sets `errno` on failure.
    package static func flushFileSystem(of descriptor: Int32) -> Int32 {
        #if !canImport(Darwin)
            typealias Function = @convention(c) (Int32) -> Int32
            if let symbol = unsafe dlsym(nil, "syncfs") {
                let function = unsafe unsafeBitCast(symbol, to: Function.self)
                return function(descriptor)
            }
        #endif
        errno = ENOSYS
        return -1
    }

    /// Flushes the file system that contains an open file, or all file systems if flushing one is not possible.
    package static func synchronizeFileSystem(of descriptor: Int32) {
        if flushFileSystem(of: descriptor) != 0 { sync() }
    }

    #if os(Linux)
        /// Whether flushing a file system reports failed writes, as it does on Linux 5.8 and later.
        package static let reportsFailedFlushes: Bool = {
            var name = utsname()
            guard unsafe uname(&name) == 0 else { return false }
            let release = unsafe withUnsafeBytes(of: name.release) { unsafe Array($0) }
            let text = String(decoding: release.prefix { $0 != 0 }, as: UTF8.self)
            return isAtLeast(5, 8, release: text)
        }()

        /// Returns whether a release such as `6.1.0-13-amd64` is at least the given version.
        package static func isAtLeast(_ major: Int, _ minor: Int, release: String) -> Bool {
            let numbers = release.split(separator: ".", maxSplits: 2).map { part in
                Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
            }
            guard numbers.count >= 2 else { return false }
            return numbers[0] != major ? numbers[0] > major : numbers[1] >= minor
        }

        /// Returns the type of the file system that contains an open file, as reported by `fstatfs`, or nil if it is
        /// unknown.
        package static func fileSystemKind(of descriptor: Int32) -> UInt32? {
            typealias Function = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "fstatfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { unsafe function(descriptor, $0) }
        }

        /// Returns the type of the file system that contains a path, as reported by `statfs`, or nil if it is unknown.
        package static func fileSystemKind(_ path: [UInt8]) -> UInt32? {
            typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "statfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { status in unsafe withCPath(path) { unsafe function($0, status) } }
        }

        private static func kind(_ fill: (UnsafeMutableRawPointer) -> Int32) -> UInt32? {
            // The type is the first word of a struct that is about 120 bytes long.
            var status = [Int](repeating: 0, count: 64)
            let result = unsafe status.withUnsafeMutableBytes { unsafe $0.baseAddress.map(fill) ?? -1 }
            return result == 0 ? UInt32(truncatingIfNeeded: status[0]) : nil
        }
    #endif
}

@inlinable
package func withCPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) { buffer in
        for index in path.indices {
            unsafe buffer.initializeElement(at: index, to: CChar(bitPattern: path[index]))
        }
        unsafe buffer.initializeElement(at: path.count, to: 0)
        // The buffer is never empty, since it ends with the 0.
        return unsafe buffer.baseAddress.map { unsafe body(UnsafePointer($0)) } ?? body("")
    }
}

// System functions under names that do not clash with methods.
func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, bytes, count)
}

func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, bytes, count)
}

func systemClose(_ number: Int32) -> Int32 { close(number) }

func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
