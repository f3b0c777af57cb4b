package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// Whether a program has a file open to write to it, as ``StoreFiles/isBeingWritten(_:)`` says.
    ///
    /// Linux gives a lease for reading on a file of this user's only while nobody has it open for writing. The lease is
    /// given back at once.
    package func isBeingWritten(_ path: CalendarPath) -> Bool? {
        #if os(Linux)
            guard let spot = try? self.spot(path, .examined) else { return nil }
            let descriptor = unsafe spot.withCString { folder, name in
                let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW
                return Self.retrying { unsafe SystemCalls.open(name, in: folder, flags) }
            }
            guard descriptor >= 0 else { return nil }
            defer { _ = close(descriptor) }
            guard Self.stamp(of: descriptor)?.kind == .regular else { return nil }
            // Whoever opens it for writing while the lease lasts has a signal sent here: one that does nothing unless
            // a program wants it, in place of SIGIO, which ends the process.
            let (setSignal, setLease): (Int32, Int32) = (10, 1024)
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return nil }
            if fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 {
                _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
                return false
            }
            return errno == EAGAIN ? true : nil
        #else
            return nil
        #endif
    }
}
