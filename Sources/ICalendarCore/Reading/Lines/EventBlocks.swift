/// A part of a stream that starts with a line `BEGIN:VEVENT`, so that it can be read without what is before it.
struct EventBlock: Sendable {
    /// The bytes; those from ``end`` on belong to the next part.
    let bytes: ByteBlock
    let end: Int
    /// The number of its first line, if only LF and CRLF end lines up to here.
    let line: Int
    /// How many lines it has, if only LF and CRLF end them.
    let lineCount: Int
    let isLast: Bool

    var lastLine: Int { line + lineCount - 1 }
}

/// Cuts a stream in front of lines `BEGIN:VEVENT`, so that its parts can be read on several threads.
///
/// Such a line nearly always stands directly inside a VCALENDAR with nothing else open. Who reads a part must see
/// whether that was so when the part before it is done; see ``ScreenedReading``.
final class EventBlocks {
    /// How much is read at a time: enough to be worth handing on, and little enough to stay in a cache.
    static let usualSize = 1 << 18
    /// A part that would be larger than this is not cut any more.
    private static let largest = 16 << 20

    private let source: ByteSource
    private let size: Int
    /// What was read but belongs to no part yet.
    private var carry: ByteBlock?
    /// Blocks whose parts were read, to be filled again: the system clears each new page of memory before it gives it.
    private var spare: [ByteBlock] = []
    /// The number of the line after the last part.
    private(set) var line = 1
    private var isAtEnd = false
    /// Whether the stream is to be read on as a whole.
    private(set) var isGivenUp = false

    init(_ source: ByteSource, size: Int) {
        self.source = source
        self.size = size
    }

    /// The next part, or nil at the end, and when the rest cannot be cut.
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
                let rest = ByteBlock(capacity: block.count - cut)
                rest.append(block, from: cut)
                carry = rest
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

    /// Takes back the block of a part of which nobody needs the bytes any more.
    func recycle(_ part: consuming EventBlock) {
        spare.append(part.bytes)
    }

    private func block(of size: Int) -> ByteBlock {
        // With some room, so that a block fits again although what is carried over differs.
        if var block = spare.popLast(), block.capacity >= size, isKnownUniquelyReferenced(&block) {
            block.empty()
            return block
        }
        return ByteBlock(capacity: size + size / 16)
    }

    private func part(_ block: ByteBlock, upTo end: Int) -> EventBlock {
        var count = block.lineFeeds(before: end)
        // The last line of a stream needs no end.
        if isAtEnd, end > 0, !block.ends(with: Ascii.lineFeed) { count += 1 }
        defer { line += count }
        return EventBlock(bytes: block, end: end, line: line, lineCount: count, isLast: isAtEnd)
    }

    /// What follows these parts, and they themselves, as one stream again.
    func joined(after parts: [EventBlock]) -> ByteSource {
        var blocks = parts.map { (block: $0.bytes, end: $0.end) }
        if let carry { blocks.append((carry, carry.count)) }
        return ByteSource(blocks: blocks, before: source)
    }
}
