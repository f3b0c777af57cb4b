extension Segment {
    /// The number of potential instances above which rules are counted arithmetically if possible.
    static let fewInstances = 256

    /// Returns the number of occurrences that overlap the instants `from..<to` and start at `earliest` or later.
    ///
    /// The occurrences are not enumerated, because a FREQ=SECONDLY rule has 126 million instances in four years, and
    /// a calendar may have thousands of rules. Returns nil if a walk is necessary, or if there are at most `few`
    /// instances and a walk is just as fast.
    package func count(
        from: Int,
        to: Int,
        startingFrom earliest: Int,
        unlessThereAre few: Int? = nil
    ) -> Int? {
        let rules = countedRules
        // Each excluded day is counted separately, which takes as long as walking through this many instances.
        let few = few ?? Segment.fewInstances + 128 * base.excludedDays.count
        guard !rules.isEmpty, base.dates.count <= Segment.fewExtras,
            !rules.contains(where: \.plan.isCountedByWalk),
            rules.contains(where: { $0.density.most(inSeconds: seconds(from: from, to: to)) > few }),
            let civil = civilStretch(
                from: from,
                to: to,
                startingFrom: earliest,
                endOfRule: rules.count == 1 ? rules[0].lastKey : .max
            ),
            base.clock.isWall || hasFewChanges(in: civil),
            base.excludedDays.allSatisfy(isFarFromChanges)
        else { return nil }
        let clock = base.clock
        func all(in civil: Range<Int>) -> Int? {
            rules.count == 1
                ? rules[0].count(in: civil, on: clock) : countOfSeveral(rules, in: civil)
        }
        guard var count = all(in: civil) else { return nil }
        if !base.excludedDays.isEmpty {
            let only = rules.count == 1 ? rules[0] : nil
            let last = only?.lastCounted(through: civil.upperBound, on: clock) ?? civil.upperBound
            let stretch = civil.clamped(to: .min..<(last + 1))
            for day in base.excludedDays {
                let seconds = (day * 86_400..<(day + 1) * 86_400).clamped(to: stretch)
                if seconds.isEmpty { continue }
                let excluded =
                    only.map { $0.plan.count(from: seconds.lowerBound, before: seconds.upperBound) }
                    ?? all(in: seconds)
                guard let excluded else { return nil }
                count -= excluded
            }
        }
        func isOnExcludedDay(_ instance: Instance) -> Bool {
            !base.excludedDays.isEmpty && base.excludedDays.contains(floorDivide(instance.civil, 86_400))
        }
        func given(_ key: Int) -> Instance? {
            let key = SeriesKey(key, on: clock)
            return rules.lazy.compactMap { $0.instance(with: key, on: clock) }
                .first { civil.contains($0.civil) && !isOnExcludedDay($0) }
        }
        // Skips the keys of other parts, because a series may have thousands of keys and parts.
        let excluded = base.excludedKeys(above: keys.above, through: keys.through)
        let overridden = overriddenKeys.filter { !base.excludedKeys.contains($0) }.sorted()
        base.remembering {
            for key in excluded where given(key) != nil { count -= 1 }
            for key in overridden where given(key) != nil { count -= 1 }
        }
        for date in base.dates where date.key > keys.above && date.key <= keys.through {
            guard !base.excludedKeys.contains(date.key), !overriddenKeys.contains(date.key),
                !isOnExcludedDay(date), given(date.key) == nil
            else { continue }
            let item = SegmentItem(date, of: self)
            if item.sortStart >= earliest, item.sortStart < to,
                item.sortEnd > from || item.sortEnd == item.sortStart && item.sortStart == from
            {
                count += 1
            }
        }
        return count
    }

    /// Returns the number of occurrences that overlap a range of instants and start at `earliest` or later.
    ///
    /// If a walk is necessary, it stops at `limit`.
    package func count(in searched: Range<Int>, startingFrom earliest: Int, upTo limit: Int) -> Int {
        count(from: searched.lowerBound, to: searched.upperBound, startingFrom: earliest)
            ?? countByWalk(in: searched, startingFrom: earliest, upTo: limit)
    }

    func countByWalk(in searched: Range<Int>, startingFrom earliest: Int, upTo limit: Int = .max) -> Int {
        var items = items(from: searched.lowerBound, to: searched.upperBound)
        var count = 0
        while count < limit, let item = items.nextUnordered() {
            if item.sortStart >= earliest { count += 1 }
        }
        return count
    }

    /// Returns whether the clocks change rarely enough in a range to examine every gap in it.
    ///
    /// Two centuries in any real zone qualify.
    private func hasFewChanges(in civil: Range<Int>) -> Bool {
        let table = base.clock.zone.table
        return !table.isRestless && table.changes(from: civil.lowerBound, to: civil.upperBound) <= 400
    }

    /// Returns whether the clocks do not change near a day, so the day has exactly the instances that the rules
    /// generate.
    private func isFarFromChanges(_ day: Int) -> Bool {
        let table = base.clock.zone.table
        return base.clock.isWall || table.changes(from: (day - 2) * 86_400, to: (day + 3) * 86_400) == 0
    }

    /// The rules that generate nearly all instances, or an empty list if anything besides single keys and days can
    /// exclude instances.
    private var countedRules: [BoundedRule] {
        guard base.exclusionRules.isEmpty, base.periods.isEmpty, overriddenDays.isEmpty,
            base.excludedDays.count
                <= (base.rules.count == 1 ? Segment.fewExtras : Segment.fewExtrasOfSeveral),
            clock.kind == base.clock.kind,
            clock.kind != .allDay,
            base.rules.count <= RecurrenceSet.mostDifferent
        else { return [] }
        return base.rules.count == 1 ? base.rules : base.differentRules
    }

    /// The maximum number of instances to examine one by one while the rest are counted arithmetically.
    private static let fewExtras = 64

    /// The maximum number of excluded days if rules may have instances in common.
    private static let fewExtrasOfSeveral = 4

    /// Returns the length of the time span that contains the starts of all occurrences that may overlap a range of
    /// instants.
    package func seconds(from: Int, to: Int) -> Int {
        let stretch = stretch(from: from, to: to)
        return max(0, stretch.last - stretch.first)
    }

    /// Returns the first and last seconds of the span that ``seconds(from:to:)`` measures, before instances are
    /// shifted.
    package func stretch(from: Int, to: Int) -> (first: Int, last: Int) {
        let slack = disorder
        var first = max(from - shift - length.upperBound - slack, base.start.sort, RulePlan.firstSecond)
        var last = min(to - shift + slack, RulePlan.lastSecond)
        // The wall-clock time of a key is close enough to the key's instant.
        if keys.above > .min { first = max(first, min(keys.above, RulePlan.lastSecond) - slack) }
        if keys.through < .max { last = min(last, max(keys.through, RulePlan.firstSecond) + slack) }
        return (first, last)
    }

    /// Returns the civil times, as rules generate them, of the instances whose occurrences are requested.
    ///
    /// Returns nil if the clocks change so close to a bound that earlier civil times may fall after it.
    private func civilStretch(
        from: Int,
        to: Int,
        startingFrom earliest: Int,
        endOfRule lastKey: Int
    ) -> Range<Int>? {
        guard let end = clock.steadyCivil(atInstant: to),
            var start = firstCivil(endingAfter: from)
        else { return nil }
        if earliest > .min {
            guard let first = clock.steadyCivil(atInstant: earliest) else { return nil }
            start = max(start, first)
        }
        var (low, high) = (start - shift, end - shift)
        if keys.above > .min {
            guard keys.above < .max, let first = base.clock.steadyCivil(ofKey: keys.above + 1) else {
                return nil
            }
            low = max(low, first)
        }
        let through = min(keys.through, lastKey)
        if through < .max {
            guard let last = base.clock.steadyCivil(ofKey: through + 1) else { return nil }
            high = min(high, last)
        }
        return low..<max(low, high)
    }

    /// Returns the first shifted civil time whose occurrence ends after an instant, or has zero length and starts at
    /// the instant.
    func firstCivil(endingAfter from: Int) -> Int? {
        let (days, seconds) =
            switch length {
            case .exact(let seconds): (0, seconds)
            case .nominal(let days, let seconds): (days, seconds)
            }
        if days == 0, seconds == 0 { return clock.steadyCivil(atInstant: from) }
        if clock.isWall {
            return clock.steadyCivil(atInstant: from).map { $0 - days * 86_400 - seconds + 1 }
        }
        if days == 0 { return clock.steadyCivil(atInstant: from - seconds + 1) }
        guard let end = clock.steadyCivil(atInstant: from - seconds) else { return nil }
        let first = end - days * 86_400 + 1
        // An instance that starts in a gap ends as if it had started after the gap.
        return clock.steadyCivil(atInstant: clock.key(ofCivil: first)) == nil ? nil : first
    }
}

extension SeriesClock {
    /// Returns the wall-clock time at an instant, if all earlier civil times precede it and all later ones follow it.
    ///
    /// Returns nil if the clocks change shortly before or after the instant.
    func steadyCivil(atInstant second: Int) -> Int? {
        let span = zone.table.span(atInstant: second)
        guard second - span.low > Self.unsteady, span.high - second > Self.unsteady else { return nil }
        return second + span.offset
    }

    func steadyCivil(ofKey key: Int) -> Int? {
        isWall ? key : steadyCivil(atInstant: key)
    }

    /// A time span longer than any clock change, in seconds.
    private static let unsteady = 2 * TransitionTable.largestOffset
}
