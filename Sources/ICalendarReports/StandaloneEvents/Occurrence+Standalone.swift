public import ICalendarCore
import ICalendarChecking

extension Occurrence {
    /// The occurrence as a standalone event, in the form that CalDAV servers use for an expanded series' instances (RFC
    /// 4791 section 9.6.5).
    ///
    /// DTSTART and DTEND are in UTC, but dates remain dates and floating times remain floating. A series instance has
    /// its RECURRENCE-ID, but no RRULE, RDATE, EXDATE or EXRULE. An event without a duration has no DTEND, and a
    /// missing UID is replaced with ``uid``. Alarms keep their times. If the clocks change between an alarm and its event,
    /// `TRIGGER:-P1D` becomes `TRIGGER:-PT23H`. An alarm that repeats at intervals of days becomes several alarms.
    ///
    /// Everything else is preserved if possible. Content that violates the RFCs is repaired as in
    /// ``CalendarObject/repaired()``, or removed if it cannot be repaired. An unreadable DTSTAMP is replaced. Since the
    /// event has no VTIMEZONE, an X- property's time is written in UTC if its zone is the event's or a system zone, and
    /// as a floating time otherwise. An address that is not a URI is turned into one (`invalid:Sam`), so that no
    /// attendee is lost. Components that no RFC defines are unchanged.
    ///
    /// ```swift
    /// for occurrence in file.occurrences(in: window) { print(occurrence.standaloneEvent.uid ?? "") }
    /// ```
    ///
    /// Occurrences from several calendars can share a UID, but ``Occurrences/standaloneEvents`` assigns distinct UIDs.
    public var standaloneEvent: Event { Event(standalone(event, uid: uid)) }

    /// Returns the standalone event for a given event and UID.
    package func standalone(_ event: Event, uid: String) -> Component {
        var (component, triggers, _) = cleaned(event, uid: uid)
        guard case .instant(let start, _) = start, case .instant(let end, _) = end else { return component }
        for trigger in triggers {
            component.components[trigger.place].setTrigger(
                trigger.duration(fromStart: start.secondsSince1970, end: end.secondsSince1970)
            )
        }
        return component
    }

    private func cleaned(_ event: Event, uid: String) -> (
        event: Component, triggers: [StandaloneTrigger], leftOut: LeftOut
    ) {
        var component = event.besideTimes(uid: uid)
        var times = [Property("DTSTART", at: start.inUTC)]
        if endsLater { times.append(Property("DTEND", at: end.inUTC)) }
        if let recurrenceID { times.append(Property("RECURRENCE-ID", at: recurrenceID.inUTC)) }
        component.properties.insert(contentsOf: times, at: 0)
        let zones = [start, recurrenceID].compactMap { $0?.zone }
        var (cleaned, leftOut) = StandaloneCleaning.cleaned(component, knowing: zones)
        let triggers = StandaloneTrigger.triggers(of: &cleaned, on: clock)
        return (cleaned, triggers, leftOut)
    }

    /// Returns the standalone event without DTSTART, DTEND, RECURRENCE-ID and the triggers that depend on these, along
    /// with a diagnostic if other content was removed.
    ///
    /// All of an event's occurrences with a duration have the same result, as do all of its occurrences without one.
    package func standaloneBesideTimes(_ event: Event, uid: String) -> (
        event: Component, triggers: [StandaloneTrigger], remark: Diagnostic?
    ) {
        var (component, triggers, leftOut) = cleaned(event, uid: uid)
        component.properties.removeAll { Event.times.contains($0.name) }
        guard let first = leftOut.first else { return (component, triggers, nil) }
        let more = leftOut.count - 1
        let others =
            more == 0 ? "" : ", and \(more) more"
        let message =
            "\(first.message) (\(first.section)); skipped in the event\(others)"
        return (component, triggers, Diagnostic(.error, .badValue, file: file, line: first.line, message))
    }
}

extension OccurrenceTime {
    /// An instant's zone, or nil for dates and floating times.
    fileprivate var zone: Zone? {
        if case .instant(_, let zone) = self { zone } else { nil }
    }

    /// The time as a property value: a date, a floating time or a time in UTC.
    var inUTC: EventTime {
        switch self {
        case .date(let date): .date(date)
        case .floating(let time): .floating(time)
        case .instant(let instant, _): .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
        }
    }
}

extension Event {
    fileprivate static let times: Set = [
        "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
    ]

    /// Returns the component without its time properties and without lines that are not properties.
    ///
    /// The result has the given UID and a DTSTAMP. If the component has no DTSTAMP of its own, the time in
    /// LAST-MODIFIED or CREATED is used, or, failing that, the first second of 1970.
    fileprivate func besideTimes(uid: String) -> Component {
        var component = component.withPropertiesAlone
        component.properties.removeAll { Event.times.contains($0.name) }
        let uids = component.all("UID")
        if uids.count != 1 || uids.first?.value.string?.utf8.elementsEqual(uid.utf8) != true {
            component.set("UID", to: Property("UID", .text(uid)))
        }
        if component[dateTime: "DTSTAMP"] == nil {
            let known = component[instant: "LAST-MODIFIED"] ?? component[instant: "CREATED"]
            let time = CivilDateTime(secondNumber: known?.secondsSince1970 ?? 0)
            component.set("DTSTAMP", to: Property("DTSTAMP", .dateTime(time, isUTC: true)))
        }
        return component
    }
}
