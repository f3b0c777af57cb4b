extension Occurrence {
    /// The occurrence as an event by itself, as CalDAV servers give the instances of a series (RFC 4791 section 9.6.5).
    ///
    /// DTSTART and DTEND are in UTC; dates stay dates, and floating times float. An instance of a series has its
    /// RECURRENCE-ID, and nothing recurs any more: RRULE, RDATE, EXDATE and EXRULE are gone. All else is kept. What takes no
    /// time has no DTEND, and a missing UID is the one of ``uid``.
    ///
    /// ```swift
    /// let events = file.occurrences(in: window).map(\.standaloneEvent.component)
    /// let calendar = CalendarObject(Component("VCALENDAR", components: events))
    /// ```
    public var standaloneEvent: Event {
        var component = event.besideTimes(uid: uid)
        var times = [Property("DTSTART", [start.inUTC])]
        if end != start { times.append(Property("DTEND", [end.inUTC])) }
        if let recurrenceID { times.append(Property("RECURRENCE-ID", [recurrenceID.inUTC])) }
        component.properties.insert(contentsOf: times, at: 0)
        return Event(component)
    }
}

extension OccurrenceTime {
    /// The time as a property says it: a date, a floating time, or in UTC.
    var inUTC: EventTime {
        switch self {
        case .date(let date): .date(date)
        case .floating(let time): .floating(time)
        case .instant(let instant, _): .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
        }
    }
}

extension Event {
    /// What says when an event happens.
    private static let times: Set = [
        "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
    ]

    /// The component without what says when it happens; a UID that it lacks is added, and DTSTAMP, which every event
    /// must have: what LAST-MODIFIED or CREATED says, or else the first second of 1970.
    package func besideTimes(uid: String) -> Component {
        var component = component
        component.properties.removeAll { Event.times.contains($0.name) }
        if component.text("UID") == nil {
            component.set("UID", to: Property("UID", .text(uid)))
        }
        if component.first("DTSTAMP") == nil {
            let known = component[instant: "LAST-MODIFIED"] ?? component[instant: "CREATED"]
            let time = CivilDateTime(secondNumber: known?.secondsSince1970 ?? 0)
            component.set("DTSTAMP", to: Property("DTSTAMP", .dateTime(time, isUTC: true)))
        }
        return component
    }
}

extension Component {
    /// The component as it stands in a file, from BEGIN to END.
    package var contentLines: [UInt8] {
        var writer = CalendarWriter(keepsBytes: false)
        writer.add(self)
        return writer.bytes
    }
}
