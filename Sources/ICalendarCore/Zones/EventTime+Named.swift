#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Times in zones that go by a name: makers refuse a name that nobody knows, as it would make the time a floating one.
extension EventTime {
    /// A date or time as people and RFC 3339 write it, in a named zone: `2026-03-29 09:30` in `Europe/Berlin`.
    ///
    /// ```swift
    /// let talk = try EventTime("2026-03-29 09:30", in: "Europe/Berlin")
    /// ```
    ///
    /// Names of the system's database are read in any case and written as the database spells them; Windows names, and
    /// names behind a vendor's prefix, stay as they are. A name that only a VTIMEZONE of the calendar explains goes in
    /// by ``init(_:timeZoneID:)``. Without a zone it is ``init(_:)-(String)``.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the text is no date or time, or a zone is given for a whole day
    ///   or beside a `Z`; ``CalendarError/Code/unknownTimeZone`` when nobody knows the name, or the system has no
    ///   database.
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

    /// A wall-clock time in a named zone, or a floating one; nil when there is none of these numbers, or nobody knows
    /// the name.
    ///
    /// ```swift
    /// EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "Europe/Berlin")
    /// EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "Europe/Berln")  // nil
    /// ```
    ///
    /// `UTC` as the zone makes a time in UTC. Names are those of ``init(_:in:)-(String,_)``.
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

    /// Foundation's date components, or nil when there is no such day or time, the year, month or day is missing, or
    /// their zone has no name that is known, as one that is so many hours from GMT has none.
    ///
    /// ```swift
    /// EventTime(DateComponents(year: 2026, month: 3, day: 29))            // a whole day
    /// EventTime(DateComponents(year: 2026, month: 3, day: 29, hour: 9))   // a floating time
    /// ```
    ///
    /// Without an hour they are a whole day. Their time zone, when they have one, is that of the time.
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

    /// The name of a zone as it is to be written.
    private static func known(_ name: String) throws(CalendarError) -> String {
        let names = ZoneNames(database: .system)
        if let zone = try names.databaseZone(name) { return zone.identifier }
        if try names.mappedZone(name) != nil { return name }
        throw CalendarError(
            .unknownTimeZone,
            "unknown time zone \"\(name)\"; use a name such as Europe/Berlin"
        )
    }

    /// An instant as the wall clock of a zone shows it, with the zone's name.
    ///
    /// ```swift
    /// event.start = EventTime(.now, in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    public init(_ instant: Instant, in zone: Zone) {
        self.init(zone.civil(at: instant), timeZoneID: zone.identifier)
    }

    /// A Foundation date as the wall clock of a zone shows it, with the zone's name.
    ///
    /// ```swift
    /// event.start = EventTime(Date(), in: try Zone(identifier: "Europe/Berlin"))
    /// ```
    @_disfavoredOverload  // Date has a `now` as well, so that `EventTime(.now, in: zone)` could mean either.
    public init(_ date: Date, in zone: Zone) {
        self.init(Instant(date), in: zone)
    }
}

extension RecurrenceRule {
    /// The same rule up to a last wall-clock time of a zone, included, written in UTC as RFC 5545 section 3.3.10 wants;
    /// a COUNT that it had goes.
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
