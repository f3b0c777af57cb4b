import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarEvent {
    /// A new event from a start to an end, in the system's zone.
    ///
    /// ```swift
    /// let lunch = CalendarEvent(title: "Lunch", startDate: monday.date, endDate: monday.date.addingTimeInterval(3600))
    /// ```
    public init(title: String, startDate: Date, endDate: Date, calendar: EventCalendar? = nil) {
        self.init(Event(), calendar: calendar)
        self.title = title
        self.startDate = startDate
        self.endDate = endDate
    }

    /// A new event from a start to an end in a zone, or floating, as the system's zone shows it, with nil.
    ///
    /// ```swift
    /// let call = CalendarEvent(
    ///     title: "Call",
    ///     startDate: monday.date,
    ///     endDate: monday.date.addingTimeInterval(3600),
    ///     timeZone: TimeZone(identifier: "America/New_York")
    /// )
    /// call.timeZone?.identifier  // "America/New_York"
    /// ```
    public init(
        title: String,
        startDate: Date,
        endDate: Date,
        calendar: EventCalendar? = nil,
        timeZone: TimeZone?
    ) {
        self.init(Event(), calendar: calendar)
        self.title = title
        self.timeZone = timeZone
        self.startDate = startDate
        self.endDate = endDate
    }

    /// When it starts, as `EKEvent.startDate`; whole days and floating times start in the store's zone.
    ///
    /// Setting it keeps the form of the event (its zone, floating, or whole days), and the end where it is: an event is
    /// moved by setting both, in either order.
    ///
    /// ```swift
    /// calendarEvent.startDate = calendarEvent.startDate?.addingTimeInterval(3600)
    /// ```
    public var startDate: Date? {
        get {
            guard let draft else { return origin?.occurrence.startDate }
            return draft.start?.date
        }
        set { edit { $0.changeTimes { $0.setStart(newValue.map(Instant.init)) } } }
    }

    /// When it ends, excluded, as `EKEvent.endDate`; an event without an end ends where RFC 5545 section 3.6.1 says.
    ///
    /// The end of whole days is the midnight after the last, and a time within a day, such as 23:59:59, means that day
    /// too. Setting nil leaves an end out. An event that has a DURATION and is moved keeps it.
    ///
    /// ```swift
    /// calendarEvent.endDate = calendarEvent.startDate?.addingTimeInterval(1800)
    /// ```
    public var endDate: Date? {
        get {
            guard let draft else { return origin?.occurrence.endDate }
            return draft.end?.date
        }
        set { edit { $0.changeTimes { $0.setEnd(newValue.map(Instant.init)) } } }
    }

    /// Whether it takes whole days, as `EKEvent.isAllDay`.
    ///
    /// Setting it to true makes days of the times, by the wall clock of the event; setting it to false makes the first
    /// midnight and the last of the store's zone its start and end. Setting it removes an
    /// X-MICROSOFT-CDO-ALLDAYEVENT that contradicts it.
    ///
    /// ```swift
    /// calendarEvent.isAllDay = true
    /// ```
    public var isAllDay: Bool {
        get {
            guard let draft else { return origin?.occurrence.isAllDay ?? false }
            return draft.isAllDay
        }
        set { edit { $0.changeTimes { $0.setAllDay(newValue) } } }
    }

    /// The zone in which it takes place, as `EKCalendarItem.timeZone`: nil for a floating time and for whole days.
    ///
    /// Setting another one keeps the instants, and nil lets the times float as the store's zone shows them; whole days
    /// stay as they are. A zone that only the calendar file defines, and Foundation does not know, is given by its
    /// offset at the start.
    ///
    /// ```swift
    /// calendarEvent.timeZone?.identifier  // "Europe/Berlin"
    /// ```
    public var timeZone: TimeZone? {
        get {
            if let draft { return Self.timeZone(of: draft) }
            guard case .instant(let instant, let zone)? = origin?.occurrence.start else { return nil }
            return Self.timeZone(zone.identifier, offset: zone.offset(at: instant))
        }
        set {
            let zero = CivilDateTime(secondNumber: 0)
            let form = newValue.map(Self.form(of:)) ?? .floating(zero)
            edit { $0.changeTimes { $0.setForm(form) } }
        }
    }

    private static func timeZone(of draft: EventDraft) -> TimeZone? {
        let time = draft.event.start ?? draft.form ?? draft.clock.usualForm
        switch time {
        case .date, .floating: return nil
        case .utc: return timeZone("UTC", offset: 0)
        case .zoned(let civil, let id):
            let offset = civil.secondNumber - draft.clock.instant(of: time).secondsSince1970
            return timeZone(id, offset: offset)
        }
    }

    private static func timeZone(_ identifier: String, offset: Int) -> TimeZone? {
        TimeZone(identifier: identifier) ?? TimeZone(secondsFromGMT: offset)
    }

    /// What times of a zone look like; an offset without a name is one of the zones that are named so, if it is one of
    /// whole hours, else UTC.
    private static func form(of zone: TimeZone) -> EventTime {
        let zero = CivilDateTime(secondNumber: 0)
        if zone.identifier == "GMT" || zone.identifier == "UTC" { return .utc(zero) }
        if (try? Zone(identifier: zone.identifier)) != nil {
            return .zoned(zero, timeZoneID: zone.identifier)
        }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
        // Their signs are those of POSIX, which counts to the west.
        let name = "Etc/GMT\(offset > 0 ? "-" : "+")\(offset.magnitude / 3600)"
        guard offset % 3600 == 0, (try? Zone(identifier: name)) != nil else { return .utc(zero) }
        return .zoned(zero, timeZoneID: name)
    }

    /// Which of two events starts first, as `EKEvent.compareStartDate(with:)`; one without a start is before all others.
    ///
    /// ```swift
    /// let events = try await store.events(matching: predicate)
    /// let sorted = events.sorted { $0.compareStartDate(with: $1) == .orderedAscending }
    /// ```
    public func compareStartDate(with other: CalendarEvent) -> ComparisonResult {
        let (start, otherStart) = (startDate ?? .distantPast, other.startDate ?? .distantPast)
        if start == otherStart { return .orderedSame }
        return start < otherStart ? .orderedAscending : .orderedDescending
    }
}
