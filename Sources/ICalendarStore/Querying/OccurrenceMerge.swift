import ICalendar

/// Goes through several sorted sequences of occurrences as one, in the order of the library: start, end, UID, original
/// start; of what is equal the earlier sequence comes first.
///
/// It is lazy: a sequence is asked for its next occurrence when the one before was given.
struct OccurrenceMerge<Source: Sequence>: IteratorProtocol where Source.Element == Occurrence {
    /// The next occurrence of a sequence.
    private struct Head {
        let key: OccurrenceOrder
        let occurrence: Occurrence
        let source: Int
    }

    private var iterators: [Source.Iterator]
    /// A heap: each one is before those at twice its place, and one and two more.
    private var heads: [Head] = []
    private let zone: Zone

    /// Begins with the first occurrence of each sequence.
    init(_ sources: [Source], zone: Zone) {
        self.zone = zone
        iterators = sources.map { $0.makeIterator() }
        heads.reserveCapacity(iterators.count)
        for source in iterators.indices {
            if let head = head(of: source) { heads.append(head) }
        }
        for place in heads.indices.reversed() { sink(place) }
    }

    /// The next occurrence, and the place of the sequence that it is from.
    mutating func next() -> (source: Int, occurrence: Occurrence)? {
        guard let top = heads.first else { return nil }
        if let head = head(of: top.source) {
            heads[0] = head
        } else {
            let last = heads.removeLast()
            if heads.isEmpty { return (top.source, top.occurrence) }
            heads[0] = last
        }
        sink(0)
        return (top.source, top.occurrence)
    }

    private mutating func head(of source: Int) -> Head? {
        guard let occurrence = iterators[source].next() else { return nil }
        return Head(key: OccurrenceOrder(occurrence, zone), occurrence: occurrence, source: source)
    }

    private mutating func sink(_ place: Int) {
        var place = place
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heads.count {
                if isBefore(heads[child], heads[least]) { least = child }
            }
            guard least != place else { return }
            heads.swapAt(place, least)
            place = least
        }
    }

    private func isBefore(_ left: Head, _ right: Head) -> Bool {
        switch left.key.order(left.occurrence, right.key, right.occurrence, zone) {
        case 0: left.source < right.source
        case let order: order < 0
        }
    }
}

/// When an occurrence takes its place in the order, in seconds since 1970.
private struct OccurrenceOrder {
    let start: Int
    let end: Int

    init(_ occurrence: Occurrence, _ zone: Zone) {
        start = occurrence.start.instant(in: zone).secondsSince1970
        end = occurrence.end.instant(in: zone).secondsSince1970
    }

    /// Less than 0 when this one comes first, 0 when both are alike; UIDs are looked at only where times are equal.
    func order(_ own: Occurrence, _ other: OccurrenceOrder, _ theirs: Occurrence, _ zone: Zone) -> Int {
        if start != other.start { return start < other.start ? -1 : 1 }
        if end != other.end { return end < other.end ? -1 : 1 }
        let (uid, otherUID) = (own.uid.utf8, theirs.uid.utf8)
        if !uid.elementsEqual(otherUID) { return uid.lexicographicallyPrecedes(otherUID) ? -1 : 1 }
        let slot = own.recurrenceID?.instant(in: zone), otherSlot = theirs.recurrenceID?.instant(in: zone)
        guard let slot, let otherSlot, slot != otherSlot else { return 0 }
        return slot < otherSlot ? -1 : 1
    }
}
