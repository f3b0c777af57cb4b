/// A part of a stream that starts with a `BEGIN:VEVENT` line, which makes it possible to read the part independently.
struct EventBlock: Sendable {
    /// The bytes of the part; the bytes from ``end`` onward belong to the next part.
    let bytes: ByteBlock
    let end: Int
    /// The number of the first line, assuming that all lines so far end in LF or CRLF.
    let line: Int
    /// The number of lines, assuming that all of them end in LF or CRLF.
    let lineCount: Int
    let isLast: Bool

    var lastLine: Int { line + lineCount - 1 }
}

extension EventBlock {
    /// Copies the first `end` bytes of a file in memory.
    init(copying bytes: [UInt8], upTo end: Int) {
        self.init(bytes: ByteBlock(copying: bytes), end: end, line: 1, lineCount: 0, isLast: true)
    }
}

/// A splitter that divides a stream at `BEGIN:VEVENT` lines so that several threads can read the parts.
///
/// A `BEGIN:VEVENT` line is nearly always directly inside a VCALENDAR with no other component open. The reader of a
/// part must verify this after the preceding part has been read; see ``ScreenedPart``.
final class EventBlocks {
    /// The number of bytes to read at a time, large enough to hand to another thread and small enough to fit in a
    /// cache.
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
    func next() throws(CalendarError) -> EventBlock? {
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

    /// Accepts the block of a part whose bytes are no longer needed, for reuse.
    func recycle(_ part: consuming EventBlock) {
        spare.append(part.bytes)
    }

    private func block(of size: Int) -> ByteBlock {
        // Reserves some space so that the block can be reused with a carry of another size.
        if var block = spare.popLast(), block.capacity >= size, isKnownUniquelyReferenced(&block) {
            block.empty()
            return block
        }
        return ByteBlock(capacity: size + size / 16)
    }

    private func part(_ block: ByteBlock, upTo end: Int) -> EventBlock {
        var count = block.lineFeeds(before: end)
        // The last line of a stream may lack a line ending.
        if isAtEnd, end > 0, !block.ends(with: Ascii.lineFeed) { count += 1 }
        defer { line += count }
        return EventBlock(bytes: block, end: end, line: line, lineCount: count, isLast: isAtEnd)
    }

    /// Returns the given parts and the rest of the stream as one source.
    func joined(after parts: [EventBlock]) -> ByteSource {
        var blocks = parts.map { (block: $0.bytes, end: $0.end) }
        if let carry { blocks.append((carry, carry.count)) }
        return ByteSource(blocks: blocks, before: source)
    }
}
