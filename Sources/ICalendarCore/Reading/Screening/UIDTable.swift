/// A table that assigns a number to each of many UIDs, identified by their hashes, in 16 contiguous bytes each.
package struct UIDTable: Sendable {
    private struct Slot {
        var low: UInt64 = 0
        var high: UInt32 = 0
        var number = UIDTable.none
    }

    /// The number in a slot without a UID; no UID has it.
    private static let none = Int32.min

    /// The slots of an open-addressing table: the count is a power of two, and at most three in four are occupied.
    private var slots: [Slot]
    private(set) var count = 0

    init(expecting count: Int = 0) {
        var size = count > 0 ? 16 : 0
        while 3 * size < 4 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// Creates a table of the kept UIDs with the highest SEQUENCE among the skipped events of each.
    ///
    /// The SEQUENCE is -1 for a UID with no skipped event. A nil in `kept` is a UID that is not yet known, so every
    /// skipped event is recorded.
    init(of kept: some Collection<UIDHash?>, noting leftOut: LeftOutEvents) {
        self.init(expecting: kept.count)
        var isAny = false
        for uid in kept {
            if let uid { _ = insert(uid, -1) } else { isAny = true }
        }
        leftOut.forEach { uid, sequence in
            if isAny { _ = insert(uid, -1) }
            raise(uid, to: sequence)
        }
    }

    /// Returns the highest SEQUENCE among skipped events of a UID, or nil if none was skipped.
    func highest(of uid: UIDHash) -> Int? {
        guard let sequence = self[uid], sequence >= 0 else { return nil }
        return Int(sequence)
    }

    /// The number of a UID, or nil if it is not in the table.
    subscript(hash: UIDHash) -> Int32? {
        guard count > 0 else { return nil }
        let number = slots[place(of: hash)].number
        return number == Self.none ? nil : number
    }

    /// Inserts a UID if it is not in the table, and returns its number.
    mutating func insert(_ hash: UIDHash, _ number: Int32) -> Int32 {
        if 4 * count >= 3 * slots.count { grow() }
        let place = place(of: hash)
        guard slots[place].number == Self.none else { return slots[place].number }
        slots[place] = Slot(low: hash.low, high: hash.high, number: max(number, -Int32.max))
        count += 1
        return number
    }

    /// Raises the number of a UID to at least `number`, if the UID is in the table.
    mutating func raise(_ hash: UIDHash, to number: Int32) {
        guard count > 0 else { return }
        let place = place(of: hash)
        guard slots[place].number != Self.none else { return }
        slots[place].number = max(slots[place].number, number)
    }

    @inline(__always)
    private func place(of hash: UIDHash) -> Int {
        var place = Int(truncatingIfNeeded: hash.low) & (slots.count - 1)
        while slots[place].number != Self.none,
            slots[place].low != hash.low || slots[place].high != hash.high
        {
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(16, 2 * old.count))
        for slot in old where slot.number != Self.none {
            slots[place(of: UIDHash(low: slot.low, high: slot.high))] = slot
        }
    }
}

/// The skipped events that are not overrides: the UID hash and SEQUENCE of each.
///
/// Such an event may still supersede a kept copy. The affected UIDs are known only after everything has been read, so
/// until then events are just appended, at 16 bytes each, and their lists are passed on unchanged.
struct LeftOutEvents: Sendable {
    /// The highest SEQUENCE that can be recorded; an event with a higher one must be kept.
    static let largestSequence = Int(Int32.max)

    private struct Event {
        let low: UInt64
        let high: UInt32
        let sequence: Int32
    }

    /// Chunks of bounded size, which avoids copying as they grow; a chunk holds roughly the events skipped in one part.
    private var pieces: [[Event]] = []
    private static let pieceSize = 256

    var isEmpty: Bool { pieces.isEmpty }

    /// Records an event; a SEQUENCE below 0 counts as 0.
    mutating func append(_ uid: UIDHash, _ sequence: Int) {
        if pieces.last.map({ $0.count >= Self.pieceSize }) ?? true {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.pieceSize)
        }
        let event = Event(low: uid.low, high: uid.high, sequence: Int32(clamping: max(0, sequence)))
        pieces[pieces.count - 1].append(event)
    }

    mutating func add(_ other: LeftOutEvents) {
        pieces += other.pieces
    }

    func forEach(_ body: (UIDHash, Int32) -> Void) {
        for piece in pieces {
            for event in piece { body(UIDHash(low: event.low, high: event.high), event.sequence) }
        }
    }
}
