import ICSPages
import ICSViews
package import ICalendar

package enum MomentText {
    /// Returns a day, as in `2026-03-30 Mon`.
    package static func day(_ instant: Instant, in zone: Zone) -> String {
        let date = zone.civil(at: instant).date
        return "\(date) \(DayText.weekdays[date.weekday.rawValue])"
    }

    /// Returns a time of day: `09:15`, with seconds if nonzero, or `02:30+01:00` if the time occurs twice.
    package static func time(_ instant: Instant, in zone: Zone) -> String {
        PageDates.time(instant, in: zone)
    }

    /// Returns a time span: `09:15-09:30`, with `+1` if it ends on the next day.
    package static func span(_ range: Range<Instant>, in zone: Zone) -> String {
        let days =
            zone.civil(at: range.upperBound).date.dayNumber - zone.civil(at: range.lowerBound).date.dayNumber
        return "\(time(range.lowerBound, in: zone))-\(time(range.upperBound, in: zone))"
            + (days > 0 ? "+\(days)" : "")
    }

    /// Returns an occurrence's start: `2026-03-30 09:15` or `2026-03-30`.
    package static func start(_ occurrence: Occurrence, in zone: Zone) -> String {
        text(occurrence.start, in: zone)
    }

    /// Returns an occurrence's time: `2026-03-30 09:15` or `2026-03-30`.
    static func text(_ time: OccurrenceTime, in zone: Zone) -> String {
        if case .date(let date) = time { return date.description }
        let instant = time.instant(in: zone)
        return "\(zone.civil(at: instant).date) \(MomentText.time(instant, in: zone))"
    }

    package static func rfc3339(_ instant: Instant, in zone: Zone) -> String {
        OccurrenceTime.instant(instant, zone).description
    }

    /// Returns a time as written in its property: `2026-03-30`, `2026-03-30T09:15:00Z`, or
    /// `2026-03-30T09:15:00 Europe/Berlin`.
    package static func written(_ time: EventTime) -> String {
        switch time {
        case .date(let date): date.description
        case .floating(let civil): civil.description
        case .utc(let civil): "\(civil)Z"
        case .zoned(let civil, let id): "\(civil) \(id)"
        }
    }
}
