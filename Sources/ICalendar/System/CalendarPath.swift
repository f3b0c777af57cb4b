#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The path of a file as the system has it: bytes, which on Linux need not be UTF-8.
///
/// A `String` would lose such a name, as it replaces what it cannot hold.
public struct CalendarPath: Sendable, Hashable, CustomStringConvertible {
    /// The bytes, without a 0 at the end.
    public let bytes: [UInt8]

    /// The path that a text spells.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path of some bytes; what follows a 0 is left out.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// The path for people: what is not UTF-8 is replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a text that names the same file, or nil when there is none.
    public var text: String? {
        let text = description
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// What tells the file from all others, whatever its path; links are followed.
    ///
    /// Throws `.unreadable` with the system's reason.
    public func identity() throws(CalendarError) -> FileIdentity {
        switch identified() {
        case .success(let identity): return identity
        case .failure(let error): throw unreadable(error)
        }
    }

    /// The same with the system's own error.
    func identified() -> Result<FileIdentity, PlatformError> {
        var status = stat()
        let result = unsafe withCString { unsafe stat($0, &status) }
        return result == 0 ? .success(FileIdentity(status)) : .failure(.last)
    }

    /// The path of a name in this folder.
    package func appending(_ name: [UInt8]) -> CalendarPath {
        let slash = UInt8(ascii: "/")
        return CalendarPath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name)
    }

    /// The error of a call that failed.
    func unreadable(_ error: PlatformError) -> CalendarError {
        CalendarError(.unreadable, file: description, "cannot be read: \(error)")
    }

    /// Lets a function see the path as C has it.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe characters.withUnsafeBufferPointer { buffer in
            // There is a first element: the 0.
            unsafe buffer.baseAddress.map { unsafe body($0) } ?? body("")
        }
    }
}

/// What tells one file from all others, whatever its path: device and inode.
public struct FileIdentity: Sendable, Hashable {
    /// What kind of file it is.
    public enum Kind: Sendable, Hashable {
        /// A file that can be read again and again.
        case regular
        /// A folder.
        case folder
        /// A pipe, a device or a socket.
        case other
    }

    /// What kind of file it is.
    public let kind: Kind
    /// How many bytes it had when it was looked at, which tells it from no other; 0 for what is no regular file.
    public let size: Int
    private let device: UInt64
    private let number: UInt64

    /// What the system says of a file.
    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = kind == .regular ? max(0, Int(clamping: status.st_size)) : 0
    }

    /// Whether two are one file, whatever size it had.
    public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.number == other.number && one.device == other.device && one.kind == other.kind
    }

    /// Feeds what tells the file from others.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(device)
    }
}
