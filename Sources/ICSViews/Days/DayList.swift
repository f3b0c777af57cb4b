package import ICalendar

/// Events grouped by calendar day in a zone.
///
/// Each event is listed on each of its days. All-day events and events of 24 hours or more come first, followed by the
/// rest, ordered by start. A day begins at its first instant, which may differ from midnight because of a clock change.
///
/// ```swift
/// let list = DayList(events, from: monday, until: monday.adding(days: 7), in: zone)
/// for day in list.days { print(day.date, day.entries.map(\.event.title)) }
/// ```
package struct DayList: Sendable {
    /// The days in order, including days without events.
    ///
    /// If the days have more than ``mostEntries`` entries, the list is shortened, but always contains at least one day.
    package let days: [Day]
    package let zone: Zone

    /// The maximum number of entries.
    ///
    /// Each event has one entry per day.
    package static let mostEntries = 100_000

    /// A calendar day and its events.
    package struct Day: Sendable {
        package let date: CivilDate
        /// The range from the first instant of the day to the first instant of the next day, which usually covers 23 to
        /// 25 hours.
        package let span: Range<Instant>
        package let entries: [Entry]
    }

    /// An event on one of its days.
    package struct Entry: Sendable {
        package let event: ViewedEvent
        /// The index of the event in the ungrouped list.
        ///
        /// The index is the same on all days.
        package let position: Int
        /// The 1-based number of this day within the event.
        package let dayNumber: Int
        /// The number of days that the event covers.
        package let dayCount: Int
        /// The part of the event on this day.
        package let part: Range<Instant>
        /// Whether the event precedes timed events because it is all-day or lasts 24 hours or more.
        package let isBanner: Bool
        /// Whether the event overlaps another timed event during which the user is busy.
        package let isConflicting: Bool

        /// The position in a multi-day event, such as `day 2 of 3`, or nil for a one-day event.
        package var place: String? { dayCount > 1 ? "day \(dayNumber) of \(dayCount)" : nil }
    }

    /// Groups events in any order by day, from `first` up to, but not including, `end`.
    package init(_ events: [ViewedEvent], from first: CivilDate, until end: CivilDate, in zone: Zone) {
        self.zone = zone
        let conflicts = Conflicts(events).positions
        let days = events.map { Self.days(of: $0, in: zone) }
        let count = Self.count(days, from: first.dayNumber, until: end.dayNumber)
        var dates: [CivilDate] = []
        for number in 0..<count { dates.append(first.adding(days: number)) }
        let spans = dates.map { Self.span(of: $0, in: zone) }
        var entries: [[Entry]] = Array(repeating: [], count: count)
        for (position, event) in events.enumerated() {
            let all = days[position]
            let shown = all.clamped(to: first.dayNumber..<first.dayNumber + count)
            for number in shown {
                let index = number - first.dayNumber
                entries[index].append(
                    Entry(
                        event: event,
                        position: position,
                        dayNumber: number - all.lowerBound + 1,
                        dayCount: all.count,
                        part: event.span.clamped(to: spans[index]),
                        isBanner: event.isAllDay || Self.isLong(event.span),
                        isConflicting: conflicts.contains(position)
                    )
                )
            }
        }
        self.days = (0..<count).map { index in
            Day(date: dates[index], span: spans[index], entries: entries[index].sorted(by: Self.precedes))
        }
    }

    /// Returns the number of days whose entries fit within the limit, but at least one.
    private static func count(_ days: [Range<Int>], from first: Int, until end: Int) -> Int {
        let count = max(0, end - first)
        // The change in the number of entries from each day to the next.
        var changes = Array(repeating: 0, count: count + 1)
        for days in days {
            let shown = days.clamped(to: first..<first + count)
            guard !shown.isEmpty else { continue }
            changes[shown.lowerBound - first] += 1
            changes[shown.upperBound - first] -= 1
        }
        var (entries, total) = (0, 0)
        for day in 0..<count {
            entries += changes[day]
            total += entries
            if total > mostEntries { return max(1, day) }
        }
        return count
    }

    /// Returns the range from the first instant of a day to the first instant of the next day.
    package static func span(of date: CivilDate, in zone: Zone) -> Range<Instant> {
        let start = zone.instant(of: CivilDateTime(date))
        return start..<max(start, zone.instant(of: CivilDateTime(date.adding(days: 1))))
    }

    /// Returns the day numbers of an event.
    ///
    /// The range has at least one day. If a timed event ends at midnight, the day that begins then is not included.
    package static func days(of event: ViewedEvent, in zone: Zone) -> Range<Int> {
        if case .date(let start) = event.start {
            let end = event.end.civil.date.dayNumber
            return start.dayNumber..<max(start.dayNumber + 1, end)
        }
        let first = zone.civil(at: event.span.lowerBound).date.dayNumber
        guard !event.span.isEmpty else { return first..<first + 1 }
        let last = zone.civil(at: event.span.upperBound.adding(seconds: -1)).date.dayNumber
        return first..<max(first, last) + 1
    }

    private static func isLong(_ span: Range<Instant>) -> Bool {
        span.upperBound.secondsSince1970 - span.lowerBound.secondsSince1970 >= 86_400
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.isBanner != right.isBanner { return left.isBanner }
        if left.event.isAllDay != right.event.isAllDay { return left.event.isAllDay }
        let (one, other) = (left.event.span, right.event.span)
        if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
        // Sort banners by length, longest first.
        if one.upperBound != other.upperBound {
            return left.isBanner ? one.upperBound > other.upperBound : one.upperBound < other.upperBound
        }
        return left.position < right.position
    }

    /// The set of events that overlap others.
    private struct Conflicts {
        var positions: Set<Int> = []

        init(_ events: [ViewedEvent]) {
            let timed = events.indices.filter {
                !events[$0].isAllDay && events[$0].isBusy && !events[$0].span.isEmpty
            }
            .sorted { events[$0].span.lowerBound < events[$1].span.lowerBound }
            /// The event with the latest end so far.
            var last: Int?
            for position in timed {
                defer {
                    if events[position].span.upperBound > last.map({ events[$0].span.upperBound })
                        ?? events[position]
                        .span.lowerBound
                    {
                        last = position
                    }
                }
                guard let last, events[position].span.lowerBound < events[last].span.upperBound else {
                    continue
                }
                // The same event in two calendars does not conflict with itself.
                if events[last].uid == events[position].uid, events[last].span == events[position].span {
                    continue
                }
                positions.insert(position)
                positions.insert(last)
            }
        }
    }
}
