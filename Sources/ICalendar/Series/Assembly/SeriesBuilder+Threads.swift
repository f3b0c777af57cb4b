extension SeriesBuilder {
    /// What a builder needs that takes over a part of the work.
    struct Share: Sendable {
        let file: String?
        let origin: SeriesMember.Origin
        let context: SeriesContext
        let revisions: RevisionTable
        let resolver: TimeResolver
        let looksAhead: Bool
        let stepsOfRule: Int
    }

    /// How many events, and how many UIDs, are one piece of work.
    private static let (eventsOfShare, groupsOfShare) = (1024, 512)

    /// Hands on a candidate for each event in the order of the file, and looks up its zones in that order, whoever needs
    /// them first later.
    func forEachCandidate(
        of sources: some Sequence<ScheduledEvent>,
        threads: Int,
        _ body: (Candidate) -> Void
    ) {
        let events = Array(sources)
        guard threads > 1, events.count > 2 * Self.eventsOfShare else {
            for (place, event) in events.enumerated() {
                guard let candidate = candidate(event, place: place) else { continue }
                resolver.prepare(for: event)
                body(candidate)
            }
            return
        }
        let share = share
        Workers.mapParts(
            of: events.count,
            size: Self.eventsOfShare,
            threads: threads,
            transform: { (places: Range<Int>) in
                let builder = SeriesBuilder(share)
                var zones = FirstZoneUses()
                var candidates: [Candidate] = []
                candidates.reserveCapacity(places.count)
                for place in places {
                    guard let candidate = builder.candidate(events[place], place: place) else { continue }
                    zones.add(events[place])
                    candidates.append(candidate)
                }
                return (candidates, zones, builder.diagnostics)
            },
            consume: { (part: ([Candidate], FirstZoneUses, [Diagnostic])) in
                for diagnostic in part.2 { note(diagnostic) }
                resolver.prepare(for: part.1)
                for candidate in part.0 { body(candidate) }
            }
        )
    }

    /// Puts the UIDs together; the order of series and remarks is that of one thread.
    func assemble(_ groups: EventGroups, threads: Int) {
        guard threads > 1, groups.count > 2 * Self.groupsOfShare else {
            for number in 0..<groups.count { assemble(groups[number]) }
            return
        }
        let share = share
        Workers.mapParts(
            of: groups.count,
            size: Self.groupsOfShare,
            threads: threads,
            transform: { (numbers: Range<Int>) in
                let builder = SeriesBuilder(share)
                for number in numbers { builder.assemble(groups[number]) }
                return (builder.takeSeries(), builder.diagnostics, builder.resolver)
            },
            consume: { (part: (Series, [Diagnostic], TimeResolver)) in add(part.0, part.1, part.2) }
        )
    }
}
