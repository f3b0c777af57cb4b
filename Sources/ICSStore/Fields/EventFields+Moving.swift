import ICalendar

extension EventFields {
    /// The end of what is as long as before and starts when these fields say; nil where that cannot be told.
    ///
    /// Days are counted by the calendar, and what is left in seconds, so that an hour is an hour where the clocks are set
    /// forward meanwhile. Whole days that get times are as many times 24 hours by the clock on the wall; times that become
    /// whole days take the days that they touched.
    ///
    /// Where that end cannot be said, as it is in an hour that comes twice, the length is given besides.
    func endWhenMoved(from old: EventFields) -> (text: String, length: NominalDuration?)? {
        guard let start = try? EventTime(old.text(.start)), let (end, zone) = try? old.written(.end),
            var moved = try? EventTime(text(.start)), let isAllDay = try? isAllDay(old)
        else { return nil }
        guard start.isDate == isAllDay else {
            let days = end.civil.date.dayNumber - start.civil.date.dayNumber
            if !isAllDay {
                let text = EventFields.text(.floating(moved.civil.adding(seconds: (days + 1) * 86_400)))
                if case .utc = moved { return (text + "Z", nil) }
                return (text, nil)
            }
            let isMidnight = end.civil.secondOfDay == 0 && days > 0
            let day = moved.civil.date.adding(days: isMidnight ? days - 1 : days)
            return (EventFields.text(.date(day)), nil)
        }
        // A day that was said not to be all of it is its midnight, and a time of whole days its day.
        if moved.isDate != isAllDay {
            moved = isAllDay ? .date(moved.civil.date) : .floating(moved.civil)
        }
        // A length that is written stays, and its end is only shown.
        if old.saysLength, old.endsInOtherZone { return (old.text(.end), nil) }
        if case .utc = moved {
            // Told by another clock than before, it is as long by that one.
            let begin = old.clock?.instant(of: start.civil).secondsSince1970 ?? start.civil.secondNumber
            let own = zone.map { try? Zone(identifier: $0) } ?? old.clock
            let last = own?.instant(of: end.civil).secondsSince1970 ?? end.civil.secondNumber
            return (EventFields.text(.utc(moved.civil.adding(seconds: max(0, last - begin)))) + "Z", nil)
        }
        if zone == "UTC", !moved.isDate, let before = old.clock {
            // An end in UTC is one that no clock of the zone can name; on one that is nowhere an hour is an hour.
            let clock = self.clock ?? .utc
            let seconds = end.civil.secondNumber - before.instant(of: start.civil).secondsSince1970
            let instant = clock.instant(of: moved.civil).adding(seconds: seconds)
            let shown = clock.civil(at: instant)
            if clock.instant(of: shown) == instant { return (EventFields.text(.floating(shown)), nil) }
            return (EventFields.text(.floating(Zone.utc.civil(at: instant))) + " UTC", nil)
        }
        let length = end.civil.secondNumber - start.civil.secondNumber
        // A length that is written stays as it is.
        let staysWritten = old.saysLength && text(.timeZone) == old.text(.timeZone)
        let exact =
            staysWritten || moved.isDate || endsInOtherZone || length < 0
            ? nil : exactEnd(start.civil, end.civil, moved.civil, zone: old.clock)
        let time = exact?.time ?? moved.civil.adding(seconds: length)
        let shown = EventFields.text(EventFields.time(time, like: end))
        return (zone.map { "\(shown) \($0)" } ?? shown, exact?.length)
    }

    /// Whether the end is in UTC and the start in a zone, as where no clock of the zone can name the end: it goes along with
    /// the start, and is no end of a flight.
    var endFollowsStart: Bool {
        endsInOtherZone && !saysLength && clock != nil && (try? written(.end))?.zone == "UTC"
    }

    /// The same for times in one zone, with the length where the end cannot be said; nil where that is none, or one that only the file knows.
    private func exactEnd(
        _ start: CivilDateTime,
        _ end: CivilDateTime,
        _ moved: CivilDateTime,
        zone old: Zone?
    ) -> (time: CivilDateTime, length: NominalDuration?)? {
        guard let old, let new = clock else { return nil }
        let days = (end.secondNumber - start.secondNumber) / 86_400
        let rest =
            old.instant(of: end).secondsSince1970
            - old.instant(of: start.adding(seconds: days * 86_400)).secondsSince1970
        guard rest >= 0 else { return nil }
        // A time that the clocks skip is the one that they show then.
        let day = new.civil(at: new.instant(of: moved)).adding(seconds: days * 86_400)
        let time = new.time(rest, after: day)
        let isSaid = new.instant(of: time) == new.instant(of: day).adding(seconds: rest)
        return (time, isSaid ? nil : NominalDuration(days: days, seconds: rest))
    }

    /// The zone of the times; nil for floating ones and for a zone that nobody knows.
    private var clock: Zone? {
        let name = text(.timeZone)
        return name.isEmpty || name.lowercased() == "floating" ? nil : try? Zone(identifier: name)
    }
}

extension Zone {
    /// The wall-clock time so many seconds after another, which is more by the clock where that is set forward meanwhile.
    func time(_ seconds: Int, after time: CivilDateTime) -> CivilDateTime {
        let end = instant(of: time).adding(seconds: seconds)
        let civil = civil(at: end)
        // Of a time that comes twice only the first can be written.
        return instant(of: civil) == end ? civil : time.adding(seconds: seconds)
    }
}
