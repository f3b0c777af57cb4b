package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// The contents of files in a folder, as ``StoreFiles/contents(of:in:)`` says.
    ///
    /// Each takes four calls of the system, and its name is looked up from the open folder. One that is not what most
    /// are, small and long as it is, is read by its path, with more care.
    package func contents(
        of names: [[UInt8]],
        in folder: CalendarPath
    ) -> [Result<FileContents, FileFailure>] {
        // Before anything is opened: what changed long before did not change while it was read.
        let now = FileStamp.now
        let descriptor = unsafe folder.withCString { name in
            Self.retrying { unsafe SystemCalls.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        var room = [UInt8](repeating: 0, count: 1 << 14)
        return names.map { name in
            if descriptor >= 0, let contents = Self.contents(named: name, in: descriptor, &room, now) {
                return .success(contents)
            }
            return Result { () throws(FileFailure) in try contents(of: folder.appending(name)) }
        }
    }

    /// The contents of a file that fits into some room and changed long before a time; nil for any other, and for what
    /// fails.
    private static func contents(
        named name: [UInt8],
        in folder: Int32,
        _ room: inout [UInt8],
        _ now: Int
    ) -> FileContents? {
        let descriptor = unsafe (name + [0]).withUnsafeBytes { name in
            let characters = unsafe name.assumingMemoryBound(to: CChar.self)
            guard let start = characters.baseAddress else { return Int32(-1) }
            return retrying { unsafe SystemCalls.open(start, in: folder, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        let count = unsafe room.withUnsafeMutableBytes { room in
            retrying { unsafe SystemCalls.read(descriptor, room.baseAddress, room.count) }
        }
        // The stamp is asked for afterwards: a settled one tells that nothing was written since before the reading.
        guard count >= 0, count < room.count, let stamp = stamp(of: descriptor), stamp.kind == .regular,
            stamp.size == count, stamp.isSettled(at: now)
        else { return nil }
        return FileContents(bytes: Array(room[..<count]), stamp: stamp, isSettled: true)
    }
}
