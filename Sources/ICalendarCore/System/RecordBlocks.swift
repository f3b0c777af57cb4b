import SystemIO

/// Consecutive records in a stream, stored in one block of bytes.
package struct RecordBatch: Sendable {
    /// The one-based number of the first record.
    package private(set) var firstNumber: Int
    private let block: ByteBlock
    /// The byte ranges of the records in the block, including empty records.
    private var places: [Range<Int>]
    /// Whether the last record is only the beginning of a record that exceeds the limit.
    private var isLastCut: Bool
    private let limit: Int
    /// The number of bytes to keep from a record that exceeds the limit, because they may contain the record's key.
    fileprivate static let keptBytes = 1 << 16

    fileprivate init(
        _ block: ByteBlock,
        upTo end: Int,
        separator: UInt8,
        number: Int,
        limit: Int,
        isLastCut: Bool
    ) {
        self.block = block
        self.limit = limit
        self.isLastCut = isLastCut
        firstNumber = number
        places = block.places(upTo: end, separator)
    }

    package var count: Int { places.count }

    /// The bytes of all records, including the separators between them.
    package var bytes: [UInt8] {
        guard let first = places.first, let last = places.last else { return [] }
        return block.copy(first.lowerBound..<last.upperBound)
    }

    /// Returns a range of the records without renumbering them.
    package func part(_ range: Range<Int>) -> RecordBatch {
        var part = self
        part.places = Array(places[range])
        part.firstNumber += range.lowerBound
        part.isLastCut = isLastCut && range.upperBound == places.count
        return part
    }

    /// Returns the bytes of a record, without its separator, and whether the record is cut off.
    package subscript(_ place: Int) -> (bytes: [UInt8], isCut: Bool) {
        let range = places[place]
        guard range.count > limit || isLastCut && place == places.count - 1 else {
            return (block.copy(range), false)
        }
        let end = min(range.upperBound, range.lowerBound + Self.keptBytes)
        return (block.copy(range.lowerBound..<end), true)
    }
}

/// A splitter that divides a stream into batches of whole records at a separator, using bounded memory.
package final class RecordBlocks {
    /// The maximum size of a record in bytes; only the beginning of a larger record is stored.
    package static let longestRecord = 64 << 20

    private let source: ByteSource
    private let separator: UInt8
    private let blockSize: Int
    private let limit: Int
    private var carry: ByteBlock?
    private var number: Int
    private var isSkipping = false
    private var isAtEnd = false

    /// Creates a splitter that reads `blockSize` bytes at a time and numbers the records starting at `first`.
    package init(
        _ source: ByteSource,
        separator: UInt8,
        blockSize: Int = 1 << 18,
        first: Int = 1,
        limit: Int = longestRecord
    ) {
        self.source = source
        number = first
        self.separator = separator
        self.blockSize = blockSize
        self.limit = limit
    }

    /// Whether reading the next batch is unlikely to block for long.
    package var isReady: Bool { isAtEnd || source.isReady }

    /// Waits for at least one record and returns all available records, or nil at the end of the stream.
    ///
    /// Throws `.unreadable` if the stream cannot be read.
    package func next() throws(CalendarError) -> RecordBatch? {
        while !isAtEnd {
            let kept = carry?.count ?? 0
            let block = block(continuing: carry)
            repeat {
                if try block.fill(from: source) == 0 { isAtEnd = true }
            } while !isAtEnd && !block.isFull && source.isReady
            carry = nil
            if let batch = batch(of: block, kept: kept) { return batch }
        }
        return nil
    }

    /// Returns a block with free space that begins with the bytes of another block; capacity grows only by doubling.
    private func block(continuing carry: ByteBlock?) -> ByteBlock {
        if let carry, !carry.isFull { return carry }
        let block = ByteBlock(capacity: max(blockSize, 2 * (carry?.count ?? 0)))
        if let carry { block.append(carry, from: 0) }
        return block
    }

    private func batch(of block: ByteBlock, kept: Int) -> RecordBatch? {
        var block = block
        if isSkipping {
            guard let end = block.firstPlace(of: separator) else { return nil }
            isSkipping = false
            block = block.rest(from: end + 1)
            // The earlier bytes of the skipped record contained no separator.
            return batch(of: block, kept: 0)
        }
        if isAtEnd { return block.count > 0 ? taken(block, upTo: block.count) : nil }
        if let last = block.lastPlace(of: separator, from: kept) {
            if last + 1 < block.count { carry = block.rest(from: last + 1) }
            return taken(block, upTo: last + 1)
        }
        guard block.count > limit else {
            carry = block
            return nil
        }
        isSkipping = true
        return taken(block, upTo: RecordBatch.keptBytes, isLastCut: true)
    }

    private func taken(_ block: ByteBlock, upTo end: Int, isLastCut: Bool = false) -> RecordBatch {
        let batch = RecordBatch(
            block,
            upTo: min(end, block.count),
            separator: separator,
            number: number,
            limit: limit,
            isLastCut: isLastCut
        )
        number += batch.count
        return batch
    }
}

extension ByteBlock {
    fileprivate func copy(_ range: Range<Int>) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    fileprivate func firstPlace(of byte: UInt8) -> Int? {
        place(of: byte, from: 0, upTo: count)
    }

    private func place(of byte: UInt8, from start: Int, upTo end: Int) -> Int? {
        guard start < end, let hit = unsafe memchr(base + start, Int32(byte), end - start) else { return nil }
        return unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base)
    }

    fileprivate func lastPlace(of byte: UInt8, from start: Int) -> Int? {
        unsafe UnsafeBufferPointer(start: base, count: count)[start...].lastIndex(of: byte)
    }

    /// Returns the byte ranges between separators; the last record need not end with a separator.
    fileprivate func places(upTo end: Int, _ separator: UInt8) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start = 0
        while start < end {
            let place = place(of: separator, from: start, upTo: end) ?? end
            places.append(start..<place)
            start = place + 1
        }
        return places
    }
}
