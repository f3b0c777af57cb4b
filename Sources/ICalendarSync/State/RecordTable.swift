import ICalendarStore

/// A hash table of byte records, which are stored in a few large blocks.
///
/// A dictionary has an overhead of several hundred bytes per item, compared with about ten for a record. Records are
/// listed in insertion order.
struct RecordTable: Sendable {
    /// The position of a record, which remains valid until another record is added.
    struct Place: Hashable, Sendable {
        fileprivate let number: UInt32
        fileprivate var block: Int { Int(number >> 16) }
        fileprivate var offset: Int { Int(number & 0xFFFF) << 3 }

        fileprivate init(_ number: UInt32) { self.number = number }
        fileprivate init(block: Int, offset: Int) { number = UInt32(block) << 16 | UInt32(offset >> 3) }
    }

    private struct Block: Sendable {
        var bytes: [UInt8] = []
        /// The number of bytes in records that have not been removed.
        var live = 0
    }

    /// A record's layout: a byte that is 1 until the record is removed, two lengths, the key and the contents.
    private struct Frame {
        let key: Range<Int>
        let contents: Range<Int>
        /// The offset where the next record starts.
        let end: Int
    }

    private var blocks: [Block] = []
    /// The positions of records by key hash, with linear probing.
    private var slots: [UInt32] = []
    private(set) var count = 0
    /// The number of slots that are not free.
    private var taken = 0
    private var (live, wasted) = (0, 0)

    private static let (free, removed, first): (UInt32, UInt32, UInt32) = (0, 1, 2)
    /// The size of a block, in bytes; offsets are in units of eight bytes.
    private static let blockSize = 512 << 10
    /// The space in removed records that is always tolerated, in bytes.
    private static let leastWaste = 1 << 20

    var isEmpty: Bool { count == 0 }

    // MARK: - Looking up

    func place(of key: some Collection<UInt8>) -> Place? {
        slots.isEmpty ? nil : slot(of: key).place
    }

    func contains(_ key: some Collection<UInt8>) -> Bool { place(of: key) != nil }

    func key(at place: Place) -> ArraySlice<UInt8> {
        blocks[place.block].bytes[frame(at: place).key]
    }

    func contents(at place: Place) -> ArraySlice<UInt8> {
        blocks[place.block].bytes[frame(at: place).contents]
    }

    /// Returns the position of the next record, or of the first record if `place` is nil.
    func place(after place: Place?) -> Place? {
        var (block, offset) = (place?.block ?? 0, 0)
        // A block is empty once all of its records are removed.
        if let place, place.offset < blocks[block].bytes.count { offset = frame(at: place).end }
        while block < blocks.count {
            while offset < blocks[block].bytes.count {
                let next = Place(block: block, offset: offset)
                if blocks[block].bytes[offset] == 1 { return next }
                offset = frame(at: next).end
            }
            (block, offset) = (block + 1, 0)
        }
        return nil
    }

    func forEachKey(_ body: (ArraySlice<UInt8>) -> Void) {
        var place = place(after: nil)
        while let found = place {
            body(key(at: found))
            place = self.place(after: found)
        }
    }

    private func frame(at place: Place) -> Frame {
        var fields = RecordFields(blocks[place.block].bytes[(place.offset + 1)...])
        let (keySize, size) = (fields.number(), fields.number())
        let key = fields.index..<fields.index + keySize
        let contents = key.upperBound..<key.upperBound + size
        return Frame(key: key, contents: contents, end: (contents.upperBound + 7) & ~7)
    }

    /// Returns a key's slot, or the free slot where the key belongs.
    private func slot(of key: some Collection<UInt8>) -> (number: Int, place: Place?) {
        var number = Self.hash(key) & (slots.count - 1)
        var gap: Int?
        while true {
            switch slots[number] {
            case Self.free: return (gap ?? number, nil)
            case Self.removed: gap = gap ?? number
            case let taken:
                let place = Place(taken - Self.first)
                if hasKey(key, at: place) { return (number, place) }
            }
            number = (number + 1) & (slots.count - 1)
        }
    }

    private func hasKey(_ key: some Collection<UInt8>, at place: Place) -> Bool {
        let found = frame(at: place).key
        guard found.count == key.count else { return false }
        return blocks[place.block].bytes[found].elementsEqual(key)
    }

    private static func hash(_ key: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(all: key)
        return hasher.finalize()
    }

    // MARK: - Changing

    /// Adds a record without contents; returns false if the key already has a record.
    @discardableResult
    mutating func insert(_ key: some Collection<UInt8>) -> Bool {
        let (number, place) = room(for: key)
        if place == nil { add(key, [], at: number) }
        return place == nil
    }

    /// Adds a record, or replaces the record with the same key.
    mutating func set(_ key: some Collection<UInt8>, to contents: [UInt8]) {
        let (number, place) = room(for: key)
        if let place {
            if replace(place, with: contents) { return }
            remove(place, at: number)
        }
        add(key, contents, at: number)
    }

    private mutating func add(_ key: some Collection<UInt8>, _ contents: [UInt8], at number: Int) {
        let place = append(Self.record(key, contents))
        if slots[number] == Self.free { taken += 1 }
        slots[number] = place.number + Self.first
        count += 1
    }

    /// Replaces a record's contents in place.
    ///
    /// Returns false and changes nothing if the size differs.
    mutating func replace(_ place: Place, with contents: [UInt8]) -> Bool {
        let range = frame(at: place).contents
        guard range.count == contents.count else { return false }
        blocks[place.block].bytes.replaceSubrange(range, with: contents)
        return true
    }

    mutating func remove(_ key: some Collection<UInt8>) {
        guard !slots.isEmpty, case (let number, let place?) = slot(of: key) else { return }
        remove(place, at: number)
    }

    private mutating func remove(_ place: Place, at number: Int) {
        let size = frame(at: place).end - place.offset
        slots[number] = Self.removed
        count -= 1
        (live, wasted) = (live - size, wasted + size)
        blocks[place.block].live -= size
        if blocks[place.block].live == 0, place.block < blocks.count - 1 {
            wasted -= blocks[place.block].bytes.count
            blocks[place.block].bytes = []
        } else {
            blocks[place.block].bytes[place.offset] = 0
        }
    }

    private static func record(_ key: some Collection<UInt8>, _ contents: [UInt8]) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(key.count + contents.count + 16)
        record.append(1)
        record.add(key.count)
        record.add(contents.count)
        record += key
        record += contents
        // The record is padded so that the next one begins at a multiple of eight bytes.
        while record.count & 7 != 0 { record.append(0) }
        return record
    }

    private mutating func append(_ record: [UInt8]) -> Place {
        if blocks.isEmpty || blocks[blocks.count - 1].bytes.count + record.count > Self.blockSize {
            var block = Block()
            if !blocks.isEmpty { block.bytes.reserveCapacity(Self.blockSize) }
            blocks.append(block)
        }
        let block = blocks.count - 1
        let place = Place(block: block, offset: blocks[block].bytes.count)
        blocks[block].bytes += record
        blocks[block].live += record.count
        live += record.count
        return place
    }

    /// Returns a key's slot in a table that has room for one more record.
    private mutating func room(for key: some Collection<UInt8>) -> (number: Int, place: Place?) {
        if wasted > max(live, Self.leastWaste) {
            compact()
        } else if 4 * (taken + 1) > 3 * slots.count {
            index()
        }
        return slot(of: key)
    }

    /// Frees the space occupied by removed records.
    private mutating func compact() {
        let old = self
        (blocks, live, wasted) = ([], 0, 0)
        var place = old.place(after: nil)
        while let found = place {
            let range = found.offset..<old.frame(at: found).end
            _ = append(Array(old.blocks[found.block].bytes[range]))
            place = old.place(after: found)
        }
        index()
    }

    /// Rebuilds the slots so that at most half of them are taken.
    private mutating func index() {
        var size = 16
        while size < 2 * (count + 1) { size *= 2 }
        slots = Array(repeating: Self.free, count: size)
        taken = count
        var place = place(after: nil)
        while let found = place {
            slots[slot(of: key(at: found)).number] = found.number + Self.first
            place = self.place(after: found)
        }
    }
}
