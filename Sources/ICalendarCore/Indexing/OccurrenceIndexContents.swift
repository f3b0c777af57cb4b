/// One occurrence in an index, in numeric form.
struct OccurrenceIndexHit: Sendable {
    /// The start, in seconds since 1970.
    var start: Int
    var end: Int
    /// The key that identifies the instance on the segment's clock; unused for single events.
    var key: Int
    /// The index of the single event or segment: see ``OccurrenceIndexContents/segments``.
    var source: Int
}

/// The contents of an index: single occurrences and segments of series.
///
/// A single number, the source, identifies both kinds: single events come first, then segments. Sources are stored in
/// query order, which makes memory access sequential.
struct OccurrenceIndexContents: Sendable {
    private(set) var singles: [SingleOccurrence]
    private(set) var segments: [Segment]
    /// The parts of segments that occurrences need, stored separately to reduce memory access.
    private var faces: [Face] = []
    /// The sorted UIDs, and the original file position of each source.
    private(set) var names: OccurrenceIndexNames

    /// The file number of each source; empty if the index does not number files.
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

    /// Reorders the sources; `order` contains each source once, single events first.
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

    /// The number of bytes used in addition to the single events and the segments themselves.
    var byteCount: Int {
        names.byteCount + faces.capacity * MemoryLayout<Face>.stride
            + files.capacity * MemoryLayout<UInt32>.stride
    }

    /// Returns the number of the file that contains a source, or 0 if the index does not number files.
    func file(_ source: Int) -> Int { files.isEmpty ? 0 : Int(files[source]) }

    /// The sources in file order: the single events, followed by the segments.
    var sourcesAsRead: [Int] {
        var sources = [Int](repeating: 0, count: singles.count + segments.count)
        for source in sources.indices { sources[Int(names.place(source))] = source }
        return sources
    }

    func member(_ source: Int) -> SeriesMember {
        source < singles.count ? singles[source].member : segments[source - singles.count].member
    }

    func segment(_ source: Int) -> Segment { segments[source - singles.count] }

    /// Returns whether one occurrence precedes another by start, end, UID bytes, original start, and file position.
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
            // A segment's hit is never shifted, so its original start equals its start.
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

    /// Returns whether an EXDATE or a separate component removes an instance of a segment.
    func isTakenOut(_ instance: Instance, of source: Int) -> Bool {
        let place = source - singles.count
        return segments[place].isOverridden(instance) || segments[place].base.excludesByDate(instance)
    }

    /// Reads a few bytes of several components at once to make their memory accesses overlap.
    ///
    /// The return value is meaningless.
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

/// The UIDs of an index in byte order, used for lookup and, as ranks, to break ties.
struct OccurrenceIndexNames: Sendable {
    /// The sources ordered by UID; sources with the same UID remain in file order.
    private var order: [UInt32]
    /// The rank of each source's UID in ascending order; sources with the same UID share a rank.
    private var ranks: [UInt32]
    /// The position of each source before the index reordered it.
    private var places: [UInt32]

    init(of count: Int, uid: @escaping @Sendable (Int) -> String) {
        let sorted = OccurrenceSources.orderOfUIDs(count, threads: Workers.usualCount, uid: uid)
        order = sorted.places.map { UInt32(truncatingIfNeeded: $0) }
        places = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
        ranks = [UInt32](repeating: 0, count: count)
        for (source, rank) in zip(sorted.places, sorted.ranks) { ranks[source] = UInt32(bitPattern: rank) }
    }

    /// Renumbers the sources; `order` contains the old number for each new position.
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

    /// Returns, in file order, the sources with a UID, comparing UIDs by bytes.
    func sources(of uid: String, _ uidOfSource: (Int) -> String) -> [Int] {
        let first = order.firstPlace {
            uidOfSource(Int($0)).utf8.lexicographicallyPrecedes(uid.utf8)
        }
        return order[first...].prefix { uidOfSource(Int($0)).utf8.elementsEqual(uid.utf8) }.map { Int($0) }
    }

    var byteCount: Int { (order.capacity + ranks.capacity + places.capacity) * MemoryLayout<UInt32>.stride }
}
