/// Merges the occurrences of many series, each in order, into one order.
///
/// A heap of the streams' next items; an item is made when it is asked for, so a flood of instances costs no memory.
struct OccurrenceMerge {
    private let singles: [SingleOccurrence]
    private var nextSingle = 0
    private let segments: [Segment]
    /// The streams of ``segments``, and of each the next item.
    private var streams: [SegmentItems] = []
    private var items: [SegmentItem] = []
    /// The place of each stream's UID among all of them in the order of their bytes.
    private var ranks: [Int32] = []
    /// The streams that have a next item, as a binary heap: the first is at the root.
    private var heap: [Node] = []
    private let from: Int
    private let includesOngoing: Bool

    /// What a stream is ordered by, as far as numbers go.
    private struct Node {
        var start: Int
        var end: Int
        var rank: Int32
        var stream: Int32
    }

    init(singles: [SingleOccurrence], segments: [Segment], window: OccurrenceWindow) {
        self.singles = singles
        self.segments = segments
        from = window.searchedRange.lowerBound.secondsSince1970
        let to = window.searchedRange.upperBound.secondsSince1970
        includesOngoing = window.includesOngoing
        ranks = Self.ranks(of: segments)
        streams.reserveCapacity(segments.count)
        items.reserveCapacity(segments.count)
        for (stream, segment) in segments.enumerated() {
            streams.append(segment.items(from: from, to: to))
            guard let item = nextItem(of: stream) else {
                items.append(.none)
                continue
            }
            items.append(item)
            heap.append(node(stream))
        }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(place) }
    }

    /// The next occurrence, or nil after the last.
    mutating func next() -> Occurrence? {
        if nextSingle < singles.count, isSingleFirst() {
            nextSingle += 1
            return Occurrence(singles[nextSingle - 1])
        }
        guard let first = heap.first else { return nil }
        let stream = Int(first.stream)
        let occurrence = Occurrence(items[stream], in: segments[stream])
        if let item = nextItem(of: stream) {
            items[stream] = item
            heap[0] = node(stream)
        } else {
            let last = heap.removeLast()
            if heap.isEmpty { return occurrence }
            heap[0] = last
        }
        siftDown(0)
        return occurrence
    }

    private func node(_ stream: Int) -> Node {
        Node(
            start: items[stream].sortStart,
            end: items[stream].sortEnd,
            rank: ranks[stream],
            stream: Int32(truncatingIfNeeded: stream)
        )
    }

    private mutating func nextItem(of stream: Int) -> SegmentItem? {
        while let item = streams[stream].next() {
            if includesOngoing || item.sortStart >= from { return item }
        }
        return nil
    }

    // MARK: - Order

    private mutating func siftDown(_ start: Int) {
        var place = start
        let node = heap[place]
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
            guard precedes(heap[child], node) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = node
    }

    private func precedes(_ left: Node, _ right: Node) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.rank != right.rank { return left.rank < right.rank }
        let originals = (items[Int(left.stream)].instance.sort, items[Int(right.stream)].instance.sort)
        return originals.0 != originals.1 ? originals.0 < originals.1 : left.stream < right.stream
    }

    /// Whether the next single comes before the next item of any stream.
    private func isSingleFirst() -> Bool {
        guard let first = heap.first else { return true }
        let single = singles[nextSingle]
        if single.sortStart != first.start { return single.sortStart < first.start }
        if single.sortEnd != first.end { return single.sortEnd < first.end }
        let item = items[Int(first.stream)]
        let key = OrderKey(
            start: item.sortStart,
            end: item.sortEnd,
            uid: segments[Int(first.stream)].member.uid,
            recurrenceID: item.instance.sort
        )
        return OrderKey(single) <= key
    }

    /// The places of the segments' UIDs in the order of their bytes; one place for one UID.
    private static func ranks(of segments: [Segment]) -> [Int32] {
        var ranks = [Int32](repeating: 0, count: segments.count)
        guard segments.count > 1 else { return ranks }
        let order = segments.indices.sorted {
            OrderKey.precedes(segments[$0].member.uid, segments[$1].member.uid)
        }
        var rank: Int32 = 0
        for (before, segment) in zip([order[0]] + order, order) {
            if segments[before].member.uid.utf8.elementsEqual(segments[segment].member.uid.utf8) == false {
                rank += 1
            }
            ranks[segment] = rank
        }
        return ranks
    }
}
