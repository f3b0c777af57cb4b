import ICalendar
import SystemIO

/// A lock on a store, shared by readers or held by one writer.
///
/// The lock is released when the object is deallocated or the process ends.
///
/// The system holds the lock (`flock`), so a killed process leaves no lock behind.
package final class FolderLock: Sendable {
    package enum Kind: Sendable {
        case shared
        case exclusive
    }

    private let descriptor: Int32

    /// Waits for the lock on a file.
    ///
    /// A writer creates the file if it does not exist.
    init(_ path: CalendarPath, at spot: FileSpot, _ kind: Kind, patience: Duration) throws(FileFailure) {
        let deadline = ContinuousClock.now + patience
        // The delay grows from 0.25 to 4 milliseconds.
        var wait: Duration = .microseconds(250)
        while true {
            let descriptor = try Self.open(path, spot, kind)
            let operation = kind == .shared ? LOCK_SH : LOCK_EX
            while flock(descriptor, operation | LOCK_NB) != 0 {
                let number = errno
                guard number == EWOULDBLOCK || number == EINTR, ContinuousClock.now < deadline else {
                    _ = close(descriptor)
                    throw FileFailure(.locked, path, number: number == EINTR ? EWOULDBLOCK : number)
                }
                SystemCalls.sleep(wait)
                wait = min(wait * 2, .milliseconds(4))
            }
            if Self.isCurrent(descriptor, spot) {
                self.descriptor = descriptor
                return
            }
            // The file was replaced, and other processes lock the new one.
            Self.end(descriptor)
            guard ContinuousClock.now < deadline else {
                throw FileFailure(.locked, path, number: EWOULDBLOCK)
            }
        }
    }

    deinit {
        Self.end(descriptor)
    }

    /// Releases a lock immediately.
    ///
    /// Closing the file is insufficient. Between fork and exec, a child process has a copy of the descriptor, so the
    /// lock belongs to both processes.
    private static func end(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }

    /// Opens the file, read-only if writing is unnecessary or not permitted.
    ///
    /// Read access is sufficient for a lock.
    private static func open(
        _ path: CalendarPath,
        _ spot: FileSpot,
        _ kind: Kind
    ) throws(FileFailure) -> Int32 {
        var failure: Int32 = 0
        for flags in kind == .shared ? [O_RDONLY] : [O_RDWR | O_CREAT, O_RDONLY] {
            let descriptor = spot.open(flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
            if descriptor >= 0 {
                if flags != O_RDONLY { share(descriptor, path) }
                return descriptor
            }
            if failure == 0 { failure = errno }
        }
        throw FileFailure(.locked, path, number: failure)
    }

    /// Gives the lock file the folder's permissions, ignoring the umask.
    private static func share(_ descriptor: Int32, _ path: CalendarPath) {
        guard let mine = SystemFiles.stamp(of: descriptor), mine.owner == SystemFiles.user,
            let folder = path.parent,
            let outer = try? SystemFiles().stamp(of: folder, followingLinks: true)
        else { return }
        let isSameGroup = SystemFiles.give(descriptor, theGroupOf: outer)
        let mode = (isSameGroup ? outer.mode : NewFile.modeInOtherGroup(outer.mode)) & 0o666 | 0o600
        if mine.mode != mode { _ = fchmod(descriptor, mode_t(mode)) }
    }

    private static func isCurrent(_ descriptor: Int32, _ spot: FileSpot) -> Bool {
        var mine = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &mine) == 0,
            unsafe spot.withCString({ unsafe fstatat($0, $1, &named, AT_SYMLINK_NOFOLLOW) }) == 0
        else { return false }
        return FileStamp(mine).isSameFile(as: FileStamp(named))
    }
}
