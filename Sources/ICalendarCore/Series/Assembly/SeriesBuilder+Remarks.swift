/// Remarks about the components of a series, except those about rules and dates.
extension SeriesBuilder {
    /// Returns the RECURRENCE-ID as the start of an override without DTSTART, if the override cancels its instance.
    ///
    /// Google omits DTSTART for a canceled occurrence, and RFC 5546 section 3.2.5 does not require it.
    package func cancelledStart(of schedule: EventSchedule) -> EventTime? {
        schedule.isCancelled || origin.isCancellation ? schedule.recurrenceID : nil
    }

    func noteCancellation(of schedule: EventSchedule) {
        if schedule.start == nil {
            let why = schedule.startLine == nil ? "no DTSTART" : "no valid DTSTART"
            let message = "canceled override has \(why); using its RECURRENCE-ID"
            warn(.missingProperty, line: schedule.line, message)
        }
        if origin.isCancellation, schedule.hasOtherStatus {
            let message = "STATUS is not CANCELLED, but METHOD is CANCEL; read as CANCELLED"
            warn(.badValue, line: schedule.line, message)
        }
    }

    func noteNextDays(of schedule: EventSchedule) {
        noteNextDays("EXDATE", schedule.exclusions.lazy.map { ($0.value, $0.line) })
        noteNextDays("RDATE", schedule.dates.lazy.map { ($0.value.start, $0.line) })
    }

    private func noteNextDays(_ name: String, _ times: some Sequence<(EventTime, Int?)>) {
        var first: (time: EventTime, line: Int?)?
        var count = 0
        for (time, line) in times where time.isMidnightInUTC {
            if first == nil { first = (time, line) }
            count += 1
        }
        guard let (time, line) = first else { return }
        let others = count > 1 ? ", and \(count - 1) more" : ""
        warn(.badValue, line: line, "\(name): \(time.readAsNextDay)\(others)")
    }

    func noteSharedDays(_ count: Int, _ first: EventSchedule.Located<RecurrenceDate>) {
        let others = count > 1 ? ", and \(count - 1) more" : ""
        let day = RuleText.format(until: .date(first.value.start.dayOfAllDaySeries))
        let message = "RDATE: several values on \(day) in an all-day series; read as one\(others)"
        warn(.series, line: first.line, message)
    }

    /// Notes that an override without a master forms a series from its own rules and dates, as in Lotus Notes
    /// exports.
    func noteOwnSeries(_ schedule: EventSchedule) {
        let names = [schedule.rules.isEmpty ? nil : "RRULE", schedule.dates.isEmpty ? nil : "RDATE"]
        let name = names.compactMap(\.self).joined(separator: " and ")
        let message =
            "RECURRENCE-ID has RANGE=THISANDFUTURE, but its series is missing; using the \(name) of the override"
        warn(.series, line: schedule.recurrenceIDLine, message)
    }

    func noteLostRange(of member: SeriesMember) {
        let schedule = member.schedule
        // A screened-out master is not missing.
        guard schedule.appliesToFuture, revisions.highest(of: member.uidHash) == nil else { return }
        let message = "RECURRENCE-ID has RANGE=THISANDFUTURE, but its series is missing; RANGE ignored"
        warn(.series, line: schedule.recurrenceIDLine, message)
    }

    func warnOfRules(in member: SeriesMember) {
        let schedule = member.schedule
        let recurring = [
            ("RRULE", schedule.rules.map(\.line)), ("RDATE", schedule.dates.map(\.line)),
            ("EXRULE", schedule.exclusionRules.map(\.line)), ("EXDATE", schedule.exclusions.map(\.line)),
        ]
        for (name, lines) in recurring {
            guard let line = lines.first else { continue }
            let message = "\(name) in an override ignored; only the series itself recurs"
            warn(.series, line: line, message)
        }
        if let range = schedule.unknownRange {
            let message = "unknown RANGE=\(range); using the override for its own instance only"
            warn(.series, line: schedule.recurrenceIDLine, message)
        }
    }

    func noteLateEnd(_ key: Int, on clock: SeriesClock, of member: SeriesMember) {
        guard clock.civil(ofKey: key) > RulePlan.lastSecond else { return }
        let last = OccurrenceTime.lastSecond
        let shown = clock.kind == .allDay ? last.date.description : last.description
        warn(
            .duration,
            line: member.schedule.endLine ?? member.schedule.startLine ?? member.line,
            "the end is after the year 9999; using \(shown)"
        )
    }

    func noteLateEnd(of segment: Segment, _ member: SeriesMember) {
        let (from, to) = (context.searched.lowerBound, context.searched.upperBound)
        // A margin of a few days is enough for any zone.
        guard to > RulePlan.lastSecond - segment.longestPeriod - SeriesClock.slack else { return }
        if let end = segment.endOfLatePeriod(from: from, to: to) {
            return noteLateEnd(end, on: segment.clock, of: member)
        }
        // A rule may have billions of instances with earlier ends.
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

extension EventTime {
    /// The message about a UTC time that is read as the next day of an all-day series.
    var readAsNextDay: String {
        "'\(RuleText.format(until: self))' is a UTC time in an all-day series;"
            + " read as \(RuleText.format(until: .date(dayOfAllDaySeries)))"
    }
}

extension Segment {
    fileprivate func isLate(_ endKey: Int) -> Bool { clock.civil(ofKey: endKey) > RulePlan.lastSecond }

    /// Returns the end of an RDATE period that overlaps a range of instants and ends after the year 9999, or nil.
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

    /// Returns the first unshifted key of the set whose instance, with the usual length, ends after the year 9999.
    ///
    /// Returns nil if there is no such key before the given instant.
    fileprivate func firstLateKey(before to: Int) -> Int? {
        let end = clock.key(atInstant: to)
        func isLate(_ key: Int) -> Bool { self.isLate(length.end(ofKey: key, on: clock)) }
        guard isLate(end) else { return nil }
        let late = (RulePlan.firstSecond + 1..<max(end, RulePlan.firstSecond + 1)).firstPlace { !isLate($0) }
        return base.clock.key(ofCivil: clock.civil(ofKey: late) - shift)
    }
}
