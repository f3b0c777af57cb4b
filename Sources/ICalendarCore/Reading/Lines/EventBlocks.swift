/// A splitter that divides a stream at `BEGIN:VEVENT` lines so that several threads can read the parts.
///
/// A `BEGIN:VEVENT` line is nearly always directly inside a VCALENDAR with no other component open. The reader of a
/// part must verify this assumption after the preceding part has been read; see ``ScreenedPart``.
final class EventBlocks {
    /// The number of bytes to read at a time: enough to be worth another thread, but few enough to fit in a cache.
    static let usualSize = 1 << 18
    /// The maximum size of a part; if a part would exceed it, the rest of the stream is not divided.
    private static let largest = 16 << 20

    private let source: ByteSource
    private let size: Int
    /// The bytes that were read but do not belong to a part yet.
    private var carry: ByteBlock?
    /// The blocks of finished parts, kept for reuse because the system clears each new page of memory.
    private var spare: [ByteBlock] = []
    /// The number of the line after the last part.
    private(set) var line = 1
    private var isAtEnd = false
    /// Whether the rest of the stream must be read as a whole.
    private(set) var isGivenUp = false

    init(_ source: ByteSource, size: Int) {
        self.source = source
        self.size = size
    }

    /// Returns the next part, or nil at the end or if the rest cannot be divided.
    func next() throws(CalendarError) -> ByteBlock? {
        guard !isAtEnd, !isGivenUp else { return nil }
        var size = size
        while true {
            let block = block(of: size + (carry?.count ?? 0))
            if let carry { block.append(carry, from: 0) }
            while !block.isFull {
                if try block.fill(from: source) == 0 {
                    isAtEnd = true
                    break
                }
            }
            if isAtEnd {
                carry = nil
                return part(block, upTo: block.count)
            }
            if let cut = block.lastLine(Self.begin) {
                carry = block.rest(from: cut)
                return part(block, upTo: cut)
            }
            carry = block
            size = 2 * block.count
            if size > Self.largest {
                isGivenUp = true
                return nil
            }
        }
    }

    private static let begin = Array("BEGIN:VEVENT".utf8)

    /// Recycles a part whose bytes are no longer needed.
    func recycle(_ part: consuming ByteBlock) {
        spare.append(part)
    }

    private func block(of size: Int) -> ByteBlock {
        // Reserves some space so that the block can be reused with a carry of a different size.
        if var block = spare.popLast(), block.capacity >= size, isKnownUniquelyReferenced(&block) {
            block.empty()
            return block
        }
        return ByteBlock(capacity: size + size / 16)
    }

    private func part(_ block: ByteBlock, upTo end: Int) -> ByteBlock {
        block.cut(at: end, line: line, isLast: isAtEnd)
        line = block.lastLine + 1
        return block
    }

    /// Returns the given parts and the rest of the stream as one source.
    func joined(after parts: [ByteBlock]) -> ByteSource {
        ByteSource(blocks: carry.map { parts + [$0] } ?? parts, before: source)
    }
}
