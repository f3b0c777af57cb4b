/// Bytes that lie on a ``ByteShelf``, and are there as long as it is.
@safe
struct KeptBytes: BitwiseCopyable, @unchecked Sendable {
    let base: UnsafePointer<UInt8>
}

/// Keeps bytes where they never move, so that using them costs no reference.
///
/// One thread has it at a time and puts bytes on it; what was put there may be read by all, as it is not written again.
@safe
final class ByteShelf: @unchecked Sendable {
    @safe
    private struct Page {
        let base: UnsafeMutablePointer<UInt8>
    }

    private var pages: [Page] = []
    private var used = 0
    private var size = 0
    private static let pageSize = 1 << 18

    init() {}

    deinit {
        for page in pages { unsafe page.base.deallocate() }
    }

    /// A copy of these bytes that stays where it is.
    ///
    /// With `alone`, whatever was kept before is given up, and its memory used again.
    func keep(_ bytes: [UInt8], alone: Bool = false) -> KeptBytes {
        if alone { used = 0 }
        if alone, size < bytes.count {
            for page in pages { unsafe page.base.deallocate() }
            pages = []
        }
        if size - used < bytes.count || pages.isEmpty {
            size = max(ByteShelf.pageSize, bytes.count)
            used = 0
            unsafe pages.append(Page(base: .allocate(capacity: size)))
        }
        let place = unsafe pages[pages.count - 1].base + used
        unsafe bytes.withUnsafeBufferPointer { buffer in
            if let first = buffer.baseAddress { unsafe place.initialize(from: first, count: buffer.count) }
        }
        used += bytes.count
        return unsafe KeptBytes(base: UnsafePointer(place))
    }
}
