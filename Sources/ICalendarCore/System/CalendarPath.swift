package import SystemIO

/// The path of a file in the system's representation: bytes that need not be valid UTF-8 on Linux.
///
/// A `String` cannot represent every path, because it replaces invalid bytes. A string literal can be used as a path.
///
/// ```swift
/// let path = CalendarPath(bytes: [0x66, 0xFC, 0x72, 0x2E, 0x69, 0x63, 0x73])  // für.ics in Latin-1
/// path.bytes.count  // 7
/// print("cannot read \(path)")
/// ```
public struct CalendarPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes, without a terminating zero: `CalendarPath("a.ics").bytes.count // 5`.
    public let bytes: [UInt8]

    /// Creates a path from a string.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: CalendarPath("calendars/team.ics"))
    /// ```
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Creates a path from a literal: `let folder: CalendarPath = "calendars"`.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates a path from bytes, up to the first zero byte.
    ///
    /// ```swift
    /// CalendarPath(bytes: [0x61, 0x2E, 0x69, 0x63, 0x73]).description  // "a.ics"
    /// ```
    @inlinable
    public init(bytes: some Sequence<UInt8>) {
        let all = Array(bytes)
        self.bytes = all.firstIndex(of: 0).map { Array(all[..<$0]) } ?? all
    }

    /// The path as display text, with invalid UTF-8 replaced:
    /// `CalendarPath(bytes: [0x61, 0xFF]).description // "a\u{FFFD}"`.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a string that refers to the same file, or nil if the bytes are not valid UTF-8:
    /// `CalendarPath("a.ics").text // "a.ics"`.
    package var text: String? {
        let text = description
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// Returns the identity of the file, which does not depend on the path used.
    ///
    /// Symbolic links are followed.
    ///
    /// - Throws: `.unreadable` with the system's error message.
    package func identity() throws(CalendarError) -> FileIdentity {
        switch identified() {
        case .success(let identity): return identity
        case .failure(let error): throw unreadable(error)
        }
    }

    func identified() -> Result<FileIdentity, PlatformError> {
        var status = stat()
        let result = unsafe withCString { unsafe stat($0, &status) }
        return result == 0 ? .success(FileIdentity(status)) : .failure(.last)
    }

    package func appending(_ name: [UInt8]) -> CalendarPath {
        var path: [UInt8] = []
        path.reserveCapacity(bytes.count + 1 + name.count)
        path += bytes
        if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path += name
        return CalendarPath(bytes: path)
    }

    package func unreadable(_ error: PlatformError) -> CalendarError {
        CalendarError(.unreadable, file: description, "cannot be read: \(error)")
    }

    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withCPath(bytes, body)
    }

    /// The folder that contains the file, or nil for `/` and for a path that consists of a single name.
    package var parent: CalendarPath? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), bytes.count > 1 else { return nil }
        return CalendarPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    package var lastName: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// Returns whether the path equals another path or is a folder that contains it, without resolving links.
    package func isAround(_ path: CalendarPath) -> Bool {
        self == path || path.bytes.starts(with: appending([]).bytes)
    }

    /// The absolute path with all links resolved, or the path itself if the file does not exist.
    package var real: CalendarPath {
        guard let found = unsafe withCString({ unsafe realpath($0, nil) }) else { return self }
        defer { unsafe free(found) }
        return unsafe CalendarPath(bytes: UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    /// The target of a symbolic link, or nil for any other file.
    package var link: [UInt8]? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe room.withUnsafeMutableBytes { buffer in
            unsafe withCString { name in
                let characters = unsafe buffer.assumingMemoryBound(to: CChar.self)
                return unsafe characters.baseAddress.map { unsafe readlink(name, $0, characters.count) } ?? -1
            }
        }
        return count > 0 ? Array(room[..<count]) : nil
    }
}

/// The identity of a file, determined by its device and inode rather than its path.
package struct FileIdentity: Sendable, Hashable {
    /// The kind of a file.
    package enum Kind: Sendable, Hashable {
        /// A regular file, such as `team.ics`, which can be read repeatedly.
        case regular
        /// A folder, such as `CalendarPath("calendars")`, which ``CalendarFolder`` searches.
        case folder
        /// A pipe, a device or a socket, such as `/dev/stdin`.
        case other
    }

    /// The kind of the file: `if identity.kind == .regular { print(identity.size) }`.
    package let kind: Kind
    /// The size in bytes when the file was examined, or 0 if the file is not a regular file.
    ///
    /// Equality ignores the size.
    package let size: Int
    private let device: UInt64
    private let number: UInt64

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

    /// Returns whether two identities refer to the same file, regardless of its size.
    package static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.number == other.number && one.device == other.device && one.kind == other.kind
    }

    /// Hashes the identity without the size.
    ///
    /// Equal identities have equal hashes, so a `Set<FileIdentity>` contains each file only once.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(device)
    }
}
