import HeapModule

/// Merges sorted single occurrences and lazily expanded segments into one order.
struct OccurrenceMerge {
    private let singles: [SingleOccurrence]
    private var nextSingle = 0
    private let segments: [Segment]
    private var streams: [SegmentItems] = []
    private var heads: Heap<Head> = []
    private let from: Int
    private let to: Int
    private let window: OccurrenceWindow

    /// The next item of one segment.
    private struct Head: Comparable {
        var key: OrderKey
        var stream: Int
        var item: SegmentItem

        static func == (left: Head, right: Head) -> Bool {
            left.key == right.key && left.stream == right.stream
        }

        static func < (left: Head, right: Head) -> Bool {
            left.key != right.key ? left.key < right.key : left.stream < right.stream
        }
    }

    init(singles: [SingleOccurrence], segments: [Segment], window: OccurrenceWindow) {
        self.singles = singles
        self.segments = segments
        self.window = window
        from = window.searchedRange.lowerBound.secondsSince1970
        to = window.searchedRange.upperBound.secondsSince1970
        streams.reserveCapacity(segments.count)
        var first: [Head] = []
        for segment in segments {
            streams.append(segment.items(from: from, to: to))
            if let head = advance(streams.count - 1) { first.append(head) }
        }
        heads = Heap(first)
    }

    /// The next occurrence, or nil after the last.
    mutating func next() -> Occurrence? {
        if nextSingle < singles.count {
            let single = singles[nextSingle]
            guard let head = heads.min, head.key < OrderKey(single) else {
                nextSingle += 1
                return Occurrence(
                    member: single.member,
                    displayZone: window.zone,
                    start: single.start,
                    end: single.end,
                    recurrenceID: single.recurrenceID,
                    isDetached: single.isDetached
                )
            }
        }
        guard let head = heads.min else { return nil }
        if let following = advance(head.stream) {
            heads.replaceMin(with: following)
        } else {
            heads.removeMin()
        }
        return occurrence(of: head.item, in: segments[head.stream])
    }

    private mutating func advance(_ stream: Int) -> Head? {
        while let item = streams[stream].next() {
            if item.sortStart < from, !window.includesOngoing { continue }
            let key = OrderKey(
                start: item.sortStart,
                end: item.sortEnd,
                uid: segments[stream].member.uid,
                recurrenceID: item.instance.sort
            )
            return Head(key: key, stream: stream, item: item)
        }
        return nil
    }

    private func occurrence(of item: SegmentItem, in segment: Segment) -> Occurrence {
        var recurrenceID: OccurrenceTime?
        if segment.isRecurring {
            let isSameKind = segment.output.kind == segment.base.clock.kind
            recurrenceID = (isSameKind ? segment.output : segment.base.clock).time(ofKey: item.instance.key)
        }
        return Occurrence(
            member: segment.member,
            displayZone: window.zone,
            start: segment.output.time(ofKey: item.startKey),
            end: segment.output.time(ofKey: item.endKey),
            recurrenceID: recurrenceID,
            isDetached: segment.isDetached
        )
    }
}
