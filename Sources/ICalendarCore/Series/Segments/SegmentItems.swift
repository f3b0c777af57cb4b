import HeapModule

/// One occurrence of a segment, as numbers.
package struct SegmentItem: Sendable, Comparable {
    /// The instance in the set, before the shift.
    package var instance: Instance
    /// The start and end as keys of the segment's clock.
    package var startKey: Int
    package var endKey: Int
    /// The start and end as instants.
    package var sortStart: Int
    package var sortEnd: Int

    package static func < (left: SegmentItem, right: SegmentItem) -> Bool {
        left.orderKey(0) < right.orderKey(0)
    }
}

/// The occurrences of one segment that can overlap a range of instants, computed lazily and in order.
package struct SegmentItems: Sendable {
    private let segment: Segment
    private let from: Int
    private let to: Int
    private var instances: SetInstances
    /// The items that have been read but that later items may still precede.
    private var waiting: Heap<SegmentItem> = []
    private var isExhausted = false
    private var steadiness = Steadiness()
    private var lastTaken = Int.min
    /// The length in seconds of every instance, if instances are in order, are not overridden, and have ends that do
    /// not depend on the zone.
    ///
    /// If set, the segment is not accessed, which avoids a cache miss per instance.
    private let plainLength: Int?
    private let reach: Int
    /// The maximum number of consecutive overridden instances before the sequence ends.
    private let patience: Int

    init(_ segment: Segment, from: Int, to: Int, patience: Int = .max) {
        self.segment = segment
        self.from = from
        self.to = to
        plainLength = segment.isInOrder && !segment.hasOverrides ? segment.length.seconds : nil
        reach = Self.reach(of: segment)
        self.patience = patience
        let bounds = segment.keys(from: from, to: to)
        instances = segment.base.instances(
            from: bounds.first,
            datesFrom: bounds.firstDate,
            through: bounds.last,
            patience: patience
        )
    }

    @inline(__always)
    package mutating func next() -> SegmentItem? {
        if let plainLength { return nextPlain(plainLength) }
        return segment.isInOrder ? nextOfAnyKind() : nextInOrder()
    }

    @inline(never)
    private mutating func nextInOrder() -> SegmentItem? {
        while true {
            // An item can be returned once no remaining item can start at the same time or earlier.
            if let first = waiting.min, isExhausted || first.sortStart < lastTaken - reach {
                return waiting.popMin()
            }
            if isExhausted { return nil }
            guard let item = nextOfAnyKind() else {
                isExhausted = true
                continue
            }
            lastTaken = max(lastTaken, item.sortStart)
            // If the clocks do not change for days, shifted times remain in order.
            if waiting.isEmpty, steadiness.isSteady(at: item, of: segment) { return item }
            waiting.insert(item)
        }
    }

    /// Returns the next item in set order, or nil after the last; suitable for counting.
    @inline(__always)
    mutating func nextUnordered() -> SegmentItem? {
        if let plainLength { return nextPlain(plainLength) }
        return nextOfAnyKind()
    }

    @inline(never)
    private mutating func nextOfAnyKind() -> SegmentItem? {
        var overridden = 0
        while overridden < patience, let instance = instances.next() {
            if segment.hasOverrides, segment.isOverridden(instance) {
                overridden += 1
                continue
            }
            let item = item(for: instance)
            if item.sortStart < to,
                item.sortEnd > from || (item.sortEnd == item.sortStart && item.sortStart == from)
            {
                return item
            }
        }
        return nil
    }

    /// Returns the next item of a segment in which all items have the same length in seconds and all keys are
    /// instants.
    @inline(__always)
    private mutating func nextPlain(_ length: Int) -> SegmentItem? {
        while let instance = instances.next() {
            let (start, end) = (instance.key, instance.key + length)
            guard start < to, end > from || (length == 0 && start == from) else { continue }
            return SegmentItem(
                instance: instance,
                startKey: start,
                endKey: end,
                sortStart: start,
                sortEnd: end
            )
        }
        return nil
    }

    /// The current time spans in which the clocks do not change, excluding times close to a change.
    private struct Steadiness {
        private var original = 0..<0
        private var shifted = 0..<0

        /// Returns whether no later instance of the set can precede this item.
        mutating func isSteady(at item: SegmentItem, of segment: Segment) -> Bool {
            // Instances on one day are merged into a single date, and their order by end is unknown until all have
            // been read.
            guard segment.clock.kind != .allDay || segment.base.periods.isEmpty else { return false }
            if !original.contains(item.instance.sort) {
                original = segment.base.clock.steadyTimes(around: item.instance.sort)
            }
            if !shifted.contains(item.sortStart) {
                shifted = segment.clock.steadyTimes(around: item.sortStart)
            }
            return original.contains(item.instance.sort) && shifted.contains(item.sortStart)
        }
    }

    /// Returns the maximum time, in seconds, by which an item can start before the latest item already read.
    static func reach(of segment: Segment) -> Int {
        if segment.shift == 0, segment.clock.kind == segment.base.clock.kind { return 0 }
        // One clock may repeat times while the other skips times, and two changes may be close together.
        let tables = (segment.base.clock.zone.table, segment.clock.zone.table)
        if tables.0.isRestless || tables.1.isRestless { return SeriesClock.slack }
        let days = segment.clock.kind == .allDay ? 2 * 86_400 : 0
        return min(SeriesClock.slack, 2 * (tables.0.largestOverlap + tables.1.largestGap) + days + 1)
    }

    private func item(for instance: Instance) -> SegmentItem {
        SegmentItem(instance, of: segment)
    }
}

extension SegmentItem {
    package init(_ instance: Instance, of segment: Segment) {
        var start = instance
        if segment.shift != 0 || segment.clock.kind != segment.base.clock.kind {
            var civil = instance.civil + segment.shift
            if segment.clock.kind == .allDay { civil = floorDivide(civil, 86_400) * 86_400 }
            start = segment.clock.instance(atCivil: civil)
        }
        let length =
            instance.period >= 0 ? segment.base.periods[Int(instance.period)] : segment.length
        let endKey = length.end(ofKey: start.key, on: segment.clock)
        self.init(
            instance: instance,
            startKey: start.key,
            endKey: endKey,
            sortStart: start.sort,
            sortEnd: max(start.sort, segment.clock.sort(ofKey: endKey))
        )
    }
}

extension Segment {
    /// The memory needed to walk the rules, in units of about a hundred bytes.
    package var room: Int {
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.room } }
        return sum(base.rules) + sum(base.exclusionRules)
    }

    /// Whether walking the rules takes too much memory to keep for long.
    var isRoomy: Bool { room > 4 }
}
