/// From masters and the overrides for all that follow to the parts of a series.
extension SeriesAssembly {
    /// Cuts a master into the part that it describes itself, and one part for each override of all that follow.
    func cut(_ master: Master) {
        let futures = master.futures.count > 1 ? master.futures.sorted { $0.key < $1.key } : master.futures
        if futures.isEmpty {
            return builder.addSegment(
                of: master.candidate,
                master.set,
                master.length,
                through: .max,
                overriddenKeys: master.keys,
                overriddenDays: master.days
            )
        }
        var master = master
        // Each part has its own, as there may be thousands of both.
        master.set.sortExcludedKeys()
        let overriddenKeys = master.keys.sorted()
        func overridden(above lower: Int, through upper: Int) -> Set<Int> {
            Set(overriddenKeys.part(above: lower, through: upper))
        }
        let first = futures[0].key
        builder.addSegment(
            of: master.candidate,
            master.set,
            master.length,
            through: first,
            overriddenKeys: overridden(above: .min, through: first),
            overriddenDays: master.days
        )
        for (index, future) in futures.enumerated() {
            let next = index + 1 < futures.count ? futures[index + 1].key : Int.max
            let segment = segment(
                after: future,
                through: next,
                of: master,
                overriddenKeys: overridden(above: future.key, through: next)
            )
            builder.add(segment, describedBy: future.candidate)
        }
    }

    private func segment(
        after future: Future,
        through last: Int,
        of master: Master,
        overriddenKeys: Set<Int>
    ) -> Segment {
        let override = future.candidate
        let set = master.set
        if override.schedule.start == nil {
            // It cancels all that follow where they are.
            return Segment(
                base: set,
                describedBy: override.member,
                keys: (above: future.key, through: last),
                clock: set.clock,
                output: set.clock,
                shift: 0,
                length: master.length,
                isDetached: true,
                isRecurring: true,
                displayZone: builder.context.displayZone,
                overriddenKeys: overriddenKeys,
                overriddenDays: master.days
            )
        }
        let own = builder.resolver.clock(for: override.start, line: override.schedule.startLine)
        let startKey = own.key(ofCivil: override.start.civil.secondNumber)
        var civil = override.start.civil.secondNumber
        // A start in another zone than the master's is moved there first: the shift is one of the master's zone.
        if set.clock.kind == .zoned, own.kind == .zoned, own.zone != set.clock.zone {
            civil = set.clock.civil(ofKey: startKey)
        }
        let clock = own.kind == set.clock.kind ? set.clock : own
        return Segment(
            base: set,
            describedBy: override.member,
            keys: (above: future.key, through: last),
            clock: clock,
            output: own.kind == .zoned && clock.kind == .zoned ? own : clock,
            shift: civil - future.civil,
            length: builder.length(of: override, startKey: startKey, clock: own, noting: false),
            isDetached: true,
            isRecurring: true,
            displayZone: builder.context.displayZone,
            overriddenKeys: overriddenKeys,
            overriddenDays: master.days
        )
    }
}
