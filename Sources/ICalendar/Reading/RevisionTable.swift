/// The highest SEQUENCE of whole events that were left out, by UID: such an event may still beat a copy that was kept.
///
/// A calendar of years leaves out far more events than it keeps, so a UID costs 24 bytes here, however long it is: a
/// hash of 128 bits and the number. Two different UIDs with one hash are not to be expected; whoever makes them on
/// purpose could as well have written the UID itself.
struct RevisionTable: Sendable {
    private struct Slot {
        var hash = UIDHash()
        /// SEQUENCE, or -1 where the slot is free.
        var sequence = -1
    }

    /// Open addressing; the count is a power of two, and at most three of four slots are taken.
    private var slots: [Slot] = []
    /// How many UIDs there are.
    private(set) var count = 0

    /// Notes a SEQUENCE of a UID; one below 0 counts as 0.
    mutating func note(_ hash: UIDHash, _ sequence: Int) {
        if 4 * count >= 3 * slots.count { grow() }
        let place = place(of: hash)
        if slots[place].sequence < 0 { count += 1 }
        slots[place].hash = hash
        slots[place].sequence = max(slots[place].sequence, sequence, 0)
    }

    /// The highest SEQUENCE of the events of a UID that were left out, or nil when none was.
    func highest(of uid: String) -> Int? {
        guard count > 0 else { return nil }
        let sequence = slots[place(of: UIDHash(uid))].sequence
        return sequence >= 0 ? sequence : nil
    }

    /// Adds what another table notes.
    mutating func add(_ other: RevisionTable) {
        for slot in other.slots where slot.sequence >= 0 { note(slot.hash, slot.sequence) }
    }

    /// What the table notes of these UIDs.
    func only(_ hashes: Set<UIDHash>) -> RevisionTable {
        var table = RevisionTable()
        for slot in slots where slot.sequence >= 0 && hashes.contains(slot.hash) {
            table.note(slot.hash, slot.sequence)
        }
        return table
    }

    /// Where a hash is, or where it would go.
    private func place(of hash: UIDHash) -> Int {
        var place = Int(truncatingIfNeeded: hash.low) & (slots.count - 1)
        while slots[place].sequence >= 0, slots[place].hash != hash {
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(16, 2 * old.count))
        for slot in old where slot.sequence >= 0 { slots[place(of: slot.hash)] = slot }
    }
}
