/// An error number from the operating system.
package struct PlatformError: Error, Hashable, CustomStringConvertible {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static var last: PlatformError { PlatformError(number: errno) }

    package static var lastText: String { last.description }

    package var description: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }

    package var isExisting: Bool { number == EEXIST }
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    /// Whether this process lacks permission or the file system is read-only.
    package var isRefusal: Bool { number == EACCES || number == EPERM || number == EROFS }
    /// Whether a shared resource is exhausted, such as disk space, memory or file descriptors.
    package var isUsedUp: Bool {
        number == ENOSPC || number == EDQUOT || number == ENOMEM || number == EMFILE || number == ENFILE
    }
    /// Whether the name refers to something other than a regular file, such as a symbolic link, a folder or a socket.
    package var isOddKind: Bool {
        number == ELOOP || number == EISDIR || number == ENOTSUP || number == ENXIO
    }
    package var isLink: Bool { number == ELOOP }
    /// Whether the input ended before the user answered a prompt.
    package var isEnd: Bool { number == ENODATA }
    package var isBusy: Bool { self == .busy }

    package static let busy = PlatformError(number: EWOULDBLOCK)
    package static let refused = PlatformError(number: EACCES)
    /// There are too many symbolic links, or there is one where links are not followed.
    package static let link = PlatformError(number: ELOOP)
    package static let tooLarge = PlatformError(number: EFBIG)
    /// A large sparse file.
    package static let hollow = PlatformError(number: ENODATA)
    package static let noRoom = PlatformError(number: ENOMEM)
    package static let written = PlatformError(number: ETXTBSY)
    package static let missing = PlatformError(number: ENOENT)
    package static let notAFolder = PlatformError(number: ENOTDIR)
    package static let notEmpty = PlatformError(number: ENOTEMPTY)
    package static let end = PlatformError(number: ENODATA)
    package static let broken = PlatformError(number: EIO)
}
