package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension PlatformError {
    /// Whether there is something of that name already.
    package var isExisting: Bool { number == EEXIST }
    /// Whether there is nothing of that name.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    /// Whether this process may not do it, or nobody may on this file system.
    package var isRefusal: Bool { number == EACCES || number == EPERM || number == EROFS }
    /// Whether something is used up that all files share: room on the disk, memory, or descriptors.
    package var isUsedUp: Bool {
        number == ENOSPC || number == EDQUOT || number == ENOMEM || number == EMFILE || number == ENFILE
    }
    /// Whether there is something else of that name than a file with content.
    package var isOddKind: Bool {
        number == ELOOP || number == EISDIR || number == ENOTSUP || number == ENXIO
    }
    /// Whether a link stands there.
    package var isLink: Bool { number == ELOOP }
    /// Whether nothing more comes from where an answer was awaited.
    package var isEnd: Bool { number == ENODATA }
    /// Whether another process holds the lock.
    package var isBusy: Bool { self == .busy }

    /// Another process has it.
    static let busy = PlatformError(number: EWOULDBLOCK)
    /// This process may not do it.
    package static let refused = PlatformError(number: EACCES)
    /// Too many links, or one where none is followed.
    package static let link = PlatformError(number: ELOOP)
    /// More than is read.
    package static let tooLarge = PlatformError(number: EFBIG)
    /// A large file with parts that were never written.
    package static let hollow = PlatformError(number: ENODATA)
    /// More than there is room for in memory.
    package static let noRoom = PlatformError(number: ENOMEM)
    /// Another program is writing to it.
    package static let written = PlatformError(number: ETXTBSY)
    /// There is nothing of that name.
    package static let missing = PlatformError(number: ENOENT)
    /// Something else than a folder.
    package static let notAFolder = PlatformError(number: ENOTDIR)
    /// A folder with something in it.
    package static let notEmpty = PlatformError(number: ENOTEMPTY)
    /// Nothing more comes.
    package static let end = PlatformError(number: ENODATA)
    /// The input or output failed.
    package static let broken = PlatformError(number: EIO)
}
