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
        let reach = RulePlan.lastSecond - segment.longestPeriod - 200_000
        guard to > reach else { return }
        var items = segment.items(from: max(from, reach), to: to)
        while let item = items.next() {
            guard segment.clock.civil(ofKey: item.endKey) > RulePlan.lastSecond else { continue }
            return noteLateEnd(item.endKey, on: segment.clock, of: member)
        }
    }
}
