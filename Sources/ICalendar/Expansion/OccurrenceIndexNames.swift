/// Finds what belongs to a UID: the sources sorted by the hashes of their UIDs, at 12 bytes each.
struct OccurrenceIndexNames: Sendable {
    private let hashes: [UInt64]
    private let sources: [UInt32]

    /// Sorts the sources of an index.
    init(_ contents: OccurrenceIndexContents) {
        let sorted = (0..<contents.singles.count + contents.segments.count)
            .map { (hash: Self.hash(contents.member($0).uid), source: UInt32(truncatingIfNeeded: $0)) }
            .sorted { ($0.hash, $0.source) < ($1.hash, $1.source) }
        hashes = sorted.map(\.hash)
        sources = sorted.map(\.source)
    }

    /// The sources of a UID, compared by bytes, in order.
    func sources(of uid: String, in contents: OccurrenceIndexContents) -> [Int] {
        let hash = Self.hash(uid)
        let first = hashes.firstPlace { $0 < hash }
        return hashes[first...].prefix { $0 == hash }.indices
            .map { Int(sources[$0]) }
            .filter { contents.member($0).uid.utf8.elementsEqual(uid.utf8) }
    }

    /// Bytes in memory.
    var byteCount: Int { hashes.capacity * 8 + sources.capacity * 4 }

    /// FNV-1a: the same for equal bytes, and quick.
    private static func hash(_ uid: String) -> UInt64 {
        uid.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
