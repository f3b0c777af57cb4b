package import SystemIO

/// A reusable buffer for output.
///
/// Only one thread at a time may use a block. The thread that fills the block passes it to the thread that writes it.
@safe
package final class OutputBlock: @unchecked Sendable {
    fileprivate var base: UnsafeMutablePointer<UInt8>
    fileprivate var capacity: Int
    package fileprivate(set) var count = 0

    /// Creates an empty block.
    ///
    /// The system does not allocate untouched memory, so a large capacity costs nothing.
    package init(capacity: Int = 1 << 20) {
        self.capacity = max(64, capacity)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe base.deallocate()
    }

    package func write(to descriptor: Descriptor, from first: Int = 0) throws(WriteError) {
        let first = min(max(0, first), count)
        try unsafe descriptor.write(UnsafeRawBufferPointer(start: base + first, count: count - first))
    }

    package func append(_ bytes: [UInt8]) {
        var writer = Writer(self, isAppending: true)
        writer.append(bytes)
        writer.finish()
    }

    /// Removes all bytes after the first `count`.
    package func truncate(to count: Int) {
        self.count = min(self.count, max(0, count))
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    @unsafe
    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe body(UnsafeBufferPointer(start: base, count: count))
    }

    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
}

extension OutputBlock {
    /// Fills an ``OutputBlock``, replacing its contents or appending to them.
    ///
    /// Call ``reserve(_:)`` once per row. The write methods after it check the capacity only in debug builds. Do not
    /// use the block before ``finish()``.
    @safe
    struct Writer {
        private let block: OutputBlock
        private var base: UnsafeMutablePointer<UInt8>
        private var capacity: Int
        private var count = 0

        /// The extra capacity for ``put(_:length:)``, which always stores a whole word.
        private static let slack = 8

        init(_ block: OutputBlock, isAppending: Bool = false) {
            self.block = block
            count = isAppending ? block.count : 0
            unsafe base = block.base
            capacity = block.capacity
        }

        @inline(__always)
        mutating func reserve(_ more: Int) {
            if capacity - count < more + Writer.slack { grow(by: more) }
        }

        @inline(never)
        private mutating func grow(by more: Int) {
            let wanted = max(capacity * 2, count + more + Writer.slack)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
            unsafe larger.initialize(from: base, count: count)
            unsafe base.deallocate()
            unsafe base = larger
            capacity = wanted
            unsafe block.base = larger
            block.capacity = wanted
        }

        /// Appends up to eight bytes of a word, lowest byte first.
        @inline(__always)
        mutating func put(_ word: UInt64, length: Int) {
            assert(count + Writer.slack <= capacity && (0...8).contains(length))
            unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            count &+= length
        }

        @inline(__always)
        mutating func put(_ bytes: KeptBytes, from start: UInt32, to end: UInt32) {
            assert(count + Int(end - start) <= capacity)
            unsafe (base + count).update(from: bytes.base + Int(start), count: Int(end &- start))
            count &+= Int(end &- start)
        }

        mutating func append(_ bytes: some Collection<UInt8>) {
            reserve(bytes.count)
            for byte in bytes { put(UInt64(byte), length: 1) }
        }

        /// Appends a copy of earlier bytes, copying whole words.
        ///
        /// Use it for only a few bytes.
        @inline(__always)
        mutating func putAgain(from start: Int, length: Int) {
            assert(start + length <= count && count + length + Writer.slack <= capacity)
            let from = unsafe UnsafeMutableRawPointer(base + start)
            let to = unsafe UnsafeMutableRawPointer(base + count)
            for place in stride(from: 0, to: length, by: 8) {
                let word = unsafe from.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                unsafe to.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
            }
            count &+= length
        }

        var length: Int { count }

        func finish() {
            block.count = count
        }
    }
}
