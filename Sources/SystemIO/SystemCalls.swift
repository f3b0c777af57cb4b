/// Calls of the system that Swift does not see, as the headers call them extensions, and those whose names clash.
package enum SystemCalls {
    /// `RENAME_NOREPLACE` and `RENAME_EXCHANGE` of Linux.
    package enum RenameFlag: UInt32 {
        case toFreeName = 1
        case exchange = 2
    }

    /// Opens a folder to look names up in it, which needs no permission to list it.
    package static var folderFlag: Int32 {
        #if os(Linux)
            // O_PATH, which the headers call an extension.
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

    /// Whether an open file of a size has a part that was never written; where that cannot be told it has none.
    ///
    /// The file is read from its beginning afterwards.
    package static func hasHole(_ descriptor: Int32, _ size: Int) -> Bool {
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

    package static func read(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        retrying { unsafe systemRead(descriptor, target, count) }
    }

    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        retrying { unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count) }
    }

    package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Writes all bytes, however often the system has to be asked; gives the reason where that fails.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> PlatformError? {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let (count, error) = withoutSizeSignal { unsafe write(descriptor, rest) }
            if count > 0 {
                written += count
            } else if count < 0, error.number == EAGAIN {
                // Somebody has to read of a pipe that is full and does not wait itself.
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

    /// Renames as `renameat2` does, each name in its folder; `ENOSYS` where there is none.
    package static func rename(
        _ folder: Int32,
        _ from: UnsafePointer<CChar>,
        _ targetFolder: Int32,
        _ to: UnsafePointer<CChar>,
        _ flag: RenameFlag
    ) -> Int32 {
        #if canImport(Darwin)
            // RENAME_EXCL and RENAME_SWAP.
            return unsafe renameatx_np(folder, from, targetFolder, to, flag == .toFreeName ? 4 : 2)
        #else
            typealias Function =
                @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
            guard let symbol = unsafe dlsym(nil, "renameat2") else {
                errno = ENOSYS
                return -1
            }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe function(folder, from, targetFolder, to, flag.rawValue)
        #endif
    }

    /// Two ends of a pipe that programs started later don't inherit; nil when there are no more descriptors.
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

    /// Waits, at least so long.
    package static func sleep(_ duration: Duration) {
        let parts = duration.components
        var time = timespec()
        time.tv_sec = time_t(clamping: parts.seconds)
        time.tv_nsec = Int(clamping: parts.attoseconds / 1_000_000_000)
        var rest = timespec()
        while unsafe nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }

    /// The value of a variable of the environment, or nil when it is not set; bytes that are not UTF-8 are replaced.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Makes one call and gives its result, with the system's error, without the signal that a process gets when a file
    /// reaches the size that it is allowed (`RLIMIT_FSIZE`).
    ///
    /// The signal would end the program; without it the write fails with `EFBIG`, which is an error like any other. It is
    /// sent to the thread that writes, so that holding it there changes nothing for others.
    private static func withoutSizeSignal(_ call: () -> Int) -> (result: Int, error: PlatformError) {
        var held = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&held)
        unsafe sigaddset(&held, SIGXFSZ)
        guard unsafe pthread_sigmask(SIG_BLOCK, &held, &before) == 0 else { return (call(), .last) }
        let result = call()
        let error = PlatformError.last
        let wasHeld = unsafe sigismember(&before, SIGXFSZ) == 1
        if result < 0, error.number == EFBIG, !wasHeld {
            #if canImport(Darwin)
                var pending = sigset_t()
                var number: Int32 = 0
                if unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGXFSZ) == 1 {
                    unsafe _ = sigwait(&held, &number)
                }
            #else
                // What is pending is taken, without waiting.
                var now = timespec()
                unsafe _ = sigtimedwait(&held, nil, &now)
            #endif
        }
        unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
        return (result, error)
    }

    /// Brings the whole file system of an open file to the disk; -1, with `errno`, where that fails.
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

    /// The same as far as the system can, and of all file systems where it cannot do it of one.
    package static func synchronizeFileSystem(of descriptor: Int32) {
        if flushFileSystem(of: descriptor) != 0 { sync() }
    }

    #if os(Linux)
        /// Whether a flush of a whole file system fails where a part of it could not be written: since Linux 5.8.
        package static let reportsFailedFlushes: Bool = {
            var name = utsname()
            guard unsafe uname(&name) == 0 else { return false }
            let release = unsafe withUnsafeBytes(of: name.release) { unsafe Array($0) }
            let text = String(decoding: release.prefix { $0 != 0 }, as: UTF8.self)
            return isAtLeast(5, 8, release: text)
        }()

        /// Whether a release such as `6.1.0-13-amd64` is one of a version or a later one.
        package static func isAtLeast(_ major: Int, _ minor: Int, release: String) -> Bool {
            let numbers = release.split(separator: ".", maxSplits: 2).map { part in
                Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
            }
            guard numbers.count >= 2 else { return false }
            return numbers[0] != major ? numbers[0] > major : numbers[1] >= minor
        }

        /// The number of an open file's kind of file system, as of `fstatfs`; nil when it cannot be told.
        package static func fileSystemKind(of descriptor: Int32) -> UInt32? {
            typealias Function = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "fstatfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { unsafe function(descriptor, $0) }
        }

        /// The number of a path's kind of file system, as of `statfs`; nil when it cannot be told.
        package static func fileSystemKind(_ path: [UInt8]) -> UInt32? {
            typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "statfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { status in unsafe withCPath(path) { unsafe function($0, status) } }
        }

        private static func kind(_ fill: (UnsafeMutableRawPointer) -> Int32) -> UInt32? {
            // The kind is the first word of a struct of some 120 bytes.
            var status = [Int](repeating: 0, count: 64)
            let result = unsafe status.withUnsafeMutableBytes { unsafe $0.baseAddress.map(fill) ?? -1 }
            return result == 0 ? UInt32(truncatingIfNeeded: status[0]) : nil
        }
    #endif
}

package func withCPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
        // There is a first element: the 0.
        unsafe buffer.baseAddress.map { unsafe body($0) } ?? body("")
    }
}

// The system's functions, under names that do not meet those of methods.
func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, bytes, count)
}

func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, bytes, count)
}

func systemClose(_ number: Int32) -> Int32 { close(number) }

func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
