/// One part of a stream: a block of bytes that is filled once and then shared between threads without copying.
@safe
package final class ByteBlock: @unchecked Sendable {
    // The type is Sendable because its single owner fills the block before sharing it, and the block is read-only
    // afterward.
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private(set) var count = 0
    /// The number of the first line in the stream, assuming that all lines up to it end in LF or CRLF.
    private(set) var line = 1
    /// The number of the last line, under the same assumption; meaningless until ``cut(at:line:isLast:)``.
    private(set) var lastLine = 0
    /// Whether the stream ends with this block.
    private(set) var isLast = true

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
    }

    /// Creates a block with a copy of the bytes before `end`.
    convenience init(copying bytes: [UInt8], upTo end: Int = .max) {
        let end = min(end, bytes.count)
        self.init(capacity: end)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe base.update(from: start, count: end) }
        }
        count = end
    }

    deinit {
        unsafe base.deallocate()
    }

    /// Removes all bytes so that the block's single owner can fill it again.
    func empty() {
        count = 0
    }

    var isFull: Bool { count == capacity }

    /// Reads once from a source and returns the number of bytes read, or 0 at the end of the source or if the block
    /// is full.
    func fill(from source: ByteSource) throws(CalendarError) -> Int {
        let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
        let read = try unsafe source.read(into: room)
        count += read
        return read
    }

    /// Appends as many bytes from another block as fit, starting at the given index.
    func append(_ other: ByteBlock, from start: Int) {
        let length = max(0, min(other.count - start, capacity - count))
        unsafe (base + count).update(from: other.base + start, count: length)
        count += length
    }

    /// Returns a copy of the bytes from the given index onward.
    func rest(from start: Int) -> ByteBlock {
        let rest = ByteBlock(capacity: count - start)
        rest.append(self, from: start)
        return rest
    }

    /// Removes the bytes from the given index onward and records the block's position in its stream.
    func cut(at end: Int, line: Int, isLast: Bool) {
        count = min(count, max(0, end))
        self.line = line
        self.isLast = isLast
        lastLine = line + lineFeeds() - 1
        // The last line of a stream may lack a line ending.
        if isLast, count > 0, unsafe base[count - 1] != Self.lineFeed { lastLine += 1 }
    }

    private func lineFeeds() -> Int {
        var total = 0
        var index = 0
        while index < count {
            // A single-byte count vectorizes well and is large enough for 128 bytes.
            var some: UInt8 = 0
            let stop = min(index + 128, count)
            while index < stop {
                some &+= unsafe base[index] == Self.lineFeed ? 1 : 0
                index &+= 1
            }
            total += Int(some)
        }
        return total
    }

    /// Returns the start of the last complete line that equals the given text, or nil if none starts after the first
    /// byte.
    func lastLine(_ text: [UInt8]) -> Int? {
        var start = count - text.count - 1
        while start > 0 {
            if unsafe base[start - 1] == Self.lineFeed, isLine(text, at: start) { return start }
            start -= 1
        }
        return nil
    }

    private func isLine(_ text: [UInt8], at start: Int) -> Bool {
        for index in text.indices where unsafe base[start + index] != text[index] { return false }
        let after = start + text.count
        if unsafe base[after] == Self.lineFeed { return true }
        return unsafe base[after] == Self.carriageReturn && after + 1 < count
            && base[after + 1] == Self.lineFeed
    }
}
