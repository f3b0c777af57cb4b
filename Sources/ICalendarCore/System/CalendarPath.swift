package import SystemIO

/// The path of a file as the system has it: bytes, which on Linux need not be UTF-8.
///
/// A `String` would lose such a name, as it replaces what it cannot hold.
///
/// ```swift
/// let path = CalendarPath(bytes: [0x66, 0xFC, 0x72, 0x2E, 0x69, 0x63, 0x73])  // für.ics in Latin-1
/// path.text         // nil
/// path.bytes.count  // 7
/// ```
public struct CalendarPath: Sendable, Hashable, CustomStringConvertible {
    /// The bytes, without a 0 at the end: `CalendarPath("a.ics").bytes.count // 5`.
    public let bytes: [UInt8]

    /// The path that a text spells.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: CalendarPath("calendars/team.ics"))
    /// ```
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path of some bytes; what follows a 0 is left out.
    ///
    /// ```swift
    /// CalendarPath(bytes: [0x61, 0x2E, 0x69, 0x63, 0x73]).description  // "a.ics"
    /// ```
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// The path for people, where what is not UTF-8 is replaced:
    /// `CalendarPath(bytes: [0x61, 0xFF]).description // "a\u{FFFD}"`.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a text that names the same file, or nil when there is none:
    /// `CalendarPath("a.ics").text // "a.ics"`.
    public var text: String? {
        let text = description
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// What tells the file from all others, whatever its path; links are followed.
    ///
    /// Throws `.unreadable` with the system's reason.
    ///
    /// ```swift
    /// let isOneFile = try CalendarPath("a.ics").identity() == CalendarPath("link-to-a.ics").identity()
    /// ```
    public func identity() throws(CalendarError) -> FileIdentity {
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
        let slash = UInt8(ascii: "/")
        return CalendarPath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name)
    }

    package func unreadable(_ error: PlatformError) -> CalendarError {
        CalendarError(.unreadable, file: description, "cannot be read: \(error)")
    }

    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withCPath(bytes, body)
    }

    /// The folder that the file is in; nil for `/` and for a single name.
    package var parent: CalendarPath? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), bytes.count > 1 else { return nil }
        return CalendarPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    package var lastName: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// Whether it is another path, or that of a folder around it; links are not looked at.
    package func isAround(_ path: CalendarPath) -> Bool {
        self == path || path.bytes.starts(with: appending([]).bytes)
    }

    /// The path from the root, without links in it; the path itself where it leads nowhere.
    package var real: CalendarPath {
        guard let found = unsafe withCString({ unsafe realpath($0, nil) }) else { return self }
        defer { unsafe free(found) }
        return unsafe CalendarPath(bytes: UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    /// What a symbolic link says; nil for what is none.
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

/// What tells one file from all others, whatever its path: device and inode.
///
/// ```swift
/// var seen: Set<FileIdentity> = []
/// for path in try CalendarFolder.files(in: "calendars").paths {
///     if try seen.insert(path.identity()).inserted { print(path) }
/// }
/// ```
public struct FileIdentity: Sendable, Hashable {
    /// What kind of file it is.
    ///
    /// ```swift
    /// let path = CalendarPath("team.ics")
    /// if try path.identity().kind == .folder { print(path, "is a folder") }
    /// ```
    public enum Kind: Sendable, Hashable {
        /// A file that can be read again and again, such as `team.ics`.
        case regular
        /// A folder, such as `CalendarPath("calendars")`, which ``CalendarFolder`` goes through.
        case folder
        /// A pipe, a device or a socket, such as `/dev/stdin`.
        case other
    }

    /// What kind of file it is: `if identity.kind == .regular { print(identity.size) }`.
    public let kind: Kind
    /// How many bytes it had when it was looked at, which tells it from no other; 0 for what is no regular file, as
    /// `identity.kind` says.
    public let size: Int
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

    /// Whether two are one file, whatever size it had.
    ///
    /// ```swift
    /// let isOneFile = try CalendarPath("team.ics").identity() == CalendarPath("./team.ics").identity()
    /// ```
    public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.number == other.number && one.device == other.device && one.kind == other.kind
    }

    /// Feeds what tells the file from others, not its size, so that a `Set<FileIdentity>` has each file once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(device)
    }
}
