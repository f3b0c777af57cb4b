import ICalendar

/// Converts an event's times to instants, using the system's time zones and those defined in the event's calendar.
struct EventClock: Sendable {
    let zone: Zone
    var object: CalendarObject?

    /// The default form of times, in the display zone.
    var usualForm: EventTime {
        let isKnown = zone != .utc && (try? Zone(identifier: zone.identifier)) != nil
        let zero = CivilDateTime(secondNumber: 0)
        return isKnown ? .zoned(zero, timeZoneID: zone.identifier) : .utc(zero)
    }

    /// Returns the instant for a time.
    ///
    /// If the system does not know the zone, the definition in the calendar applies.
    func instant(of time: EventTime) -> Instant {
        switch time {
        case .date, .floating: return zone.instant(of: time.civil)
        case .utc(let civil): return Instant(secondsSince1970: civil.secondNumber)
        case .zoned(let civil, let id):
            if let known = known(id) { return known.instant(of: civil) }
            guard let slots = slots(of: time), !slots.isWall else { return zone.instant(of: civil) }
            return Instant(secondsSince1970: slots.key(ofCivil: civil))
        }
    }

    /// Returns an instant as a time in a given form, or in UTC for the second pass of a repeated hour in the form's
    /// zone.
    func time(_ instant: Instant, like form: EventTime) -> EventTime {
        let time = shown(instant, like: form)
        guard case .zoned = form, self.instant(of: time) != instant else { return time }
        return .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
    }

    func shown(_ instant: Instant, like form: EventTime) -> EventTime {
        switch form {
        case .date, .floating: return form.with(zone.civil(at: instant))
        case .utc: return .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
        case .zoned(_, let id):
            if let known = known(id) { return form.with(known.civil(at: instant)) }
            guard let slots = slots(of: form), !slots.isWall else {
                return form.with(zone.civil(at: instant))
            }
            return form.with(slots.civil(ofKey: instant.secondsSince1970))
        }
    }

    /// Returns the local time to display.
    ///
    /// UTC times are converted to the display zone. Other times stay in their own zone.
    func civil(of time: EventTime) -> CivilDateTime {
        guard case .utc = time else { return time.civil }
        return zone.civil(at: instant(of: time))
    }

    /// Returns an event's end as defined by its properties (RFC 5545 section 3.6.1).
    ///
    /// The end may precede the start.
    func end(of event: Event) -> Instant? {
        guard let start = event.start else { return event.end.map(instant(of:)) }
        if let end = event.end {
            switch end {
            // A time without a zone is in the start's zone.
            case .floating, .date: return instant(of: start.with(end.civil))
            case .utc, .zoned: return instant(of: end)
            }
        }
        return instant(of: start, plus: event.duration ?? NominalDuration(days: start.isDate ? 1 : 0))
    }

    /// Adds a duration, counting its days in local time and the rest as elapsed time (RFC 5545 section 3.3.6).
    func instant(of start: EventTime, plus length: NominalDuration) -> Instant {
        let days = min(max(length.days, -Self.mostDays), Self.mostDays)
        let day = instant(of: start.with(start.civil.adding(seconds: days * 86_400)))
        return day.adding(seconds: min(max(length.seconds, -Self.mostDays), Self.mostDays * 86_400))
    }

    private static let mostDays = 4_000_000

    private func known(_ id: String) -> Zone? {
        let defined = object?.timeZoneDefinitions.compactMap { $0.text("TZID")?.zoneKey } ?? []
        return id.zoneKey(where: defined.contains) != nil ? nil : try? Zone.read(id).zone
    }

    private func slots(of time: EventTime) -> SeriesSlots? {
        guard let object else { return nil }
        var component = Component(Event.componentName)
        component[moving: "DTSTART"] = time
        return SeriesSlots(of: Event(component), in: object, displayZone: zone)
    }
}
