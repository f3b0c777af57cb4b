/// One occurrence of an index as numbers, before anything is made of it.
struct OccurrenceIndexHit: Sendable {
    /// The instant it starts, in seconds since 1970.
    var start: Int
    /// The instant it ends.
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
    /// Occurrences that stand for themselves.
    private(set) var singles: [SingleOccurrence]
    /// The recurring parts.
    private(set) var segments: [Segment]
    /// What the occurrences of the segments show, apart from the rest so that little memory is read.
    private var faces: [Face] = []
    /// The UIDs in order, and where each source stood in the files.
    private(set) var names: OccurrenceIndexNames

    /// The numbers of the files that the sources are from; empty where nobody asks for them.
    private var files: [UInt32]

    /// What every occurrence of a segment shows.
    private struct Face: Sendable {
        let frame: OccurrenceFrame
        let length: OccurrenceLength

        init(_ segment: Segment) {
            (frame, length) = (segment.frame, segment.length)
        }
    }

    /// Contents in the order of the files.
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

    /// What describes a source.
    func member(_ source: Int) -> SeriesMember {
        source < singles.count ? singles[source].member : segments[source - singles.count].member
    }

    /// The segment of a source that is one.
    func segment(_ source: Int) -> Segment { segments[source - singles.count] }

    /// The order of occurrences: start, end, UID by bytes, original start; then the place in the files.
    @inline(__always)
    func precedes(_ left: OccurrenceIndexHit, _ right: OccurrenceIndexHit) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        return orderKey(of: left) < orderKey(of: right)
    }

    /// The key by which a hit is ordered.
    func orderKey(of hit: OccurrenceIndexHit) -> OccurrenceIndexKey {
        // A hit of a segment is never shifted: its original start is its start.
        let original = hit.source < singles.count ? singles[hit.source].sortRecurrenceID : hit.start
        return key(start: hit.start, end: hit.end, original: original, of: hit.source, hit.key)
    }

    /// The key by which an item of a segment is ordered.
    func orderKey(of item: SegmentItem, source: Int) -> OccurrenceIndexKey {
        let key = item.instance.key
        return self.key(
            start: item.sortStart,
            end: item.sortEnd,
            original: item.instance.sort,
            of: source,
            key
        )
    }

    private func key(start: Int, end: Int, original: Int, of source: Int, _ key: Int) -> OccurrenceIndexKey {
        OccurrenceIndexKey(
            start: start,
            end: end,
            rank: names.rank(source),
            original: original,
            place: names.place(source),
            key: key
        )
    }

    /// The occurrence of a hit.
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

    /// The occurrence of an item of a segment that was asked for its items.
    func occurrence(of item: SegmentItem, source: Int) -> Occurrence {
        Occurrence(item, in: segments[source - singles.count])
    }
}

/// The order of the occurrences of an index, in numbers alone.
struct OccurrenceIndexKey: Comparable {
    var start: Int
    var end: Int
    /// The place of the UID among all UIDs by their bytes.
    var rank: UInt32
    /// The instant of the original start.
    var original: Int
    /// The place of the source in the files.
    var place: UInt32
    /// What the instance is matched by.
    var key: Int

    static func < (left: OccurrenceIndexKey, right: OccurrenceIndexKey) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.rank != right.rank { return left.rank < right.rank }
        if left.original != right.original { return left.original < right.original }
        return left.place != right.place ? left.place < right.place : left.key < right.key
    }
}
