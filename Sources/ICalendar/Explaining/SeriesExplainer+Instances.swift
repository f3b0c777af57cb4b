extension SeriesExplainer {
    /// The instances of the window, the dropped ones too, and whether there are more than `limit`.
    func instances(
        _ provenances: [SetProvenance?],
        limit: Int
    ) -> (entries: [SeriesExplanation.Entry], isCut: Bool) {
        let places = series.segments.first.map {
            OverridePlaces(series.singles, on: $0.base.clock, builder: builder)
        }
        var found: [(key: OrderKey, entry: SeriesExplanation.Entry)] = []
        for single in series.singles where window.includes(single) {
            found.append((OrderKey(single), entry(for: single)))
        }
        var current: SetProvenance?
        // What starts later cannot be among the first.
        var latest = Int.max
        var isCut = false
        for (segment, provenance) in zip(series.segments, provenances) {
            current = provenance ?? current
            guard let current, let places else { continue }
            let items = items(of: segment, atMost: limit, through: latest)
            for item in items {
                let key = OrderKey(
                    start: item.sortStart,
                    end: item.sortEnd,
                    uid: "",
                    recurrenceID: item.instance.sort
                )
                found.append((key, entry(for: item, of: segment, current, places)))
            }
            // Thousands of events can share a UID.
            if found.count > limit.multiplied(by: 2).adding(64) {
                found = Array(Self.sorted(found).prefix(limit.adding(1)))
                latest = found.last?.key.start ?? latest
                isCut = true
            }
        }
        let sorted = Self.sorted(found).map(\.entry)
        return (Array(sorted.prefix(limit)), isCut || sorted.count > limit)
    }

    /// In order; those that nothing tells apart stay as they are.
    private static func sorted(
        _ found: [(key: OrderKey, entry: SeriesExplanation.Entry)]
    ) -> [(key: OrderKey, entry: SeriesExplanation.Entry)] {
        found.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
    }

    /// The instances of a segment that overlap the window, nothing taken out; one more than `limit` tells that there
    /// are more.
    private func items(of segment: Segment, atMost limit: Int, through latest: Int) -> [SegmentItem] {
        var walk = segment.unfiltered.items(
            from: window.searchedRange.lowerBound.secondsSince1970,
            to: window.searchedRange.upperBound.secondsSince1970
        )
        var items: [SegmentItem] = []
        while items.count <= limit, let item = walk.next(), item.sortStart <= latest {
            if item.sortStart < window.searchedRange.lowerBound.secondsSince1970, !window.includesOngoing {
                continue
            }
            items.append(item)
        }
        return items
    }

    private func entry(for single: SingleOccurrence) -> SeriesExplanation.Entry {
        let line = single.member.event.component.line
        return SeriesExplanation.Entry(
            start: single.start,
            end: single.end,
            originalStart: single.recurrenceID == single.start ? nil : single.recurrenceID,
            sources: single.isDetached ? [.override(line: line)] : [.start],
            fate: fate(of: single.member.event),
            line: line
        )
    }

    private func entry(
        for item: SegmentItem,
        of segment: Segment,
        _ provenance: SetProvenance,
        _ places: OverridePlaces
    ) -> SeriesExplanation.Entry {
        let instance = item.instance
        var fate = fate(of: segment.member.event)
        if segment.isOverridden(instance), let override = places.override(of: instance) {
            fate = .replaced(line: override.member.event.component.line, start: override.start)
        } else if let exclusion = provenance.exclusion(of: instance) {
            fate = exclusion
        }
        let start = segment.output.time(ofKey: item.startKey)
        let original = segment.base.clock.time(ofKey: instance.key)
        let isMoved = segment.shift != 0 || segment.clock.kind != segment.base.clock.kind
        return SeriesExplanation.Entry(
            start: start,
            end: segment.output.time(ofKey: item.endKey),
            originalStart: isMoved ? original : nil,
            sources: provenance.sources(of: instance),
            fate: fate,
            line: segment.member.event.component.line
        )
    }

    private func fate(of event: Event) -> SeriesExplanation.Fate {
        event.status == .cancelled ? .cancelled(isHidden: options.hidesCancelled) : .shown
    }
}

extension Segment {
    /// The same part of the series with nothing taken out.
    fileprivate var unfiltered: Segment {
        var set = base
        set.exclusionRules = []
        set.excludedKeys = []
        set.excludedDays = []
        return of(set, keepsOverrides: false)
    }
}
