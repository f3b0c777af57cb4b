public import EssentialFoundation

/// Times in named zones.
///
/// The initializers reject an unknown name, because the time would otherwise be floating.
extension EventTime {
    /// Creates a date or time in a named zone from common or RFC 3339 notation.
    ///
    /// For example, `2026-03-29 09:30` in `Europe/Berlin`:
    ///
    /// ```swift
    /// let talk = try EventTime("2026-03-29 09:30", in: "Europe/Berlin")
    /// ```
    ///
    /// Names from the system's database are read in any case and written as spelled in the database. Windows names and
    /// names with a vendor prefix are preserved as written. For a name that only a VTIMEZONE in the calendar defines,
    /// use ``init(_:timeZoneID:)``. If the zone is nil, this initializer is equivalent to ``init(_:)-(String)``.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the text is not a date or time, or if a zone is specified for
    ///   a date or together with a `Z`; ``CalendarError/Code/unknownTimeZone`` if the name is unknown or the system
    ///   has no database.
    public init(_ text: String, in timeZoneID: String?) throws(CalendarError) {
        let time = try EventTime(text)
        guard let timeZoneID else {
            self = time
            return
        }
        guard case .floating(let civil) = time else {
            let kind = time.isDate ? "a date" : "already in UTC"
            throw CalendarError(.invalidValue, "'\(text)' is \(kind) and cannot have a time zone")
        }
        self = EventTime(civil, timeZoneID: try EventTime.known(timeZoneID))
    }

    /// Creates a wall-clock time in a named zone, or a floating time.
    ///
    /// Returns nil if the time does not exist or the name is unknown.
    ///
    /// ```swift
    /// EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "Europe/Berlin")
    /// EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "Europe/Berln")  // nil
    /// ```
    ///
    /// The zone `UTC` yields a UTC time. The accepted names are the same as in ``init(_:in:)-(String,_)``.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int = 0,
        second: Int = 0,
        timeZoneID: String? = nil
    ) {
        guard
            let time = CivilDateTime(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )
        else { return nil }
        guard let timeZoneID else {
            self = .floating(time)
            return
        }
        guard let known = try? EventTime.known(timeZoneID) else { return nil }
        self.init(time, timeZoneID: known)
    }

    /// Creates a time from Foundation's date components.
    ///
    /// Returns nil if the day or time does not exist or if the year, month or day is missing. Also returns nil if the
    /// zone has no known name, which is the case for a fixed offset from GMT.
    ///
    /// ```swift
    /// EventTime(DateComponents(year: 2026, month: 3, day: 29))            // a whole day
    /// EventTime(DateComponents(year: 2026, month: 3, day: 29, hour: 9))   // a floating time
    /// ```
    ///
    /// If the hour is missing, the result is a date. The components' time zone, if any, becomes the result's time zone.
    public init?(_ components: DateComponents) {
        guard let year = components.year, let month = components.month, let day = components.day else {
            return nil
        }
        guard let hour = components.hour else {
            self.init(year: year, month: month, day: day)
            return
        }
        let zone = components.timeZone?.identifier
        self.init(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: components.minute ?? 0,
            second: components.second ?? 0,
            timeZoneID: zone == "GMT" ? "UTC" : zone
        )
    }

    /// Returns a zone's name as it should be written to a file.
    private static func known(_ name: String) throws(CalendarError) -> String {
        let names = ZoneNames(database: .system)
        if let zone = try names.databaseZone(name) { return zone.identifier }
        if try names.mappedZone(name) != nil { return name }
        throw CalendarError(
            .unknownTimeZone,
            "unknown time zone \"\(name)\"; use a name such as Europe/Berlin"
        )
    }

    /// Creates the wall-clock time of an instant in a zone, including the zone's name; the default zone is UTC.
    ///
    /// ```swift
    /// event.start = EventTime(.now, in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    public init(_ instant: Instant, in zone: Zone = .utc) {
        self.init(zone.civil(at: instant), timeZoneID: zone.identifier)
    }

    /// Creates the wall-clock time of a Foundation date in a zone, including the zone's name; the default zone is
    /// UTC.
    ///
    /// ```swift
    /// event.start = EventTime(Date(), in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    @_disfavoredOverload  // Date also has a `now`, so `EventTime(.now, in: zone)` would be ambiguous.
    public init(_ date: Date, in zone: Zone = .utc) {
        self.init(Instant(date), in: zone)
    }
}

extension RecurrenceRule {
    /// Returns the rule with an inclusive end at a wall-clock time in a zone, removing any COUNT.
    ///
    /// UNTIL is written in UTC, as RFC 5545 section 3.3.10 requires.
    ///
    /// ```swift
    /// let zone = try Zone(identifier: "Europe/Berlin")
    /// let lastDay = zone.civil(at: nextMonday).date
    /// RecurrenceRule.daily().until(CivilDateTime(lastDay, secondOfDay: 86_399), in: zone)
    /// ```
    public func until(_ end: CivilDateTime, in zone: Zone) -> RecurrenceRule {
        until(EventTime(zone.instant(of: end)))
    }
}
