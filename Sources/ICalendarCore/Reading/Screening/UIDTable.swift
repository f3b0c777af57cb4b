/// A number for each of many UIDs, which are told apart by their hashes; 16 bytes each, in one piece of memory.
package struct UIDTable: Sendable {
    private struct Slot {
        var low: UInt64 = 0
        var high: UInt32 = 0
        var number = UIDTable.none
    }

    /// What a slot holds where there is no UID; no number of one.
    private static let none = Int32.min

    /// Open addressing; the count is a power of two, and at most three of four slots are taken.
    private var slots: [Slot]
    private(set) var count = 0

    init(expecting count: Int = 0) {
        var size = count > 0 ? 16 : 0
        while 3 * size < 4 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// The highest SEQUENCE among skipped events of the kept UIDs: -1 for a UID with no skipped event.
    ///
    /// A nil in `kept` is a UID that is not yet known, so every skipped event is noted.
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

    /// The highest SEQUENCE among skipped events of a UID; nil when none was skipped.
    func highest(of uid: UIDHash) -> Int? {
        guard let sequence = self[uid], sequence >= 0 else { return nil }
        return Int(sequence)
    }

    /// The number of a UID, or nil when it is not in the table.
    subscript(hash: UIDHash) -> Int32? {
        guard count > 0 else { return nil }
        let number = slots[place(of: hash)].number
        return number == Self.none ? nil : number
    }

    /// Puts a UID into the table, if it is not there yet, and gives the number that it has then.
    mutating func insert(_ hash: UIDHash, _ number: Int32) -> Int32 {
        if 4 * count >= 3 * slots.count { grow() }
        let place = place(of: hash)
        guard slots[place].number == Self.none else { return slots[place].number }
        slots[place] = Slot(low: hash.low, high: hash.high, number: max(number, -Int32.max))
        count += 1
        return number
    }

    /// Raises the number of a UID to another one, if the UID is in the table and its number is less.
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

/// Whole events that a screen skipped: of each a hash of its UID, and its SEQUENCE.
///
/// Such an event may still beat a copy that was kept. Which UIDs that can be is known when all was read, so until then
/// events are only put one behind the other, 16 bytes each, and lists of them are handed on as they are.
struct LeftOutEvents: Sendable {
    /// The highest SEQUENCE that can be noted; an event with a higher one has to be kept.
    static let largestSequence = Int(Int32.max)

    private struct Event {
        let low: UInt64
        let high: UInt32
        let sequence: Int32
    }

    /// Pieces of bounded size, so that none is copied as it grows; one is about what a part of a stream leaves out.
    private var pieces: [[Event]] = []
    private static let pieceSize = 256

    var isEmpty: Bool { pieces.isEmpty }

    /// Notes an event; a SEQUENCE below 0 counts as 0.
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
