import ICalendar

/// What the times of an event mean: instants, by the zones that the system knows, or that its calendar defines.
struct EventClock: Sendable {
    let zone: Zone
    var object: CalendarObject?

    /// What times look like that nobody said anything of: those of the display zone.
    var usualForm: EventTime {
        let isKnown = zone != .utc && (try? Zone(identifier: zone.identifier)) != nil
        let zero = CivilDateTime(secondNumber: 0)
        return isKnown ? .zoned(zero, timeZoneID: zone.identifier) : .utc(zero)
    }

    /// The instant of a time; what only its zone's definition in the calendar can say is asked there.
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

    /// An instant as a time in a form; in UTC where the clocks of the form's zone show it twice and it is the second one.
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

    /// The wall clock of a time for people: that of its own zone, or of the display zone for UTC.
    func civil(of time: EventTime) -> CivilDateTime {
        guard case .utc = time else { return time.civil }
        return zone.civil(at: instant(of: time))
    }

    /// When an event ends, as its properties say it, so that it may be before the start: RFC 5545 section 3.6.1.
    func end(of event: Event) -> Instant? {
        guard let start = event.start else { return event.end.map(instant(of:)) }
        if let end = event.end {
            switch end {
            // Without a zone of its own it is a time of the start's.
            case .floating, .date: return instant(of: start.with(end.civil))
            case .utc, .zoned: return instant(of: end)
            }
        }
        return instant(of: start, plus: event.duration ?? NominalDuration(days: start.isDate ? 1 : 0))
    }

    /// A time and a length after it: days by the clock on the wall, the rest exactly (RFC 5545 section 3.3.6).
    func instant(of start: EventTime, plus length: NominalDuration) -> Instant {
        let days = min(max(length.days, -Self.mostDays), Self.mostDays)
        let day = instant(of: start.with(start.civil.adding(seconds: days * 86_400)))
        return day.adding(seconds: min(max(length.seconds, -Self.mostDays), Self.mostDays * 86_400))
    }

    private static let mostDays = 4_000_000

    private func known(_ id: String) -> Zone? {
        let key = id.zoneKey
        let isDefined = object?.timeZoneDefinitions.contains { $0.text("TZID")?.zoneKey == key } ?? false
        return isDefined ? nil : try? Zone.read(id).zone
    }

    private func slots(of time: EventTime) -> SeriesSlots? {
        guard let object else { return nil }
        var component = Component(Event.componentName)
        component[moving: "DTSTART"] = time
        return SeriesSlots(of: Event(component), in: object, displayZone: zone)
    }
}
