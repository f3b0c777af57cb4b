/// Start, end and length of a component, of which an end and a length may not stand together (RFC 5545 sections
/// 3.6.1, 3.6.2 and 3.8.2).
///
/// Setters resolve: what is set last stands, and takes the place of what contradicts it. Nothing that was set is
/// changed by setting something else unless it could not stand, so that start and end can be set in either order.
extension Component {
    /// DTSTART; a length or an end that does not fit any longer is mended.
    ///
    /// An end that would lie before the start, or is a day where the start is a time, goes along with the start, so
    /// that the length stays. A DURATION of hours becomes whole days when the start becomes a whole day.
    mutating func setStart(_ start: EventTime?) {
        let old = self[time: "DTSTART"]
        self[time: "DTSTART"] = start
        guard let start else { return }
        for name in ["DTEND", "DUE"] {
            guard let end = self[time: name] else { continue }
            self[time: name] = end.following(from: old, to: start)
        }
        if start.isDate, let duration = self[duration: "DURATION"], duration.seconds != 0 {
            let days = floorDivide(duration.seconds, 86_400) + (duration.seconds % 86_400 == 0 ? 0 : 1)
            let (sum, isTooFar) = duration.days.addingReportingOverflow(days)
            self[duration: "DURATION"] = .days(isTooFar ? duration.days : max(sum, 1))
        }
    }

    /// DTEND or DUE, which takes the place of DURATION.
    mutating func setEnd(_ name: String, to end: EventTime?) {
        self[time: name] = end
        if end != nil { set("DURATION", to: nil) }
    }

    /// DURATION, which takes the place of DTEND and DUE.
    mutating func setLength(_ duration: NominalDuration?) {
        self[duration: "DURATION"] = duration
        guard duration != nil else { return }
        set("DTEND", to: nil)
        set("DUE", to: nil)
    }
}

extension EventTime {
    /// Where an end goes when its start moves: it stays if it can, else the length stays.
    fileprivate func following(from old: EventTime?, to start: EventTime) -> EventTime {
        if isDate == start.isDate, !isBefore(start) { return self }
        var length = 0
        if let old, old.isDate == isDate {
            let from = old.civil.secondNumber
            let (distance, isTooFar) = civil.secondNumber.subtractingReportingOverflow(from)
            length = isTooFar ? 0 : max(0, distance)
        }
        if start.isDate {
            let days = max(1, floorDivide(length, 86_400) + (length % 86_400 == 0 ? 0 : 1))
            return .date(start.civil.date.adding(days: days))
        }
        return start.adding(wallClockSeconds: length)
    }

    /// Whether this is surely earlier: times of two zones are not compared.
    package func isBefore(_ other: EventTime) -> Bool {
        hasForm(of: other) && civil < other.civil
    }

    /// Whether both are dates, floating, in UTC, or in one zone.
    func hasForm(of other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): id == otherID
        default: false
        }
    }

    /// Holds an end to what RFC 5545 section 3.8.2.2 wants beside its start.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when one is a day and the other a time, one floating and the
    ///   other not, or the end is not later.
    package static func check(_ start: EventTime, end: EventTime) throws(CalendarError) {
        if start.isDate != end.isDate {
            throw CalendarError(.invalidValue, "start and end must both be dates or both be times")
        }
        if start.isFloating != end.isFloating {
            throw CalendarError(.invalidValue, "start and end must both have a time zone, or neither")
        }
        if end.isBefore(start) || end.hasForm(of: start) && end.civil == start.civil {
            throw CalendarError(
                .invalidValue,
                "the end \(end.civil) is not after the start \(start.civil)"
            )
        }
    }

    /// Holds a length to what RFC 5545 section 3.8.2.5 wants beside its start.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when it is negative, or has hours beside a whole day.
    package static func check(_ start: EventTime?, duration: NominalDuration) throws(CalendarError) {
        if duration.isNegative { throw CalendarError(.invalidValue, "the duration \(duration) is negative") }
        if start?.isDate == true, duration.seconds != 0 || duration.days == 0 {
            throw CalendarError(.invalidValue, "an all-day item needs a duration in days, not \(duration)")
        }
    }
}
