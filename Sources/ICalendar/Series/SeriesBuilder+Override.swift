extension SeriesBuilder {
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
