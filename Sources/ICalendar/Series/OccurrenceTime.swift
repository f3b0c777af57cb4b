/// When an occurrence starts or ends, in the form that it is given to users.
public enum OccurrenceTime: Sendable, Hashable {
    /// A day of an all-day event; an end is the day after the last.
    case date(CivilDate)
    /// A wall-clock time without a zone.
    case floating(CivilDateTime)
    /// An instant, and the zone of the event.
    case instant(Instant, Zone)

    /// The name of the zone: an IANA name, `UTC`, or the file's own TZID; nil for dates and floating times.
    public var timeZone: String? {
        if case .instant(_, let zone) = self { zone.identifier } else { nil }
    }

    /// The instant; dates (at midnight) and floating times are read in `zone`.
    public func instant(in zone: Zone) -> Instant {
        switch self {
        case .date(let date): zone.instant(of: CivilDateTime(date))
        case .floating(let time): zone.instant(of: time)
        case .instant(let instant, _): instant
        }
    }
}

extension OccurrenceTime: CustomStringConvertible {
    /// RFC 3339: `2026-03-29` for a date, no offset for a floating time, `Z` for UTC, else the event's own offset.
    ///
    /// An offset with seconds (before standard time) cannot be written in RFC 3339: such a time is given in UTC.
    /// Nor can years after 9999: what is later is given as the last day or second of that year.
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
    /// The last second that RFC 3339 can write.
    static var lastSecond: CivilDateTime { CivilDateTime(secondNumber: RulePlan.lastSecond) }
}
