import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Bringing whole file systems to the disk.
extension SystemCalls {
    /// Brings the whole file system of an open file to the disk; -1, with `errno`, where that fails.
    static func flushFileSystem(of descriptor: Int32) -> Int32 {
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
    static func synchronizeFileSystem(of descriptor: Int32) {
        if flushFileSystem(of: descriptor) != 0 { sync() }
    }

    #if os(Linux)
        /// Whether a flush of a whole file system fails where a part of it could not be written: since Linux 5.8.
        static let reportsFailedFlushes: Bool = {
            var name = utsname()
            guard unsafe uname(&name) == 0 else { return false }
            let release = unsafe withUnsafeBytes(of: name.release) { unsafe Array($0) }
            let text = String(decoding: release.prefix { $0 != 0 }, as: UTF8.self)
            return isAtLeast(5, 8, release: text)
        }()

        /// Whether a release such as `6.1.0-13-amd64` is one of a version or a later one.
        static func isAtLeast(_ major: Int, _ minor: Int, release: String) -> Bool {
            let numbers = release.split(separator: ".", maxSplits: 2).map { part in
                Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
            }
            guard numbers.count >= 2 else { return false }
            return numbers[0] != major ? numbers[0] > major : numbers[1] >= minor
        }

        /// The number of an open file's kind of file system, as of `fstatfs`; nil when it cannot be told.
        static func fileSystemKind(of descriptor: Int32) -> UInt32? {
            typealias Function = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "fstatfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { unsafe function(descriptor, $0) }
        }

        /// The number of a path's kind of file system, as of `statfs`; nil when it cannot be told.
        static func fileSystemKind(_ path: CalendarPath) -> UInt32? {
            typealias Function = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Int32
            guard let symbol = unsafe dlsym(nil, "statfs") else { return nil }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            return unsafe kind { status in unsafe path.withCString { unsafe function($0, status) } }
        }

        private static func kind(_ fill: (UnsafeMutableRawPointer) -> Int32) -> UInt32? {
            // The kind is the first word of a struct of some 120 bytes.
            var status = [Int](repeating: 0, count: 64)
            let result = unsafe status.withUnsafeMutableBytes { unsafe $0.baseAddress.map(fill) ?? -1 }
            return result == 0 ? UInt32(truncatingIfNeeded: status[0]) : nil
        }
    #endif
}
