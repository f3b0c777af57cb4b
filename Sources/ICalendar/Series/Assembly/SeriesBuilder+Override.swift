extension SeriesBuilder {
    /// Says that an override without its master is a series by its own rules and dates, as Lotus Notes exports one.
    func noteOwnSeries(_ schedule: EventSchedule) {
        let names = [schedule.rules.isEmpty ? nil : "RRULE", schedule.dates.isEmpty ? nil : "RDATE"]
        let name = names.compactMap(\.self).joined(separator: " and ")
        note(
            Diagnostic(
                .warning,
                .series,
                line: schedule.recurrenceIDLine,
                "RECURRENCE-ID has RANGE=THISANDFUTURE, but its series is missing; using \(name) of the override"
            )
        )
    }

    /// Says that the RANGE of an override means nothing, as its master is missing.
    func noteLostRange(of member: SeriesMember) {
        let schedule = member.schedule
        // One that was only left out is not missing.
        guard schedule.appliesToFuture, revisions.highest(of: member.uidHash) == nil else { return }
        note(
            Diagnostic(
                .warning,
                .series,
                line: schedule.recurrenceIDLine,
                "RECURRENCE-ID has RANGE=THISANDFUTURE, but its series is missing; RANGE ignored"
            )
        )
    }

    /// Warns of what an override cannot have.
    func warnOfRules(in member: SeriesMember) {
        let schedule = member.schedule
        let recurring = [
            ("RRULE", schedule.rules.map(\.line)), ("RDATE", schedule.dates.map(\.line)),
            ("EXRULE", schedule.exclusionRules.map(\.line)), ("EXDATE", schedule.exclusions.map(\.line)),
        ]
        for (name, lines) in recurring {
            guard let line = lines.first else { continue }
            let message = "\(name) of an override is ignored; only the series itself recurs"
            note(Diagnostic(.warning, .series, line: line, message))
        }
        if let range = schedule.unknownRange {
            let message = "RANGE=\(range) is not known; the override stands for its one instance"
            note(Diagnostic(.warning, .series, line: schedule.recurrenceIDLine, message))
        }
    }
}
