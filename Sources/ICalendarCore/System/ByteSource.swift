import SystemIO

/// A callback that receives the number of bytes read since the last call.
///
/// Any thread may call it.
package typealias ReadingProgress = @Sendable (_ bytes: Int) -> Void

/// A byte stream that is read in large blocks, from a file, a pipe, standard input, or bytes in memory.
///
/// Files are read rather than memory-mapped. A mapped file that shrinks would crash the process, and a mapped file
/// that is rewritten would change values in use. The descriptor is closed when the object is released, except for
/// standard input.
package final class ByteSource {
    /// The number of bytes per read, small enough for the data to remain in the processor cache until it is
    /// processed.
    static let blockSize = 1 << 18

    /// The name used in errors, or nil for unnamed bytes in memory.
    package let name: String?
    /// The size in bytes when the source was opened.
    ///
    /// Nil for streams and for files that do not report a size, such as those in `/proc`.
    package let size: Int?
    package private(set) var bytesRead = 0
    /// The maximum number of bytes to return.
    package var limit = Int.max
    /// Whether the source contained more bytes than the limit.
    package private(set) var isCut = false
    private var given = 0
    /// The peeked bytes, which are returned first.
    private var peeked: ArraySlice<UInt8> = []
    /// The path for reopening a file.
    private let path: CalendarPath?
    /// The bytes of a stream read so far, for rereading.
    ///
    /// Nil if there are too many bytes or if they need not be stored.
    private var recorded: [UInt8]?
    /// The maximum number of bytes to keep from a stream for rereading.
    private static let longestRecord = 16 << 20
    /// The callback that receives the number of bytes of each read.
    package var progress: ReadingProgress?
    private let descriptor: Int32
    private let isOwner: Bool
    private var memory: [UInt8] = []
    /// The function that blocks until the next bytes of a stream are available, or returns nil at the end of the
    /// stream.
    private let pull: (() -> [UInt8]?)?
    private var memoryPosition = 0
    /// The blocks to read before the rest of the source.
    private var blocks: ArraySlice<ByteBlock> = []
    private let continuation: ByteSource?

    private init(
        name: String?,
        path: CalendarPath? = nil,
        size: Int? = nil,
        descriptor: Int32 = -1,
        isOwner: Bool = false,
        pull: (() -> [UInt8]?)? = nil,
        continuation: ByteSource? = nil
    ) {
        (self.name, self.path, self.size) = (name, path, size)
        (self.descriptor, self.isOwner) = (descriptor, isOwner)
        (self.pull, self.continuation) = (pull, continuation)
    }

    /// Opens a file or a named pipe.
    ///
    /// If `isNamed` is false, the source has no name, like bytes in memory.
    ///
    /// - Throws: `.unreadable` with the system's error message, or `.notACalendar` for a folder.
    package convenience init(
        path: CalendarPath,
        isNamed: Bool = true,
        progress: ReadingProgress? = nil
    ) throws(CalendarError) {
        let opened = unsafe path.withCString { unsafe SystemCalls.open($0, O_RDONLY | O_CLOEXEC) }
        let name = path.description
        guard opened >= 0 else {
            let reason = PlatformError.lastText
            throw CalendarError(.unreadable, file: name, "cannot be opened: \(reason)")
        }
        var status = stat()
        let isKnown = unsafe fstat(opened, &status) == 0
        let isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        let size = isRegular && status.st_size > 0 ? Int(exactly: status.st_size) : nil
        self.init(
            name: isNamed ? name : nil,
            path: isRegular ? path : nil,
            size: size,
            descriptor: opened,
            isOwner: true
        )
        self.progress = progress
        recorded = isRegular ? nil : []
        if isKnown, status.st_mode & S_IFMT == S_IFDIR {
            throw CalendarError(.notACalendar, file: name, "is a folder, not a calendar file")
        }
    }

    /// Opens a file or a named pipe at a path given as a string, like ``init(path:)-(CalendarPath)``.
    package convenience init(path: String) throws(CalendarError) {
        try self.init(path: CalendarPath(path))
    }

    package convenience init(bytes: [UInt8], name: String?) {
        self.init(name: name, size: bytes.count)
        memory = bytes
    }

    /// Creates a source that reads from a descriptor that the caller closes, such as 0 for standard input.
    package convenience init(borrowing descriptor: Int32, name: String?) {
        self.init(name: name, descriptor: descriptor)
        recorded = []
    }

    /// Creates a source from the bytes that a function returns, until the function returns nil.
    package convenience init(name: String?, pulling pull: @escaping () -> [UInt8]?) {
        self.init(name: name, pull: pull)
        recorded = []
    }

    /// Creates a source that reads blocks taken from another source, and then continues with that source.
    package convenience init(blocks: [ByteBlock], before source: ByteSource) {
        self.init(name: source.name, continuation: source)
        self.blocks = blocks[...]
    }

    /// Returns a source that rereads the same bytes from the start, or nil if that is impossible.
    func again() -> ByteSource? {
        if let path { return try? ByteSource(path: path) }
        if descriptor < 0, continuation == nil, pull == nil { return ByteSource(bytes: memory, name: name) }
        return recorded.map { ByteSource(bytes: $0, name: name) }
    }

    /// Whether the source is known, without a system call, to have reached its end.
    var isExhausted: Bool {
        descriptor < 0 && continuation == nil && pull == nil && memoryPosition == memory.count
            && peeked.isEmpty
    }

    /// Whether the next read returns without waiting for another process.
    package var isReady: Bool {
        descriptor < 0 || OpenDescriptor.wait(for: [descriptor], milliseconds: 0).contains(true)
    }

    /// Returns the first bytes without consuming them.
    ///
    /// The result has fewer than `count` bytes only if the source is shorter.
    ///
    /// - Throws: `.unreadable` with the system's error message.
    package func peek(_ count: Int) throws(CalendarError) -> [UInt8] {
        while peeked.count < count {
            let more = try readSome(count - peeked.count)
            if more.isEmpty { break }
            peeked += more
        }
        return Array(peeked)
    }

    /// Returns all remaining bytes, up to the limit.
    ///
    /// - Throws: `.unreadable` with the system's error message.
    package func rest() throws(CalendarError) -> [UInt8] {
        var bytes = Array(peeked.prefix(limit))
        peeked = []
        while bytes.count < limit {
            let more = try readSome(min(Self.blockSize, limit - bytes.count))
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    private func readSome(_ count: Int) throws(CalendarError) -> [UInt8] {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { unsafe block.deallocate() }
        let read = try unsafe readWhatThereIs(into: block)
        return unsafe Array(UnsafeRawBufferPointer(rebasing: block[..<read]))
    }

    /// Records a stream's bytes until there are more than ``longestRecord``.
    private func record(_ block: UnsafeMutableRawBufferPointer, _ count: Int) {
        guard let kept = recorded?.count else { return }
        if kept + count > Self.longestRecord {
            recorded = nil
        } else {
            unsafe recorded?.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[..<count]))
        }
    }

    deinit {
        if isOwner { SystemCalls.close(descriptor) }
    }

    /// Reads the next bytes into `block` and returns the number of bytes, or 0 at the end.
    ///
    /// - Throws: `.unreadable` with the system's error message.
    package func read(into block: UnsafeMutableRawBufferPointer) throws(CalendarError) -> Int {
        let room = limit - given
        let count: Int
        if isCut {
            count = 0
        } else if peeked.isEmpty {
            count = try unsafe readWhatThereIs(into: block)
        } else {
            count = min(block.count, peeked.count)
            unsafe block.copyBytes(from: peeked.prefix(count))
            peeked = peeked.dropFirst(count)
        }
        if count > room { isCut = true }
        given += min(count, room)
        return min(count, room)
    }

    private func readWhatThereIs(into block: UnsafeMutableRawBufferPointer) throws(CalendarError) -> Int {
        guard unsafe !block.isEmpty else { return 0 }
        if let continuation {
            let count = unsafe readBlock(into: block)
            return count > 0 ? count : try unsafe continuation.read(into: block)
        }
        if descriptor < 0 {
            while memoryPosition == memory.count, let more = pull?() { (memory, memoryPosition) = (more, 0) }
            let count = min(block.count, memory.count - memoryPosition)
            unsafe memory.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[memoryPosition..<memoryPosition + count]
                )
                unsafe block.copyMemory(from: part)
            }
            memoryPosition += count
            bytesRead += count
            if pull != nil { unsafe record(block, count) }
            return count
        }
        while true {
            let count = unsafe SystemCalls.read(descriptor, block.baseAddress, block.count)
            if count >= 0 {
                bytesRead += count
                if count > 0 { progress?(count) }
                unsafe record(block, count)
                return count
            }
            if errno == EAGAIN {
                // Another process has made the descriptor nonblocking.
                _ = OpenDescriptor.wait(for: [descriptor], milliseconds: 1000)
                continue
            }
            if errno == EISDIR {
                throw CalendarError(.notACalendar, file: name, "is a folder, not a calendar file")
            }
            throw CalendarError(.unreadable, file: name, "cannot be read: \(PlatformError.lastText)")
        }
    }

    /// Copies the next bytes from the blocks to `target` and returns the number of bytes, or 0 at the end.
    private func readBlock(into target: UnsafeMutableRawBufferPointer) -> Int {
        while let first = blocks.first {
            let count = min(target.count, first.count - memoryPosition)
            guard count > 0 else {
                blocks.removeFirst()
                memoryPosition = 0
                continue
            }
            let part = unsafe UnsafeRawBufferPointer(start: first.base + memoryPosition, count: count)
            unsafe target.copyMemory(from: part)
            memoryPosition += count
            return count
        }
        return 0
    }
}
