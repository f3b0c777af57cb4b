extension Component {
    /// Returns the first property with a name, or nil if it is absent or empty.
    package func given(_ name: String) -> Property? {
        first(name).flatMap { $0.isBlank ? nil : $0 }
    }

    /// Whether the component overrides an instance of a series, even if its RECURRENCE-ID is unusable.
    ///
    /// An empty RECURRENCE-ID counts as absent.
    package var isOverride: Bool { given("RECURRENCE-ID") != nil }
}

extension Property {
    /// The integer, or nil if the value has another type or is outside the range that an RFC defines for the property.
    package var numberInRange: Int? {
        guard case .integer(let number) = value else { return nil }
        guard let place = PropertyGrammar.index[name], let range = PropertyGrammar.range(at: place) else {
            return number
        }
        return range.isRead(number) ? number : nil
    }

    /// Whether the value is a text that is empty or consists only of blanks.
    package var isBlank: Bool { value.string?.trimmingBlanks.isEmpty ?? false }
}

/// The start, end, and duration of a component.
///
/// An end and a duration are mutually exclusive (RFC 5545 sections 3.6.1, 3.6.2, and 3.8.2). The value set last wins
/// and replaces any conflicting one. Setting one value changes another only if the two cannot coexist, so start and end
/// can be set in either order.
extension Component {
    /// Sets DTSTART, adjusting an end or duration that no longer fits.
    ///
    /// If the end would precede the start, or if one is a date and the other a time, the end moves with the start so
    /// that the duration is preserved. If the start becomes a date, a DURATION with hours is rounded up to whole days.
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

    /// Sets DTEND or DUE, replacing DURATION.
    mutating func setEnd(_ name: String, to end: EventTime?) {
        self[time: name] = end
        if end != nil { set("DURATION", to: nil) }
    }

    /// Sets DURATION, replacing DTEND and DUE.
    mutating func setLength(_ duration: NominalDuration?) {
        self[duration: "DURATION"] = duration
        guard duration != nil else { return }
        set("DTEND", to: nil)
        set("DUE", to: nil)
    }
}

extension EventTime {
    /// Returns this end adjusted to a new start: unchanged if it still fits, otherwise moved to preserve the duration.
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

    /// Returns whether this time is known to be earlier than another.
    ///
    /// Times in different zones are never compared.
    package func isBefore(_ other: EventTime) -> Bool {
        hasForm(of: other) && civil < other.civil
    }

    /// Returns whether both have the same form: dates, floating times, times in UTC, or times in the same zone.
    package func hasForm(of other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): id == otherID
        default: false
        }
    }

    /// Checks that an end is valid for a start (RFC 5545 section 3.8.2.2).
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if one is a date and the other a time, if only one is floating, or
    ///   if the end is not later than the start.
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

    /// Checks that a duration is valid for a start (RFC 5545 section 3.8.2.5).
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the duration is negative, or if the start is a date and the
    ///   duration is not one or more whole days.
    package static func check(_ start: EventTime?, duration: NominalDuration) throws(CalendarError) {
        if duration.isNegative { throw CalendarError(.invalidValue, "the duration \(duration) is negative") }
        if start?.isDate == true, duration.seconds != 0 || duration.days == 0 {
            throw CalendarError(.invalidValue, "an all-day item needs a duration in days, not \(duration)")
        }
    }
}
