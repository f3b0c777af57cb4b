package import ICSViews
package import ICalendar

/// A formatter for dates and times in English.
package enum PageDates {
    /// Returns a day, such as `Monday 30 March 2026`.
    package static func long(_ date: CivilDate) -> String {
        "\(weekday(date)) \(date.day) \(month(date.month)) \(date.year)"
    }

    /// Returns a period, such as `30 March – 28 April 2026`, where `end` is exclusive.
    package static func period(from first: CivilDate, until end: CivilDate) -> String {
        let last = max(first, end.adding(days: -1))
        let tail = "\(last.day) \(month(last.month)) \(last.year)"
        if first == last { return tail }
        if first.year != last.year { return "\(first.day) \(month(first.month)) \(first.year) – \(tail)" }
        return first.month == last.month
            ? "\(first.day)–\(tail)" : "\(first.day) \(month(first.month)) – \(tail)"
    }

    package static func month(_ number: Int) -> String { EnglishWords.months[max(0, min(11, number - 1))] }

    package static func weekday(_ date: CivilDate) -> String {
        EnglishWords.weekdays[date.weekday.rawValue]
    }

    /// Returns a day's column in its week, where 0 is Monday.
    package static func column(_ date: CivilDate) -> Int {
        // Day 0 is Thursday 1 January 1970.
        floorModulo(date.dayNumber + 3, 7)
    }

    package static func isWeekend(_ date: CivilDate) -> Bool { column(date) > 4 }

    /// Returns a time such as `09:15`, with seconds if they are nonzero, and with the offset if the local time occurs
    /// twice.
    package static func time(_ instant: Instant, in zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        let clock = String(civil.description.dropFirst(11).prefix(civil.second == 0 ? 5 : 8))
        guard zone.showsTwice(instant) else { return clock }
        return clock + OccurrenceTime.instant(instant, zone).description.dropFirst(19)
    }

    /// Returns an event's time on one of its days.
    ///
    /// Examples are `09:15–09:30`, `09:15`, `all day`, `from 22:00` and `until 02:00`.
    package static func time(of entry: DayList.Entry, in zone: Zone) -> String {
        let event = entry.event
        if event.isAllDay { return "all day" }
        let (start, end) = (event.span.lowerBound, event.span.upperBound)
        if start == end { return time(start, in: zone) }
        if entry.dayCount == 1 { return "\(time(start, in: zone))–\(time(end, in: zone))" }
        if entry.dayNumber == 1 { return "from \(time(start, in: zone))" }
        return entry.dayNumber == entry.dayCount ? "until \(time(end, in: zone))" : "all day"
    }

    /// Returns an event's complete time, including its days.
    package static func whole(_ event: ViewedEvent, in zone: Zone) -> String {
        let days = DayList.days(of: event, in: zone)
        let first = CivilDate(dayNumber: days.lowerBound)
        let last = CivilDate(dayNumber: days.upperBound - 1)
        if event.isAllDay {
            return first == last ? "\(long(first)), all day" : "\(long(first)) – \(long(last)), all day"
        }
        let (start, end) = (event.span.lowerBound, event.span.upperBound)
        if start == end { return "\(long(first)), \(time(start, in: zone))" }
        let endDate = zone.civil(at: end).date
        if first == endDate || last == first {
            return "\(long(first)), \(time(start, in: zone))–\(time(end, in: zone))"
        }
        return "\(long(first)), \(time(start, in: zone)) – \(long(endDate)), \(time(end, in: zone))"
    }
}
