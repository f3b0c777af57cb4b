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
/// Both are named by one number, their source: singles first, then segments, each in the order of the files.
struct OccurrenceIndexContents: Sendable {
    /// Occurrences that stand for themselves.
    var singles: [SingleOccurrence] = []
    /// The recurring parts.
    var segments: [Segment] = []

    /// What describes a source.
    func member(_ source: Int) -> SeriesMember {
        source < singles.count ? singles[source].member : segments[source - singles.count].member
    }

    /// The segment of a source that is one.
    func segment(_ source: Int) -> Segment { segments[source - singles.count] }

    /// The instant of the original start; a hit of a segment is never shifted, so that it is the start.
    private func original(of hit: OccurrenceIndexHit) -> Int {
        hit.source < singles.count ? singles[hit.source].sortRecurrenceID : hit.start
    }

    /// The order of occurrences: start, end, UID by bytes, original start; then the place in the files.
    func precedes(_ left: OccurrenceIndexHit, _ right: OccurrenceIndexHit) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.source != right.source {
            let (uid, other) = (member(left.source).uid, member(right.source).uid)
            if !uid.utf8.elementsEqual(other.utf8) { return uid.utf8.lexicographicallyPrecedes(other.utf8) }
        }
        let (original, other) = (original(of: left), original(of: right))
        if original != other { return original < other }
        return left.source != right.source ? left.source < right.source : left.key < right.key
    }

    /// The key by which a hit is ordered among items of segments that are asked one by one.
    func orderKey(of hit: OccurrenceIndexHit) -> OrderKey {
        OrderKey(start: hit.start, end: hit.end, uid: member(hit.source).uid, recurrenceID: original(of: hit))
    }

    /// The occurrence of a hit.
    func occurrence(of hit: OccurrenceIndexHit, displayZone: Zone) -> Occurrence {
        if hit.source < singles.count {
            let single = singles[hit.source]
            return Occurrence(
                member: single.member,
                displayZone: displayZone,
                start: single.start,
                end: single.end,
                recurrenceID: single.recurrenceID,
                isDetached: single.isDetached
            )
        }
        let segment = segments[hit.source - singles.count]
        let endKey = segment.clock.isWall ? segment.length.end(ofKey: hit.key, on: segment.clock) : hit.end
        let start = segment.output.time(ofKey: hit.key)
        return Occurrence(
            member: segment.member,
            displayZone: displayZone,
            start: start,
            end: segment.output.time(ofKey: endKey),
            recurrenceID: segment.isRecurring ? start : nil,
            isDetached: segment.isDetached
        )
    }

    /// The occurrence of an item of a segment that was asked for its items.
    func occurrence(of item: SegmentItem, source: Int, displayZone: Zone) -> Occurrence {
        let segment = segments[source - singles.count]
        var original: OccurrenceTime?
        if segment.isRecurring {
            let isSameKind = segment.output.kind == segment.base.clock.kind
            original = (isSameKind ? segment.output : segment.base.clock).time(ofKey: item.instance.key)
        }
        return Occurrence(
            member: segment.member,
            displayZone: displayZone,
            start: segment.output.time(ofKey: item.startKey),
            end: segment.output.time(ofKey: item.endKey),
            recurrenceID: original,
            isDetached: segment.isDetached
        )
    }
}
