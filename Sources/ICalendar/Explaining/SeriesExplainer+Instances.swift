extension SeriesExplainer {
    /// An instance that may be listed: what is said of it is worked out when it is known to be among the first.
    private enum Candidate {
        case single(SingleOccurrence)
        /// With the place of the master's provenance.
        case item(SegmentItem, of: Segment, master: Int)
    }

    /// The instances of the window, the dropped ones too, and whether there are more than `limit`.
    func instances(
        _ provenances: [SetProvenance?],
        limit: Int,
        _ budget: inout SearchBudget,
        _ remarks: inout DiagnosticList
    ) -> (entries: [SeriesExplanation.Entry], isCut: Bool) {
        var found: [(key: OrderKey, candidate: Candidate)] = []
        for single in series.singles where window.includes(single) {
            found.append((OrderKey(single), .single(single)))
        }
        // What is taken out is shown, too.
        var unfiltered = series.segments.map(\.unfiltered)
        budget.cut(&unfiltered, searched: window.seconds, remarks: &remarks)
        var master: Int?
        // What starts later cannot be among the first.
        var latest = Int.max
        var isCut = false
        for (place, segment) in series.segments.enumerated() {
            if provenances[place] != nil { master = place }
            guard let master else { continue }
            for item in items(of: unfiltered[place], atMost: limit, through: latest) {
                let key = OrderKey(
                    start: item.sortStart,
                    end: item.sortEnd,
                    uid: "",
                    recurrenceID: item.instance.sort
                )
                found.append((key, .item(item, of: segment, master: master)))
            }
            // Thousands of events can share a UID.
            if found.count > limit.multiplied(by: 2).adding(64) {
                found = Array(Self.sorted(found).prefix(limit.adding(1)))
                latest = found.last?.key.start ?? latest
                isCut = true
            }
        }
        let listed = Self.sorted(found).prefix(limit)
        return (entries(for: listed.map(\.candidate), provenances), isCut || found.count > limit)
    }

    private func entries(
        for candidates: [Candidate],
        _ provenances: [SetProvenance?]
    ) -> [SeriesExplanation.Entry] {
        let places = series.segments.first.map {
            OverridePlaces(series.singles, on: $0.base.clock, builder: builder)
        }
        var entries = [SeriesExplanation.Entry?](repeating: nil, count: candidates.count)
        var ofMasters: [Int: [Int]] = [:]
        for (place, candidate) in candidates.enumerated() {
            switch candidate {
            case .single(let single): entries[place] = entry(for: single)
            case .item(_, of: _, let master): ofMasters[master, default: []].append(place)
            }
        }
        for (master, candidatePlaces) in ofMasters {
            guard let provenance = provenances[master], let places else { continue }
            // A hundred rules may give each instance.
            var sources: [SeriesExplanation.Source] = []
            // One after the other, as what their rules remember takes room.
            provenance.set.remembering {
                for place in candidatePlaces {
                    guard case .item(let item, of: let segment, _) = candidates[place] else { continue }
                    let own = provenance.sources(of: item.instance)
                    if own != sources { sources = own }
                    entries[place] = entry(for: item, of: segment, from: sources, provenance, places)
                }
            }
        }
        return entries.compactMap(\.self)
    }

    /// In order; those that nothing tells apart stay as they are.
    private static func sorted(
        _ found: [(key: OrderKey, candidate: Candidate)]
    ) -> [(key: OrderKey, candidate: Candidate)] {
        found.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
    }

    /// The instances of a segment that overlap the window; one more than `limit` tells that there are more.
    private func items(of segment: Segment, atMost limit: Int, through latest: Int) -> [SegmentItem] {
        let (from, to) = (window.seconds.lowerBound, window.seconds.upperBound)
        if let earliest = segment.earliestStart, earliest > latest { return [] }
        var walk = segment.items(from: from, to: to)
        var items: [SegmentItem] = []
        while items.count <= limit, let item = walk.next(), item.sortStart <= latest {
            if item.sortStart < from, !window.includesOngoing { continue }
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
        from sources: [SeriesExplanation.Source],
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
            sources: sources,
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
