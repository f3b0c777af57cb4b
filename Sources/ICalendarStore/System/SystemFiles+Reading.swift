package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// The contents of files in a folder that was listed, as ``StoreFiles/contents(of:in:)`` says.
    ///
    /// Each takes four calls of the system, as its size and its first stamp are known from the listing, and its name is
    /// looked up from the open folder. A file that is no longer what was listed is read by its path, with more care.
    package func contents(
        of entries: [FolderEntry],
        in folder: CalendarPath
    ) -> [Result<FileContents, FileFailure>] {
        let now = FileStamp.now
        let descriptor = unsafe folder.withCString { name in
            Self.retrying { unsafe SystemCalls.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        return entries.map { entry in
            if descriptor >= 0, let contents = Self.contents(asListed: entry, in: descriptor, now) {
                return .success(contents)
            }
            return Result { () throws(FileFailure) in try contents(of: folder.appending(entry.name)) }
        }
    }

    /// The contents of a file that is as it was listed; nil for any other, and for what fails.
    private static func contents(
        asListed entry: FolderEntry,
        in folder: Int32,
        _ now: Int
    ) -> FileContents? {
        let size = entry.stamp.size
        guard entry.stamp.kind == .regular, size <= largestFile else { return nil }
        let descriptor = unsafe (entry.name + [0]).withUnsafeBytes { name in
            let characters = unsafe name.assumingMemoryBound(to: CChar.self)
            guard let start = characters.baseAddress else { return Int32(-1) }
            return retrying { unsafe SystemCalls.open(start, in: folder, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        // One byte more than it has tells whether it grows.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            let taken = retrying { unsafe SystemCalls.read(descriptor, buffer.baseAddress, size + 1) }
            count = max(0, taken)
        }
        guard bytes.count == size, stamp(of: descriptor) == entry.stamp else { return nil }
        return FileContents(bytes: bytes, stamp: entry.stamp, isSettled: entry.stamp.isSettled(at: now))
    }
}
