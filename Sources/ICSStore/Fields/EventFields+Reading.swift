import ICalendar

extension EventFields {
    /// What an event says.
    init(_ event: Event) {
        func put(_ field: EventField, _ text: String?) {
            if let text, !text.isEmpty { self[field] = [text] }
        }
        put(.title, event.summary.map(Self.oneLine))
        put(.start, event.start.map(Self.text))
        saysLength = event.end == nil && event.duration != nil
        if saysLength, let end = Self.unsaidEnd(of: event) {
            endsInOtherZone = true
            put(.end, Self.text(end) + " UTC")
        } else {
            put(.end, Self.end(of: event).map(Self.text))
        }
        if let start = event.start { put(.allDay, start.isDate ? "yes" : "no") }
        switch event.start {
        case .zoned(_, let id): put(.timeZone, id)
        case .utc: put(.timeZone, "UTC")
        case .floating: put(.timeZone, "floating")
        case .date, nil: break
        }
        if let end = event.end, let start = event.start, let zone = Self.zone(ofEnd: end, besides: start) {
            endsInOtherZone = true
            put(.end, Self.text(end) + zone)
        }
        put(.location, event.location.map(Self.oneLine))
        put(.url, event.url.map(Self.oneLine))
        self[.repeats] = event.recurrenceRules.map { RuleLine.text(of: $0) }
        put(.status, event.status?.rawValue)
        self[.attendee] = event.attendees.map(Self.text)
        self[.alarm] = event.alarms.compactMap { AlarmText.text(of: $0) }
        put(.notes, event.eventDescription)
    }

    /// What stands behind an end that another clock tells than the start; nil for the same clock, and for whole days.
    private static func zone(ofEnd end: EventTime, besides start: EventTime) -> String? {
        switch (end, start) {
        case (.date, _), (_, .date), (.utc, .utc), (.floating, .floating): nil
        case (.zoned(_, let id), .zoned(_, let own)): id == own ? nil : " \(id)"
        case (.zoned(_, let id), _): " \(id)"
        case (.utc, _): " UTC"
        case (.floating, _): " floating"
        }
    }

    /// The end of an event in the form of its start; of whole days the last one.
    private static func end(of event: Event) -> EventTime? {
        guard let start = event.start else { return nil }
        if let end = event.end {
            guard end.isDate, case .date(let day) = end else { return end }
            return .date(max(day.adding(days: -1), start.civil.date))
        }
        guard let length = event.duration else { return nil }
        if case .date(let day) = start {
            return .date(day.adding(days: max(0, length.days - 1)))
        }
        if let (zone, instant) = exactEnd(of: event) {
            return EventFields.time(zone.civil(at: instant), like: start)
        }
        let days = start.civil.adding(seconds: length.days * 86_400)
        return EventFields.time(days.adding(seconds: length.seconds), like: start)
    }

    /// When an event ends that says how long it takes, and its zone; nil without a zone that is known.
    private static func exactEnd(of event: Event) -> (zone: Zone, instant: Instant)? {
        guard case .zoned(let civil, let id)? = event.start, let length = event.duration,
            let zone = try? Zone(identifier: id)
        else { return nil }
        let day = zone.instant(of: civil.adding(seconds: length.days * 86_400))
        return (zone, day.adding(seconds: length.seconds))
    }

    /// The same in UTC where no clock of the zone can name it, as an hour comes twice.
    private static func unsaidEnd(of event: Event) -> EventTime? {
        guard let (zone, instant) = exactEnd(of: event), zone.instant(of: zone.civil(at: instant)) != instant
        else { return nil }
        return .utc(Zone.utc.civil(at: instant))
    }

    /// A wall-clock time in the form of another time.
    static func time(_ civil: CivilDateTime, like form: EventTime) -> EventTime {
        switch form {
        case .date: .date(civil.date)
        case .floating: .floating(civil)
        case .utc: .utc(civil)
        case .zoned(_, let id): .zoned(civil, timeZoneID: id)
        }
    }

    /// `2026-03-30`, `2026-03-30 09:30`, with seconds where there are any.
    static func text(_ time: EventTime) -> String {
        if case .date(let date) = time { return date.description }
        let civil = time.civil
        let clock = civil.description.split(separator: "T").last ?? ""
        return "\(civil.date) \(clock.prefix(civil.second == 0 ? 5 : 8))"
    }

    /// `Jane Doe <jane@studio.example>`, or the address alone.
    static func text(_ attendee: Attendee) -> String {
        let address = oneLine(attendee.email ?? attendee.uri)
        guard let name = attendee.name, !name.isEmpty else { return address }
        return "\(oneLine(name)) <\(address)>"
    }

    /// A text without line ends and other controls.
    static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
