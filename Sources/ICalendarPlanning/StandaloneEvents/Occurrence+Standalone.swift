public import ICalendarCore
import ICalendarChecking

extension Occurrence {
    /// The occurrence as an event by itself, as CalDAV servers give the instances of a series (RFC 4791 section 9.6.5).
    ///
    /// DTSTART and DTEND are in UTC; dates stay dates, and floating times float. An instance of a series has its
    /// RECURRENCE-ID, and nothing recurs any more: RRULE, RDATE, EXDATE and EXRULE are gone. An event without length
    /// has no DTEND, and a missing UID becomes ``uid``. Alarms keep their times: if the clocks change in between,
    /// `TRIGGER:-P1D` becomes `TRIGGER:-PT23H`, and an alarm that repeats after days becomes several alarms.
    ///
    /// All else is kept as far as it can be: what breaks the rules of iCalendar is mended as
    /// ``CalendarObject/repaired()`` does it, or left out where that has no answer; a DTSTAMP that cannot be read is
    /// made anew. A time of an X- property is written in UTC, since there is no VTIMEZONE, if its zone is the event's
    /// or one of the system's; otherwise it floats. An address that is not a URI is written as one (`invalid:Sam`), so
    /// that no attendee is lost. Components that no RFC defines are unchanged.
    ///
    /// ```swift
    /// for occurrence in file.occurrences(in: window) { print(occurrence.standaloneEvent.uid ?? "") }
    /// ```
    ///
    /// The occurrences of several calendars can have one UID: ``Occurrences/standaloneEvents`` keeps them apart.
    public var standaloneEvent: Event { Event(standalone(event, uid: uid)) }

    /// The event by itself as it is given, under this UID.
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

    /// The same without DTSTART, DTEND and RECURRENCE-ID, the triggers that depend on these, and what is to be said of it where
    /// anything was left out.
    ///
    /// It is the same for all occurrences of an event that take time, and for all that take none.
    package func standaloneBesideTimes(_ event: Event, uid: String) -> (
        event: Component, triggers: [StandaloneTrigger], remark: Diagnostic?
    ) {
        var (component, triggers, leftOut) = cleaned(event, uid: uid)
        component.properties.removeAll { Event.times.contains($0.name) }
        guard let first = leftOut.first else { return (component, triggers, nil) }
        let more = leftOut.count - 1
        let others =
            more == 0 ? "" : "; so \(more == 1 ? "is one more line" : "are \(more) more lines") of the event"
        let message =
            "left out of the event by itself, as \(first.section) forbids it: \(first.message)\(others)"
        return (component, triggers, Diagnostic(.warning, .badValue, file: file, line: first.line, message))
    }
}

extension OccurrenceTime {
    /// The zone of an instant; nil for dates and floating times.
    fileprivate var zone: Zone? {
        if case .instant(_, let zone) = self { zone } else { nil }
    }

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
    fileprivate static let times: Set = [
        "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
    ]

    /// The component without what says when it happens, and without lines that are no properties.
    ///
    /// It has this UID, and a DTSTAMP, which every event must have: its own, or what LAST-MODIFIED or CREATED says, or
    /// else the first second of 1970.
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
