import ICalendar

/// Bytes that lie on a ``ByteShelf``, and are there as long as it is.
@safe
struct KeptBytes: BitwiseCopyable, @unchecked Sendable {
    let base: UnsafePointer<UInt8>
}

/// Keeps bytes for all threads where they never move, so that using them costs no reference.
@safe
final class ByteShelf: @unchecked Sendable {
    @safe
    private struct Page: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt8>
    }

    private struct State {
        var pages: [Page] = []
        var used = 0
        var size = 0
    }

    // Reached under the lock only; what was handed out is not written again.
    private let state = Lock(State())
    private static let pageSize = 1 << 18

    init() {}

    deinit {
        state.withLock { state in
            for page in state.pages { unsafe page.base.deallocate() }
        }
    }

    /// A copy of these bytes that stays where it is.
    ///
    /// With `alone`, whatever was kept before is given up, and its memory used again.
    func keep(_ bytes: [UInt8], alone: Bool = false) -> KeptBytes {
        state.withLock { state in
            if alone { state.used = 0 }
            if alone, state.size < bytes.count {
                for page in state.pages { unsafe page.base.deallocate() }
                state.pages = []
            }
            if state.size - state.used < bytes.count || state.pages.isEmpty {
                state.size = max(ByteShelf.pageSize, bytes.count)
                state.used = 0
                unsafe state.pages.append(Page(base: .allocate(capacity: state.size)))
            }
            let place = unsafe state.pages[state.pages.count - 1].base + state.used
            unsafe bytes.withUnsafeBufferPointer { buffer in
                if let first = buffer.baseAddress {
                    unsafe place.initialize(from: first, count: buffer.count)
                }
            }
            state.used += bytes.count
            return unsafe KeptBytes(base: UnsafePointer(place))
        }
    }
}
