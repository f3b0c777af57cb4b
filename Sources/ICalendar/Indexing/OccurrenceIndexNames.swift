/// The UIDs of an index in the order of their bytes: what they are found by and, as numbers, what ties are settled by.
struct OccurrenceIndexNames: Sendable {
    /// The sources in the order of their UIDs, those of one UID as they stood in the files.
    private var order: [UInt32]
    /// A number for each source's UID, rising with the UIDs: the same for all sources of one UID.
    private var ranks: [UInt32]
    /// The place of each source before the index laid them out anew.
    private var places: [UInt32]

    /// Sorts UIDs, each given for its source.
    init(of count: Int, uid: @escaping @Sendable (Int) -> String) {
        let sorted = UIDOrder(of: count, threads: Workers.usualCount, uid: uid)
        order = sorted.places.map { UInt32(truncatingIfNeeded: $0) }
        places = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
        ranks = [UInt32](repeating: 0, count: count)
        for (source, rank) in zip(sorted.places, sorted.ranks) { ranks[source] = UInt32(bitPattern: rank) }
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

    /// The number of a source's UID among all UIDs.
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
}
