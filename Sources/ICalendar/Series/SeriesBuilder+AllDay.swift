/// What times, which have no place in an all-day series, are read as.
extension SeriesBuilder {
    /// Warns of EXDATEs and RDATEs in UTC that are read as the next day of an all-day series.
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
        let others = count > 1 ? ", and \(count - 1) more like it" : ""
        note(Diagnostic(.warning, .badValue, line: line, "\(name): \(time.readAsNextDay)\(others)"))
    }

    /// Warns of RDATEs that are one instance of an all-day series, as they fall on one day.
    func noteSharedDays(_ count: Int, _ first: EventSchedule.Located<RecurrenceDate>) {
        let others = count > 1 ? ", and \(count - 1) more like it" : ""
        let day = RuleText.format(until: .date(first.value.start.dayOfAllDaySeries))
        note(
            Diagnostic(
                .warning,
                .series,
                line: first.line,
                "RDATE: several values on \(day) in an all-day series; read as one\(others)"
            )
        )
    }
}

extension EventTime {
    /// What is said of a time in UTC that is read as the next day of an all-day series.
    var readAsNextDay: String {
        "'\(RuleText.format(until: self))' is a UTC time in an all-day series;"
            + " read as \(RuleText.format(until: .date(dayOfAllDaySeries)))"
    }
}
