import ICalendar

extension RecurrenceRule {
    /// The rule with its UNTIL in the form that RFC 5545 section 3.3.10 wants beside a start: people type a day, and mean
    /// all of it.
    ///
    /// What cannot be brought into that form stays as it is, for the store to judge.
    func ending(like start: EventTime?) -> RecurrenceRule {
        guard let start, let until else { return self }
        var rule = self
        let civil = until.isDate ? CivilDateTime(until.civil.date, secondOfDay: 86_399) : until.civil
        switch (start, until) {
        case (.date, _): rule.until = .date(until.civil.date)
        case (_, .utc), (_, .zoned): break
        case (.floating, _): rule.until = .floating(civil)
        case (.utc, _): rule.until = .utc(civil)
        case (.zoned(_, let id), _):
            guard let zone = try? Zone(identifier: id) else { break }
            rule.until = .utc(CivilDateTime(secondNumber: zone.instant(of: civil).secondsSince1970))
        }
        return rule
    }
}
