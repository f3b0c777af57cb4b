package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// Gives a file a name that must be free, as ``StoreFiles/move(_:toFree:)`` says.
    package func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        if SystemCalls.rename(path, target, .toFreeName) == 0 { return }
        guard Self.isUnknownFlag(errno) else { throw FileFailure(.renamed, target, .last) }
        // A second name for the file fails likewise when there is one; the first name then goes.
        let linked = unsafe path.withCString { from in
            unsafe target.withCString { unsafe link(from, $0) }
        }
        if linked == 0 { return try remove(path) }
        guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else {
            throw FileFailure(.renamed, target, .last)
        }
        // A file system with neither, such as FAT: looking first is the best that can be had.
        if try stamp(of: target, followingLinks: false) != nil {
            throw FileFailure(.renamed, target, number: EEXIST)
        }
        try move(path, replacing: target)
    }

    /// Gives a file a name in place of the file that has it.
    package func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        let result = unsafe path.withCString { from in
            unsafe target.withCString { unsafe rename(from, $0) }
        }
        guard result == 0 else { throw FileFailure(.renamed, target, .last) }
    }

    /// Has two files exchange their names, as ``StoreFiles/exchange(_:with:)`` says.
    package func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        if SystemCalls.rename(path, target, .exchange) == 0 { return true }
        if Self.isUnknownFlag(errno) { return false }
        throw FileFailure(.renamed, target, .last)
    }

    /// Takes a file or a link away.
    package func remove(_ path: CalendarPath) throws(FileFailure) {
        let result = unsafe path.withCString { unsafe unlink($0) }
        guard result == 0 || errno == ENOENT else { throw FileFailure(.removed, path, .last) }
    }

    /// Whether an error says that the system, or the file system, cannot rename in a special way.
    private static func isUnknownFlag(_ number: Int32) -> Bool {
        number == EINVAL || number == ENOSYS || number == ENOTSUP
    }
}
