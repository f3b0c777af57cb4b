public import EssentialFoundation
import ICalendar

extension CalendarEvent {
    /// Creates an event with a start and an end in the system's time zone.
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

    /// Creates an event with a start and an end in a time zone.
    ///
    /// If the zone is `nil`, the times are floating and interpreted in the system's zone.
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

    /// The start, like `EKEvent.startDate`.
    ///
    /// An all-day or floating event's start is computed in the store's time zone.
    ///
    /// Setting this property preserves the event's end and its form (zoned, floating, or all-day). To move an event,
    /// set both the start and the end, in either order.
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

    /// The exclusive end, like `EKEvent.endDate`.
    ///
    /// For an event without an explicit end, the end follows RFC 5545 section 3.6.1.
    ///
    /// The end of an all-day event is midnight after its last day. Setting a time within a day, such as 23:59:59,
    /// includes that day. Setting `nil` removes the end. Moving an event with a DURATION preserves the DURATION.
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

    /// Whether the event lasts all day, like `EKEvent.isAllDay`.
    ///
    /// Setting this property to true converts the times to dates, using the event's local time. Setting it to false
    /// makes the event start at midnight on its first day and end at midnight after its last day, in the store's time
    /// zone. In both cases, a contradictory X-MICROSOFT-CDO-ALLDAYEVENT is removed.
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

    /// The event's time zone, like `EKCalendarItem.timeZone`; `nil` for floating times and all-day events.
    ///
    /// Setting a new zone preserves the instants. Setting `nil` makes the times floating, at their local time in the
    /// store's zone. All-day events are unaffected. A zone that only the calendar file defines is represented by its
    /// offset at the event's start.
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

    /// Returns the form of event times for a given zone.
    ///
    /// A plain offset becomes an `Etc/GMT` zone if it is a whole number of hours; otherwise, it becomes UTC.
    private static func form(of zone: TimeZone) -> EventTime {
        let zero = CivilDateTime(secondNumber: 0)
        if zone.identifier == "GMT" || zone.identifier == "UTC" { return .utc(zero) }
        if (try? Zone(identifier: zone.identifier)) != nil {
            return .zoned(zero, timeZoneID: zone.identifier)
        }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
        // The signs of these zones follow POSIX, where positive offsets are west of Greenwich.
        let name = "Etc/GMT\(offset > 0 ? "-" : "+")\(offset.magnitude / 3600)"
        guard offset % 3600 == 0, (try? Zone(identifier: name)) != nil else { return .utc(zero) }
        return .zoned(zero, timeZoneID: name)
    }

    /// Compares the starts of two events, like `EKEvent.compareStartDate(with:)`.
    ///
    /// An event without a start sorts first.
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
