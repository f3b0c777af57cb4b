/// The UIDs of an index in the order of their bytes: what they are found by and, as numbers, what ties are settled by.
struct OccurrenceIndexNames: Sendable {
    /// The sources in the order of their UIDs, those of one UID as they stood in the files.
    private var order: [UInt32]
    /// The place of each source's UID in this order: the same for all sources of one UID.
    private var ranks: [UInt32]
    /// The place of each source before the index laid them out anew.
    private var places: [UInt32]

    /// Sorts UIDs; the place of each is its source.
    init(_ uids: [String]) {
        let sorted = uids.enumerated()
            .map { (prefix: Self.prefix(of: $0.element), source: UInt32(truncatingIfNeeded: $0.offset)) }
            .sorted { left, right in
                if left.prefix != right.prefix { return left.prefix < right.prefix }
                let (uid, other) = (uids[Int(left.source)].utf8, uids[Int(right.source)].utf8)
                if uid.elementsEqual(other) { return left.source < right.source }
                return uid.lexicographicallyPrecedes(other)
            }
        order = sorted.map(\.source)
        ranks = [UInt32](repeating: 0, count: uids.count)
        places = (0..<uids.count).map { UInt32(truncatingIfNeeded: $0) }
        var rank: UInt32 = 0
        for (place, source) in order.enumerated() {
            let isSame = place > 0 && uids[Int(order[place - 1])].utf8.elementsEqual(uids[Int(source)].utf8)
            if !isSame { rank = UInt32(truncatingIfNeeded: place) }
            ranks[Int(source)] = rank
        }
    }

    /// Gives the sources other numbers: `order` has the old ones at the places of the new ones.
    mutating func reorder(_ order: [Int]) {
        var new = places
        for (source, old) in order.enumerated() { new[old] = UInt32(truncatingIfNeeded: source) }
        for place in self.order.indices { self.order[place] = new[Int(self.order[place])] }
        let old = (ranks, places)
        ranks = order.map { old.0[$0] }
        places = order.map { old.1[$0] }
    }

    /// The place of a source's UID among all UIDs.
    func rank(_ source: Int) -> UInt32 { ranks[source] }
    /// The place of a source in the files.
    func place(_ source: Int) -> UInt32 { places[source] }

    /// The sources of a UID, compared by bytes, as they stood in the files.
    func sources(of uid: String, _ uidOfSource: (Int) -> String) -> [Int] {
        let first = order.firstPlace {
            uidOfSource(Int($0)).utf8.lexicographicallyPrecedes(uid.utf8)
        }
        return order[first...].prefix { uidOfSource(Int($0)).utf8.elementsEqual(uid.utf8) }.map { Int($0) }
    }

    /// Bytes in memory.
    var byteCount: Int { (order.capacity + ranks.capacity + places.capacity) * MemoryLayout<UInt32>.stride }

    /// The first eight bytes, as a number that orders as they do.
    private static func prefix(of uid: String) -> UInt64 {
        var prefix: UInt64 = 0
        var count = 0
        for byte in uid.utf8.prefix(8) {
            prefix = prefix << 8 | UInt64(byte)
            count += 1
        }
        return count == 0 ? 0 : prefix << UInt64(8 * (8 - count))
    }
}
