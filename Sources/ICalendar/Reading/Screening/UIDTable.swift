/// A number for each of many UIDs, which are told apart by their hashes; 16 bytes each, in one piece of memory.
struct UIDTable: Sendable {
    private struct Slot {
        var low: UInt64 = 0
        var high: UInt32 = 0
        var number = UIDTable.none
    }

    /// What a slot holds where there is no UID; no number of one.
    private static let none = Int32.min

    /// Open addressing; the count is a power of two, and at most three of four slots are taken.
    private var slots: [Slot]
    /// How many UIDs there are.
    private(set) var count = 0

    /// A table without UIDs, with room for some.
    init(expecting count: Int = 0) {
        var size = count > 0 ? 16 : 0
        while 3 * size < 4 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
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

    /// Where a hash is, or where it would go.
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
