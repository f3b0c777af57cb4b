/// One occurrence of an index as numbers, before anything is made of it.
struct OccurrenceIndexHit: Sendable {
    /// The instant it starts, in seconds since 1970.
    var start: Int
    var end: Int
    /// What its instance is matched by on the segment's clock; no meaning for singles.
    var key: Int
    /// The place of what describes it: see ``OccurrenceIndexContents/segments``.
    var source: Int
}

/// What an index is made of: occurrences that stand for themselves, and segments of series.
///
/// Both are named by one number, their source: singles first, then segments. They lie in memory as they are found, so
/// that the answer to a question is read in one go.
struct OccurrenceIndexContents: Sendable {
    private(set) var singles: [SingleOccurrence]
    private(set) var segments: [Segment]
    /// What the occurrences of the segments show, apart from the rest so that little memory is read.
    private var faces: [Face] = []
    /// The UIDs in order, and where each source stood in the files.
    private(set) var names: OccurrenceIndexNames

    /// The numbers of the files that the sources are from; empty where nobody asks for them.
    private var files: [UInt32]

    private struct Face: Sendable {
        let frame: OccurrenceFrame
        let length: OccurrenceLength

        init(_ segment: Segment) {
            (frame, length) = (segment.frame, segment.length)
        }
    }

    init(singles: [SingleOccurrence], segments: [Segment], files: [UInt32] = []) {
        self.files = files
        self.singles = singles
        self.segments = segments
        names = OccurrenceIndexNames(of: singles.count + segments.count) {
            $0 < singles.count ? singles[$0].member.uid : segments[$0 - singles.count].member.uid
        }
    }

    /// Lays them out in another order, which names each source once, the singles first.
    mutating func reorder(_ order: [Int]) {
        let count = singles.count
        let (old, oldSegments) = (singles, segments)
        singles = order.prefix(count).map { old[$0] }
        segments = order.dropFirst(count).map { oldSegments[$0 - count] }
        faces = segments.map(Face.init)
        names.reorder(order)
        if !files.isEmpty {
            let unordered = files
            files = order.map { unordered[$0] }
        }
    }

    /// Bytes in memory beyond the singles and the segments themselves.
    var byteCount: Int {
        names.byteCount + faces.capacity * MemoryLayout<Face>.stride
            + files.capacity * MemoryLayout<UInt32>.stride
    }

    /// The number of the file that a source is from; 0 in an index that does not number them.
    func file(_ source: Int) -> Int { files.isEmpty ? 0 : Int(files[source]) }

    /// The sources in the order in which they stood in the files: the singles, and then the segments.
    var sourcesAsRead: [Int] {
        var sources = [Int](repeating: 0, count: singles.count + segments.count)
        for source in sources.indices { sources[Int(names.place(source))] = source }
        return sources
    }

    func member(_ source: Int) -> SeriesMember {
        source < singles.count ? singles[source].member : segments[source - singles.count].member
    }

    func segment(_ source: Int) -> Segment { segments[source - singles.count] }

    /// The order of occurrences: start, end, UID by bytes, original start; then the place in the files.
    @inline(__always)
    func precedes(_ left: OccurrenceIndexHit, _ right: OccurrenceIndexHit) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        return orderKey(of: left) < orderKey(of: right)
    }

    func orderKey(of hit: OccurrenceIndexHit) -> OccurrenceKey<UInt32> {
        OccurrenceKey(
            start: hit.start,
            end: hit.end,
            uid: names.rank(hit.source),
            // A hit of a segment is never shifted: its original start is its start.
            original: hit.source < singles.count ? singles[hit.source].sortRecurrenceID : hit.start,
            place: Int(names.place(hit.source)),
            key: hit.key
        )
    }

    func orderKey(of item: SegmentItem, source: Int) -> OccurrenceKey<UInt32> {
        item.orderKey(names.rank(source), place: Int(names.place(source)))
    }

    func occurrence(of hit: OccurrenceIndexHit) -> Occurrence {
        if hit.source < singles.count { return Occurrence(singles[hit.source]) }
        let face = faces[hit.source - singles.count]
        let clock = face.frame.clock
        let endKey = clock.isWall ? face.length.end(ofKey: hit.key, on: clock) : hit.end
        return Occurrence(face.frame, startKey: hit.key, endKey: endKey, originalKey: hit.key)
    }

    /// Whether an instance of a source that is a segment is taken out: by an EXDATE, or by a component of its own.
    func isTakenOut(_ instance: Instance, of source: Int) -> Bool {
        let place = source - singles.count
        return segments[place].isOverridden(instance) || segments[place].base.excludesByDate(instance)
    }

    /// Reads a little of the components of some sources at once, so that the processor waits for them together and not
    /// one by one; what it gives is of no interest.
    func touch(_ sources: some Sequence<Int>) -> Int {
        var touched = 0
        for source in sources {
            let isDetached =
                source < singles.count
                ? singles[source].isDetached : faces[source - singles.count].frame.isDetached
            if isDetached { touched &+= 1 }
        }
        return touched
    }

    func occurrence(of step: OccurrenceIndexWalk.Step) -> Occurrence {
        switch step {
        case .hit(let hit): occurrence(of: hit)
        case .item(let item, let source): Occurrence(item, in: segment(source))
        }
    }

    func orderKey(of step: OccurrenceIndexWalk.Step) -> OccurrenceKey<UInt32> {
        switch step {
        case .hit(let hit): orderKey(of: hit)
        case .item(let item, let source): orderKey(of: item, source: source)
        }
    }
}

/// The UIDs of an index in the order of their bytes: what they are found by and, as numbers, what ties are settled by.
struct OccurrenceIndexNames: Sendable {
    /// The sources in the order of their UIDs, those of one UID as they stood in the files.
    private var order: [UInt32]
    /// A number for each source's UID, rising with the UIDs: the same for all sources of one UID.
    private var ranks: [UInt32]
    /// The place of each source before the index laid them out anew.
    private var places: [UInt32]

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

    func rank(_ source: Int) -> UInt32 { ranks[source] }
    func place(_ source: Int) -> UInt32 { places[source] }

    /// The sources of a UID, compared by bytes, as they stood in the files.
    func sources(of uid: String, _ uidOfSource: (Int) -> String) -> [Int] {
        let first = order.firstPlace {
            uidOfSource(Int($0)).utf8.lexicographicallyPrecedes(uid.utf8)
        }
        return order[first...].prefix { uidOfSource(Int($0)).utf8.elementsEqual(uid.utf8) }.map { Int($0) }
    }

    var byteCount: Int { (order.capacity + ranks.capacity + places.capacity) * MemoryLayout<UInt32>.stride }
}
