/// What ends after the year 9999, which no date of RFC 5545 and no output can name.
extension SeriesBuilder {
    /// Warns where an occurrence ends later than its end can be written.
    func noteLateEnd(_ key: Int, on clock: SeriesClock, of member: SeriesMember) {
        guard clock.civil(ofKey: key) > RulePlan.lastSecond else { return }
        let last = OccurrenceTime.lastSecond
        note(
            Diagnostic(
                .warning,
                .duration,
                line: member.schedule.endLine ?? member.schedule.startLine ?? member.line,
                "an end after the year 9999 cannot be written; it is given as"
                    + " \(clock.kind == .allDay ? last.date.description : last.description)"
            )
        )
    }

    /// Warns where an instance in the window ends later than its end can be written.
    func noteLateEnd(of segment: Segment, _ member: SeriesMember) {
        let (from, to) = (context.searched.lowerBound, context.searched.upperBound)
        // Some days before the end cover every zone.
        guard to > RulePlan.lastSecond - segment.longestPeriod - SeriesClock.slack else { return }
        if let end = segment.endOfLatePeriod(from: from, to: to) {
            return noteLateEnd(end, on: segment.clock, of: member)
        }
        // A rule may have thousands of millions of instances that end earlier.
        guard let first = segment.firstLateKey(before: to) else { return }
        let patience = SetInstances.briefPatience(with: segment.base)
        var items = segment.from(first).items(from: from, to: to, patience: patience)
        var looked = 0
        while looked < 100, let item = items.next() {
            looked += 1
            guard segment.isLate(item.endKey) else { continue }
            return noteLateEnd(item.endKey, on: segment.clock, of: member)
        }
    }
}

extension Segment {
    /// Whether an end is after the year 9999.
    fileprivate func isLate(_ endKey: Int) -> Bool { clock.civil(ofKey: endKey) > RulePlan.lastSecond }

    /// The end of a period of RDATE that touches some instants and ends after the year 9999; nil when there is none.
    fileprivate func endOfLatePeriod(from: Int, to: Int) -> Int? {
        if base.periods.isEmpty || keys.above == .max { return nil }
        let first = keys.above == .min ? 0 : base.firstDate(from: keys.above + 1)
        for date in base.dates[first...] {
            if date.key > keys.through, !base.clock.isWall { return nil }
            guard date.period >= 0, date.key > keys.above, date.key <= keys.through,
                !base.excludesByDate(date), !isOverridden(date)
            else { continue }
            let item = SegmentItem(date, of: self)
            if item.sortStart < to, item.sortEnd > from, isLate(item.endKey) { return item.endKey }
        }
        return nil
    }

    /// A key of the set, unshifted, from which on instances of the usual length end after the year 9999; nil when it is
    /// not before an instant.
    fileprivate func firstLateKey(before to: Int) -> Int? {
        func isLate(_ key: Int) -> Bool { self.isLate(length.end(ofKey: key, on: clock)) }
        var (early, late) = (RulePlan.firstSecond, clock.key(atInstant: to))
        guard isLate(late) else { return nil }
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if isLate(middle) { late = middle } else { early = middle }
        }
        return base.clock.key(ofCivil: clock.civil(ofKey: late) - shift)
    }
}
