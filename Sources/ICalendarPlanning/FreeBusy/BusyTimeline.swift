import ICalendarCore

/// Gathers the times of a window that are taken, each kind by itself.
struct BusyTimeline {
    /// The seconds since 1970 that are asked for; the end moves forward when there is too much to gather.
    private(set) var bounds: Range<Int>
    private var kinds: [BusyPeriod.Kind: [Range<Int>]] = [:]
    private let limit: Int

    init(_ bounds: Range<Int>, limit: Int) {
        self.bounds = bounds
        self.limit = max(1, limit)
    }

    mutating func add(_ range: Range<Int>, _ kind: BusyPeriod.Kind) {
        let range = range.clamped(to: bounds)
        if !range.isEmpty, kind != .free { kinds[kind, default: []].append(range) }
    }

    /// Adds the times of all occurrences that take some, given in the order of their starts, and looks at no more than so
    /// many.
    mutating func add(
        _ occurrences: some Sequence<Occurrence>,
        in zone: Zone,
        upTo mostVisits: Int,
        judgedBy judge: BusyJudge
    ) {
        var judgement = BusyJudgement(judge)
        var ranges: [BusyPeriod.Kind: TimeRanges] = [:]
        var (count, visits) = (0, 0)
        for occurrence in occurrences {
            let range = occurrence.seconds(in: zone)
            guard range.lowerBound < bounds.upperBound else { break }
            let clamped = range.clamped(to: bounds)
            visits += 1
            if visits > mostVisits {
                end(at: clamped.lowerBound)
                break
            }
            guard !clamped.isEmpty else { continue }
            let kind = judgement.kind(of: occurrence)
            guard kind != .free else { continue }
            // What runs on makes no new period, so a flood of occurrences need not be one of periods.
            let before = ranges[kind]?.ranges.count ?? 0
            ranges[kind, default: TimeRanges()].append(clamped)
            count += (ranges[kind]?.ranges.count ?? 0) - before
            if count > limit {
                end(at: clamped.lowerBound)
                break
            }
        }
        for (kind, ranges) in ranges { kinds[kind, default: []] += ranges.ranges }
    }

    /// Leaves out everything from an instant on.
    mutating func end(at second: Int) {
        bounds = bounds.lowerBound..<max(bounds.lowerBound, min(bounds.upperBound, second))
    }

    /// The times of each kind, without those that a stronger kind takes.
    var times: [(kind: BusyPeriod.Kind, ranges: TimeRanges)] {
        var taken = TimeRanges()
        return BusyPeriod.Kind.taken.map { kind in
            let all = TimeRanges(kinds[kind] ?? []).clamped(to: bounds)
            let ranges = all.subtracting(taken)
            taken = taken.union(all)
            return (kind, ranges)
        }
    }
}

extension Occurrence {
    /// The seconds since 1970 that it takes; dates and floating times are read in a zone.
    func seconds(in zone: Zone) -> Range<Int> {
        let start = start.instant(in: zone).secondsSince1970
        return start..<max(start, end.instant(in: zone).secondsSince1970)
    }
}
