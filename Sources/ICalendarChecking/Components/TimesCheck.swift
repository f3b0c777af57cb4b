import ICalendarCore

/// A check of a component's start, end, duration and dates.
struct TimesCheck: ComponentAspect {
    let check: ComponentCheck

    func run() {
        switch component.name {
        case "VEVENT", "VTODO", "AVAILABLE": checkEnd(component.name == "VTODO" ? "DUE" : "DTEND")
        case "VFREEBUSY": checkFreeBusy()
        case "VAVAILABILITY": checkAvailability()
        case "STANDARD", "DAYLIGHT": ObservanceCheck(check: check).run()
        default: break
        }
        if component.name == "VEVENT" || component.name == "VTODO" { checkDuration() }
        if component.name == "VALARM", let (place, property) = check.standing("DURATION"),
            case .duration(let duration) = property.value, duration.isNegative
        {
            note(
                .durationForm,
                at: place,
                "DURATION in VALARM is negative",
                "3.8.2.5",
                repair: "remove it; the alarm goes off once",
                mend: .remove(place)
            )
        }
        DatesCheck(check: check).run()
    }

    // MARK: - Ends

    private func checkEnd(_ name: String) {
        guard let start = check.time("DTSTART"), let (place, property) = check.standing(name),
            let end = property.eventTime
        else { return }
        let section: RFCSection = name == "DUE" ? "3.8.2.3" : "3.8.2.2"
        let isEvent = component.name == "VEVENT"
        var meant = end
        if start.isDate != end.isDate || start.isFloating != end.isFloating {
            meant = self.meant(end, with: start)
            // Adding a zone would change a floating time, and writing a zone name that contains control characters
            // would change the name. A due date does not mean midnight on that day.
            let isRead = isEvent || !start.isDate && !end.isDate
            let isClear =
                isRead && !(context.mayHaveCalendarZone(start) && !end.isDate)
                && start.timeZoneID?.utf8.contains(where: TextEscapes.isControl) != true
            let new = meant
            note(
                .endType,
                at: place,
                "\(name) is \(end.wording), but DTSTART is \(start.wording)",
                section,
                repair: isClear ? "convert it to the form of DTSTART" : nil,
                mend: .edit(place) { $0.setTime(new) }
            )
        }
        guard !isAfter(meant, start) else { return }
        // If a time is interpreted in the calendar's zone, the end may be after the start.
        if context.mayHaveCalendarZone(start), !end.isDate, !context.mayHaveCalendarZone(end) { return }
        // Apple writes a DTSTART equal to DUE, as RFC 2445 section 4.8.2.3 allowed. RFC 5545 offers no alternative for
        // a recurring to-do with only a due time, since a rule needs a DTSTART as its starting point.
        let isUsual = !isEvent && name == "DUE" && !isAfter(start, meant)
        let recurrence = ["RRULE", "RDATE", "RECURRENCE-ID"]
        if isUsual, component.properties.contains(where: { recurrence.contains($0.name) }) { return }
        note(
            .endNotAfterStart,
            as: isUsual ? .warning : .error,
            at: place,
            isUsual ? "DUE is the same as DTSTART" : "\(name) is not after DTSTART",
            section,
            repair: isEvent
                ? "remove it; the event then \(start.isDate ? "lasts one day" : "has no duration")" : nil,
            mend: .remove(place)
        )
    }

    /// Returns an end that differs in form from the start, as the reader interprets it.
    private func meant(_ end: EventTime, with start: EventTime) -> EventTime {
        let time = end.civil
        switch start {
        case .date:
            return .date(time.secondOfDay > 0 ? time.date.adding(days: 1) : time.date)
        case .floating: return .floating(time)
        case .utc: return end.isDate || end.isFloating ? .utc(time) : end
        case .zoned(_, let id): return end.isDate || end.isFloating ? .zoned(time, timeZoneID: id) : end
        }
    }

    private func isAfter(_ end: EventTime, _ start: EventTime) -> Bool {
        if end.timeZoneID == start.timeZoneID, end.isDate == start.isDate,
            end.isFloating == start.isFloating
        {
            return end.civil > start.civil
        }
        let clock = context.resolver.clock(for: start, line: nil)
        return context.resolver.key(of: end, on: clock, line: nil)
            > clock.key(ofCivil: start.civil.secondNumber)
    }

    private func checkDuration() {
        guard let (place, property) = check.standing("DURATION"),
            case .duration(let duration) = property.value
        else { return }
        let isEvent = component.name == "VEVENT"
        if duration.isNegative {
            note(
                .durationForm,
                at: place,
                "DURATION is negative",
                "3.8.2.5",
                repair: isEvent && check.standing("DTEND") == nil
                    ? "remove it; the event then has the default duration" : nil,
                mend: .remove(place)
            )
        } else if check.time("DTSTART")?.isDate == true, duration.seconds != 0 || duration.days == 0,
            case .nominal(let days, let seconds) = OccurrenceLength(duration)
        {
            let whole = max(1, days + (seconds + 86_399) / 86_400)
            note(
                .durationForm,
                at: place,
                "DURATION is \(duration), but must be whole days since DTSTART is a date",
                "3.8.2.5",
                repair: isEvent ? "round it up to whole days" : nil,
                mend: .edit(place) { $0.value = .duration(NominalDuration(days: whole)) }
            )
        }
    }

    // MARK: - Other components

    private func checkFreeBusy() {
        for name in ["DTSTART", "DTEND"] {
            guard let (place, property) = check.standing(name), let time = property.eventTime else {
                continue
            }
            if case .utc = time { continue }
            let isFloating = if case .floating = time { true } else { false }
            note(
                .notUTC,
                at: place,
                "\(name) in VFREEBUSY is not in UTC",
                name == "DTEND" ? "3.8.2.2" : "3.8.2.4",
                repair: isFloating ? "add Z; FREEBUSY is read as UTC too" : nil,
                mend: .edit(place) { $0.setTime(.utc(time.civil)) }
            )
        }
        if case .utc(let start)? = check.time("DTSTART"), case .utc(let end)? = check.time("DTEND"),
            end <= start,
            let (place, _) = check.standing("DTEND")
        {
            note(.endNotAfterStart, at: place, "DTEND is not after DTSTART", "3.8.2.2")
        }
        for (place, property) in component.properties.enumerated() where property.name == "FREEBUSY" {
            let isLocal = property.value.elements.contains {
                if case .period(let period) = $0 { !period.isInUTC } else { false }
            }
            guard isLocal else { continue }
            let zone = property.timeZoneID.flatMap { context.resolver.zone($0, line: nil) }
            note(
                .notUTC,
                at: place,
                "FREEBUSY is not in UTC",
                "3.8.2.6",
                repair: zone == nil ? "add Z; the time is read as UTC" : "convert it to UTC",
                mend: .edit(place) { property in
                    let values = property.value.elements.map { value -> Value in
                        if case .period(let period) = value {
                            .period(period.inUTC(readIn: zone))
                        } else {
                            value
                        }
                    }
                    property.value = Value(elements: values) ?? property.value
                    property[parameter: "TZID"] = nil
                }
            )
        }
    }

    private func checkAvailability() {
        for name in ["DTSTART", "DTEND"] {
            guard let (place, property) = check.standing(name), let time = property.eventTime,
                time.isDate || time.isFloating
            else { continue }
            note(
                .notUTC,
                at: place,
                "\(name) in VAVAILABILITY is neither in UTC nor in a time zone",
                "7953:3.1"
            )
        }
    }
}

extension EventTime {
    var wording: String {
        switch self {
        case .date: "a date"
        case .floating: "a local time"
        case .utc: "a time in UTC"
        case .zoned: "a time with a TZID"
        }
    }
}
