import ICalendarCore

/// The busy times in a window, by type.
struct BusyTimeline {
    /// The requested range in seconds since 1970.
    ///
    /// The end of the range moves earlier if there are too many times to collect.
    private(set) var bounds: Range<Int>
    private var kinds: [BusyPeriod.FreeBusyType: [Range<Int>]] = [:]
    private let limit: Int

    init(_ bounds: Range<Int>, limit: Int) {
        self.bounds = bounds
        self.limit = max(1, limit)
    }

    mutating func add(_ range: Range<Int>, _ kind: BusyPeriod.FreeBusyType) {
        let range = range.clamped(to: bounds)
        if !range.isEmpty, kind != .free { kinds[kind, default: []].append(range) }
    }

    /// Adds the times of all busy occurrences, which must be sorted by start.
    ///
    /// Visits at most `mostVisits` occurrences.
    mutating func add(
        _ occurrences: some Sequence<Occurrence>,
        in zone: Zone,
        upTo mostVisits: Int,
        judgedBy judge: BusyJudge
    ) {
        var judgement = BusyJudgement(judge)
        var ranges: [BusyPeriod.FreeBusyType: TimeRanges] = [:]
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
            // Adjacent times are merged, so many occurrences may form few periods.
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

    /// Removes all times from the given second since 1970 onward.
    mutating func end(at second: Int) {
        bounds = bounds.lowerBound..<max(bounds.lowerBound, min(bounds.upperBound, second))
    }

    /// The times of each type, excluding those where a type with higher precedence applies.
    var times: [(kind: BusyPeriod.FreeBusyType, ranges: TimeRanges)] {
        var taken = TimeRanges()
        return BusyPeriod.FreeBusyType.taken.map { kind in
            let all = TimeRanges(kinds[kind] ?? []).clamped(to: bounds)
            let ranges = all.subtracting(taken)
            taken = taken.union(all)
            return (kind, ranges)
        }
    }
}

extension Occurrence {
    /// Returns the occurrence's busy range in seconds since 1970.
    ///
    /// Dates and floating times are read in `zone`.
    func seconds(in zone: Zone) -> Range<Int> {
        let start = start.instant(in: zone).secondsSince1970
        return start..<max(start, end.instant(in: zone).secondsSince1970)
    }
}
