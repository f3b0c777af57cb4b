import HeapModule

/// A walk that merges the parts of an index within a range of instants into one sorted sequence.
struct OccurrenceIndexWalk {
    private let parts: OccurrenceIndexParts
    private let range: Range<Int>
    private let includesOngoing: Bool
    /// A closure that returns whether to skip a source.
    private let isHidden: ((Int) -> Bool)?
    /// The ordered indices of entries that start before the range.
    private let ongoing: [Int]
    private var nextOngoing = 0
    private var entries: Range<Int>
    private var entry: OccurrenceIndexHit?
    /// The table hits for the current part of the range.
    private var hits: [OccurrenceIndexHit] = []
    private var nextHit = 0
    /// The start of the next part of the range; `step` is its width in seconds.
    private var reached: Int
    private var step: Int
    /// The prefetch positions; `touched` is stored so that the compiler does not remove the reads.
    private var touchedEntry = 0
    private var touchedHit = 0
    private var touched = 0
    private var streams: [SegmentItems] = []
    private var heads: Heap<Head> = []

    private struct Head: Comparable {
        var key: OccurrenceKey<UInt32>
        var source: Int
        var stream: Int
        var item: SegmentItem

        static func == (left: Head, right: Head) -> Bool { left.key == right.key }
        static func < (left: Head, right: Head) -> Bool { left.key < right.key }
    }

    /// The approximate number of hits to find at a time, which limits memory use for a wide range.
    private static let hitsAtATime = 2048.0

    /// The number of components to prefetch at a time.
    private static let touchesAtATime = 16

    /// Creates a walk through a range of instants.
    ///
    /// If `asksStreams` is false, the walk skips segments that must be queried individually.
    init(
        _ parts: OccurrenceIndexParts,
        in range: Range<Int>,
        includesOngoing: Bool,
        hiding isHidden: ((Int) -> Bool)? = nil,
        asksStreams: Bool = true
    ) {
        self.isHidden = isHidden
        // No time is this far from 1970, so sums cannot overflow.
        let range = range.clamped(to: -TransitionTable.bound..<TransitionTable.bound)
        self.parts = parts
        self.range = range
        self.includesOngoing = includesOngoing
        entries = parts.entries.places(startingIn: range)
        ongoing =
            includesOngoing
            ? parts.entries.places(before: entries.lowerBound, endingAfter: range.lowerBound) : []
        reached = range.lowerBound
        step = Int(max(3600, min(Self.hitsAtATime / max(parts.tables.rate, 1e-9), 1e12)))
        if asksStreams { startStreams() }
        advanceEntry()
        advanceHits()
    }

    /// Returns the number of occurrences in a range of instants, excluding hidden sources.
    ///
    /// Dense series are counted arithmetically. Other series are walked within the `work` limit (``SearchWork``), and
    /// a diagnostic reports each series that is not counted to its end.
    static func count(
        _ parts: OccurrenceIndexParts,
        in range: Range<Int>,
        includesOngoing: Bool,
        work: Int = .max,
        hiding isHidden: ((Int) -> Bool)? = nil
    ) -> (number: Int, remarks: [Diagnostic]) {
        var walk = OccurrenceIndexWalk(
            parts,
            in: range,
            includesOngoing: includesOngoing,
            hiding: isHidden,
            asksStreams: false
        )
        let searched = walk.range
        let (from, to) = (searched.lowerBound, searched.upperBound)
        let earliest = includesOngoing ? Int.min : from
        var number = walk.countOfHits()
        var segments: [Segment] = []
        for source in parts.streams.sources(in: searched) where isHidden?(source) != true {
            let segment = parts.contents.segment(source).asked(from: from)
            if let known = segment.count(from: from, to: to, startingFrom: earliest) {
                number = number.adding(known)
            } else {
                segments.append(segment)
            }
        }
        var remarks: [Diagnostic] = []
        SearchWork(limit: work, searched: searched).cut(&segments) { remarks.append($0) }
        for segment in segments { number += segment.countByWalk(in: searched, startingFrom: earliest) }
        return (number, remarks)
    }

    /// The next position of the walk, before it is converted to an occurrence.
    enum Step {
        case hit(OccurrenceIndexHit)
        case item(SegmentItem, source: Int)

        var source: Int {
            switch self {
            case .hit(let hit): hit.source
            case .item(_, let source): source
            }
        }

        /// The start and end, in seconds since 1970.
        var times: (start: Int, end: Int) {
            switch self {
            case .hit(let hit): (hit.start, hit.end)
            case .item(let item, _): (item.sortStart, item.sortEnd)
            }
        }
    }

    mutating func nextOccurrence() -> Occurrence? { nextStep().map { parts.contents.occurrence(of: $0) } }

    /// Returns the next position, or nil after the last.
    @inline(__always)
    mutating func nextStep() -> Step? {
        guard let isHidden else { return nextOfAll() }
        while let step = nextOfAll() {
            if !isHidden(step.source) { return step }
        }
        return nil
    }

    @inline(__always)
    private mutating func nextOfAll() -> Step? {
        if nextHit == hits.count { advanceHits() }
        var first = entry
        var isEntry = true
        if nextHit < hits.count {
            let hit = hits[nextHit]
            if let entry, parts.contents.precedes(entry, hit) {
                first = entry
            } else {
                (first, isEntry) = (hit, false)
            }
        }
        if let head = heads.min, first.map({ isBefore(head, $0) }) ?? true {
            if let following = advance(head.stream, of: head.source) {
                heads.replaceMin(with: following)
            } else {
                heads.removeMin()
            }
            return .item(head.item, source: head.source)
        }
        guard let first else { return nil }
        if isEntry { advanceEntry() } else { advanceHit() }
        return .hit(first)
    }

    private mutating func countOfHits() -> Int {
        if isHidden != nil {
            var count = 0
            while nextStep() != nil { count += 1 }
            return count
        }
        var count = ongoing.count - nextOngoing + entries.count + (entry == nil ? 0 : 1)
        repeat {
            count += hits.count - nextHit
            nextHit = hits.count
            advanceHits()
        } while nextHit < hits.count
        return count
    }

    private mutating func advanceEntry() {
        if nextOngoing < ongoing.count {
            entry = parts.entries.hit(ongoing[nextOngoing])
            nextOngoing += 1
        } else if let place = entries.first {
            if place >= touchedEntry {
                touchedEntry = min(place + Self.touchesAtATime, entries.upperBound)
                touched &+= parts.contents.touch(parts.entries.sources(at: place..<touchedEntry))
            }
            entry = parts.entries.hit(place)
            entries = place + 1..<entries.upperBound
        } else {
            entry = nil
        }
    }

    private mutating func advanceHit() {
        nextHit += 1
        guard nextHit >= touchedHit else { return }
        touchedHit = min(nextHit + Self.touchesAtATime, hits.count)
        touched &+= parts.contents.touch(hits[nextHit..<touchedHit].lazy.map(\.source))
    }

    /// Fetches the hits for the next nonempty part of the range.
    private mutating func advanceHits() {
        guard parts.tables.count > 0 else { return }
        while nextHit == hits.count, reached < range.upperBound {
            let (end, isBeyond) = reached.addingReportingOverflow(step)
            let part = reached..<(isBeyond ? range.upperBound : min(end, range.upperBound))
            let isFirst = reached == range.lowerBound
            hits = parts.tables.hits(
                in: part,
                includesOngoing: includesOngoing && isFirst,
                of: parts.contents
            )
            (nextHit, touchedHit) = (0, 0)
            reached = part.upperBound
            // Widens the parts where fewer occurrences than average start, such as after the end of most series.
            if Double(hits.count) < Self.hitsAtATime / 4, step < 1 << 40 { step *= 2 }
            if Double(hits.count) > Self.hitsAtATime * 4, step > 3600 { step /= 2 }
        }
    }

    private mutating func startStreams() {
        let sources = parts.streams.sources(in: range)
        streams.reserveCapacity(sources.count)
        var first: [Head] = []
        for source in sources where isHidden?(source) != true {
            let segment = parts.contents.segment(source).asked(from: range.lowerBound)
            streams.append(segment.items(from: range.lowerBound, to: range.upperBound))
            if let head = advance(streams.count - 1, of: source) { first.append(head) }
        }
        heads = Heap(first)
    }

    private mutating func advance(_ stream: Int, of source: Int) -> Head? {
        while let item = streams[stream].next() {
            if item.sortStart < range.lowerBound, !includesOngoing { continue }
            let key = parts.contents.orderKey(of: item, source: source)
            return Head(key: key, source: source, stream: stream, item: item)
        }
        return nil
    }

    private func isBefore(_ head: Head, _ hit: OccurrenceIndexHit) -> Bool {
        if head.item.sortStart != hit.start { return head.item.sortStart < hit.start }
        return head.key < parts.contents.orderKey(of: hit)
    }
}

extension Segment {
    /// Returns the segment without the rules whose COUNT cannot be evaluated at an instant.
    fileprivate func asked(from instant: Int) -> Segment {
        guard base.rules.contains(where: { $0.isOutOfReach(at: instant) }) else { return self }
        var set = base
        set.rules.removeAll { $0.isOutOfReach(at: instant) }
        return of(set)
    }
}

extension BoundedRule {
    /// Returns whether COUNT cannot be evaluated at an instant in a calendar specified by RSCALE.
    fileprivate func isOutOfReach(at instant: Int) -> Bool {
        guard count != nil, case .scale = plan.engine else { return false }
        return floorDivide(min(lastKey, instant), 86_400) > floorDivide(plan.lastCountable, 86_400)
    }
}
