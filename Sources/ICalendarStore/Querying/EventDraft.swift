import ICalendar

struct EventDraft: Sendable {
    let base: Event?
    var event: Event
    let parsed: CalendarFile?
    let clock: EventClock
    /// The form (zoned, floating, or all-day) for a start that is not set yet, or `nil` for the display zone.
    var form: EventTime?
    /// The intended form of a start temporarily stored in UTC.
    ///
    /// Only UTC can express the second pass of a repeated hour.
    private var unnamed: EventTime?

    init(new event: Event) {
        var event = event
        if event.uid == nil { event.uid = UniqueIdentifier.random() }
        self.event = event
        base = nil
        parsed = nil
        clock = EventClock(zone: (try? Zone.system()) ?? .utc)
    }

    init(_ origin: CalendarEvent.Origin) {
        let item = origin.home.item(of: origin.occurrence, in: origin.file)
        var component = item.item.instance(of: origin.occurrence)
        if let series = origin.series {
            let own = component
            component = item.item.instance(of: series)
            for name in PropertyChanges.times.sorted() { component.replace(name, with: own.all(name)) }
        }
        event = Event(component)
        base = event
        parsed = item.parsed
        clock = EventClock(zone: origin.store.zone, object: item.object)
    }

    var start: Instant? { event.start.map(clock.instant(of:)) }

    var end: Instant? { clock.end(of: event) }

    var isAllDay: Bool { (event.start ?? form)?.isDate ?? false }

    mutating func changeTimes<Failure: Error>(
        _ change: (inout EventDraft) throws(Failure) -> Void
    ) throws(Failure) {
        let before = event
        try change(&self)
        event.removeStaleAllDayFlags(since: before)
    }

    mutating func setStart(_ start: Instant?) {
        guard let start else {
            form = event.start ?? form
            event.start = nil
            return
        }
        let (oldEnd, lengthEnd) = (event.end, event.duration.flatMap { _ in end })
        let time = self.time(start, like: unnamed ?? event.start ?? form ?? clock.usualForm)
        guard time != event.start else { return }
        event.start = time
        // The setter above also moves the old end, but here the caller chooses the end.
        if let lengthEnd {
            event.end = clock.time(lengthEnd, like: time)
        } else if let oldEnd, oldEnd.isDate == time.isDate {
            event.end = oldEnd
        }
        keepLength()
    }

    /// Returns an instant as a start time in a given form.
    ///
    /// If the start must be in UTC instead, stores the intended form.
    private mutating func time(_ start: Instant, like form: EventTime) -> EventTime {
        let time = clock.time(start, like: form)
        unnamed = time.isUTC && !form.isUTC ? form : nil
        return time
    }

    mutating func setEnd(_ end: Instant?) {
        guard let end else {
            event.end = nil
            event.duration = nil
            return
        }
        guard end != self.end else { return }
        let start = event.start ?? form
        let old = event.end.flatMap { $0.isDate == (start?.isDate ?? $0.isDate) ? $0 : nil }
        event.end = last(end, like: old ?? start ?? clock.usualForm)
        keepLength()
    }

    /// Restores the original DURATION of an event that was moved but not resized.
    private mutating func keepLength() {
        guard let length = base?.duration, let start = event.start, event.end != nil, let end,
            clock.instant(of: start, plus: length) == end
        else { return }
        event.duration = length
    }

    /// Returns an instant as an end time in a given form.
    ///
    /// The end of an all-day event is the day after its last day, and at least one day after its start.
    private func last(_ end: Instant, like form: EventTime) -> EventTime {
        guard form.isDate else { return clock.time(end, like: form) }
        let civil = clock.zone.civil(at: end)
        var day = civil.secondOfDay == 0 ? civil.date : civil.date.adding(days: 1)
        if let start, end >= start, let first = event.start?.civil.date {
            day = max(day, first.adding(days: 1))
        }
        return .date(day)
    }

    mutating func setAllDay(_ isAllDay: Bool) {
        if !isAllDay { event.removeAllDayFlags() }
        guard isAllDay != self.isAllDay else { return }
        let form = isAllDay ? EventTime.date(CivilDate(dayNumber: 0)) : clock.usualForm
        guard let start = event.start, let end else {
            self.form = form
            return
        }
        let first = clock.civil(of: start)
        let hasEnd = event.end != nil || event.duration != nil || !isAllDay
        event.duration = nil
        event.end = nil
        if isAllDay {
            let until = clock.civil(of: clock.shown(end, like: unnamed ?? start))
            event.start = .date(first.date)
            let isMidnight = until.secondOfDay == 0 && until.date > first.date
            let day = isMidnight ? until.date : until.date.adding(days: 1)
            if hasEnd { event.end = .date(max(day, first.date.adding(days: 1))) }
        } else {
            event.start = form.with(first)
            event.end = clock.time(end, like: form)
        }
    }

    mutating func setForm(_ form: EventTime) {
        guard !isAllDay else { return }
        guard let start = event.start else {
            self.form = form
            return
        }
        let end = event.end.map(clock.instant(of:))
        event.start = time(clock.instant(of: start), like: form)
        if let end { event.end = clock.time(end, like: form) }
    }
}
