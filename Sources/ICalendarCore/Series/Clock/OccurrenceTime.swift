/// The start or end of an occurrence in the format that its event uses.
///
/// ```swift
/// switch occurrence.start {
/// case .date(let date): print(date, "the whole day")
/// case .floating(let time): print(time, "wherever you are")
/// case .instant(let instant, let zone): print(zone.civil(at: instant), zone)
/// }
/// ```
public enum OccurrenceTime: Sendable, Hashable {
    /// A day of an all-day event, as in `DTSTART;VALUE=DATE:20260403`. An end is the day after the last day.
    case date(CivilDate)
    /// A wall-clock time without a zone, as in `DTSTART:20260403T090000`.
    case floating(CivilDateTime)
    /// An instant and the event's zone, as in `DTSTART;TZID=Europe/Berlin:20260403T090000` or
    /// `DTSTART:20260403T070000Z`.
    case instant(Instant, Zone)

    /// The zone's name, or nil for dates and floating times.
    ///
    /// The name is an IANA name such as `Europe/Berlin`, `UTC`, or the file's own TZID.
    public var timeZone: String? {
        if case .instant(_, let zone) = self { zone.identifier } else { nil }
    }

    /// Returns the instant, interpreting dates (at midnight) and floating times in `zone`.
    ///
    /// ```swift
    /// let day = OccurrenceTime.date(try EventTime("2026-03-29").civil.date)
    /// day.instant(in: .utc).description  // "2026-03-29T00:00:00Z"
    /// ```
    public func instant(in zone: Zone) -> Instant {
        switch self {
        case .date(let date): zone.instant(of: CivilDateTime(date))
        case .floating(let time): zone.instant(of: time)
        case .instant(let instant, _): instant
        }
    }
}

extension OccurrenceTime: CustomStringConvertible {
    /// The RFC 3339 form, such as `2026-03-30T09:15:00+02:00`.
    ///
    /// A date is printed as `2026-03-29`, and a floating time has no offset. Other times end with `Z` for UTC or with
    /// the zone's offset at that time. RFC 3339 cannot express an offset with seconds (used before standard time), so a
    /// time with such an offset is converted to UTC. RFC 3339 also cannot express years after 9999, so any later time
    /// is printed as the last day or second of the year 9999.
    public var description: String {
        switch self {
        case .date(let date):
            return min(date, Self.lastSecond.date).description
        case .floating(let time):
            return min(time, Self.lastSecond).description
        case .instant(let instant, let zone):
            let offset = zone.offset(at: instant)
            if zone == .utc || offset % 60 != 0 {
                return "\(min(CivilDateTime(secondNumber: instant.secondsSince1970), Self.lastSecond))Z"
            }
            let minutes = Int(offset.magnitude) / 60
            let civil = min(CivilDateTime(secondNumber: instant.secondsSince1970 + offset), Self.lastSecond)
            return "\(civil)\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
        }
    }
    /// The last second that RFC 3339 can express.
    package static var lastSecond: CivilDateTime { CivilDateTime(secondNumber: RulePlan.lastSecond) }
}
