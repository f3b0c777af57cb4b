package import ICalendar
package import SystemIO

/// A folder that stays open.
///
/// Operations affect the same folder even if its path later leads elsewhere.
///
/// Anyone who can write to a folder can replace a subfolder with a symbolic link at any time. A pin prevents such
/// redirection.
package final class FolderPin: Sendable {
    let descriptor: Int32
    package let stamp: FileStamp
    package let isLinked: Bool

    private init(_ descriptor: Int32, isLinked: Bool) throws(PlatformError) {
        guard let stamp = SystemFiles.stamp(of: descriptor) else {
            let error = PlatformError.last
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.stamp = stamp
        self.isLinked = isLinked
    }

    deinit { _ = close(descriptor) }

    /// Opens a folder below a root that the user specified.
    ///
    /// The path of the root may contain symbolic links. Below the root, only links created by this user or by the root
    /// user are followed. Any other link fails with `ELOOP`.
    package static func open(_ folder: [UInt8], below root: CalendarPath) throws(PlatformError) -> FolderPin {
        let descriptor = opened(root.bytes, AT_FDCWD, 0)
        guard descriptor >= 0 else { throw .last }
        var pin = try FolderPin(descriptor, isLinked: false)
        for name in folder.split(separator: UInt8(ascii: "/")) { pin = try pin.folder(Array(name)) }
        return pin
    }

    package func folder(_ name: [UInt8]) throws(PlatformError) -> FolderPin {
        let direct = Self.opened(name, descriptor, O_NOFOLLOW)
        if direct >= 0 { return try FolderPin(direct, isLinked: isLinked) }
        guard errno == ELOOP || errno == ENOTDIR else { throw .last }
        let target = try ownTarget(ofLink: name)
        let linked = Self.opened(target, descriptor, 0)
        guard linked >= 0 else { throw .last }
        return try FolderPin(linked, isLinked: true)
    }

    /// Returns the target of a link created by this user or root.
    private func ownTarget(ofLink name: [UInt8]) throws(PlatformError) -> [UInt8] {
        guard let before = status(of: name) else { throw .last }
        guard before.kind == .link else { throw .notAFolder }
        guard before.owner == SystemFiles.user || before.owner == 0 else { throw .link }
        let path = CalendarPath(bytes: name)
        let target = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let length = unsafe path.withCString { name in
                unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                    unsafe buffer.baseAddress.map { unsafe readlinkat(descriptor, name, $0, buffer.count) }
                }
            }
            count = max(0, length ?? 0)
        }
        // A link that was swapped in temporarily has a different inode or a later change time.
        guard !target.isEmpty, target.count < 4096, let after = status(of: name), after == before else {
            throw .link
        }
        return target
    }

    private func status(of name: [UInt8]) -> FileStamp? {
        var status = stat()
        let path = CalendarPath(bytes: name)
        let result = unsafe path.withCString {
            unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        return result == 0 ? FileStamp(status) : nil
    }

    private static func opened(_ path: [UInt8], _ folder: Int32, _ flags: Int32) -> Int32 {
        unsafe CalendarPath(bytes: path).withCString { name in
            unsafe SystemCalls.open(
                name,
                in: folder,
                SystemCalls.folderFlag | O_DIRECTORY | O_CLOEXEC | flags
            )
        }
    }
}

/// The store's folders that a commit or recovery uses, each opened once.
///
/// If a folder could not be opened, the error is stored and nothing is done in the folder.
package struct FolderPins: Sendable {
    private var found: [Key: Result<FolderPin, PlatformError>] = [:]

    private struct Key: Hashable {
        let path: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            hasher.combine(all: path)
        }
    }

    var isEmpty: Bool { found.isEmpty }

    package init() {}

    package mutating func add(_ pin: Result<FolderPin, PlatformError>, at path: CalendarPath) {
        found[Key(path: path.bytes[...])] = pin
    }

    package mutating func open(_ folder: [UInt8], below root: CalendarPath) {
        let pin = Result { () throws(PlatformError) in try FolderPin.open(folder, below: root) }
        add(pin, at: folder.isEmpty ? root : root.appending(folder))
    }

    package subscript(path: CalendarPath) -> Result<FolderPin, PlatformError>? { self[path.bytes[...]] }

    subscript(path: ArraySlice<UInt8>) -> Result<FolderPin, PlatformError>? { found[Key(path: path)] }
}

/// The starting point for resolving a path: an open folder, or the working directory for a complete path.
struct FileSpot {
    let folder: Int32
    let name: CalendarPath

    func withCString<Result>(_ body: (Int32, UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withCPath(name.bytes) { unsafe body(folder, $0) }
    }

    /// Opens the file.
    ///
    /// Returns -1 and sets `errno` on failure.
    func open(_ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        unsafe withCString { unsafe SystemCalls.open($1, in: $0, flags, mode) }
    }
}
