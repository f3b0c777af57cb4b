package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    package func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        if rename(from, to, .toFreeName) == 0 { return }
        guard Self.isUnknownFlag(errno) else { throw FileFailure(.renamed, target, .last) }
        // A second name for the file fails likewise when there is one; the first name then goes.
        let linked = unsafe from.withCString { folder, name in
            unsafe to.withCString { unsafe linkat(folder, name, $0, $1, 0) }
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

    package func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        let result = unsafe from.withCString { folder, name in
            unsafe to.withCString { unsafe renameat(folder, name, $0, $1) }
        }
        guard result == 0 else { throw FileFailure(.renamed, target, .last) }
    }

    package func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        if rename(from, to, .exchange) == 0 { return true }
        if Self.isUnknownFlag(errno) { return false }
        throw FileFailure(.renamed, target, .last)
    }

    package func remove(_ path: CalendarPath) throws(FileFailure) {
        let spot: FileSpot
        do throws(FileFailure) {
            spot = try self.spot(path, .removed)
        } catch {
            if error.error.isMissing { return }
            throw error
        }
        let result = unsafe spot.withCString { unsafe unlinkat($0, $1, 0) }
        guard result == 0 || errno == ENOENT else { throw FileFailure(.removed, path, .last) }
    }

    private func rename(_ path: FileSpot, _ target: FileSpot, _ flag: SystemCalls.RenameFlag) -> Int32 {
        if renamesSpecially { return SystemCalls.rename(path, target, flag) }
        errno = EINVAL
        return -1
    }

    /// Whether an error says that the system, or the file system, cannot rename in a special way.
    private static func isUnknownFlag(_ number: Int32) -> Bool {
        number == EINVAL || number == ENOSYS || number == ENOTSUP
    }
}
