package import ICalendar

/// An agenda of events by day that has one line per event.
package enum AgendaText {
    /// Returns an agenda's lines, including an extra line for the current time on the current day.
    package static func lines(_ list: DayList, _ layout: ViewLayout) -> [StyledLine] {
        let columns = AgendaColumns(list.days.flatMap(\.entries).map(\.event), layout)
        let today = list.zone.civil(at: layout.now).date
        let days = layout.isReversed ? list.days.reversed() : list.days
        var lines: [StyledLine] = []
        var empty: [CivilDate] = []
        func addEmpty() {
            guard let first = empty.first, let last = empty.last, !layout.hidesEmptyDays else {
                empty = []
                return
            }
            var line = heading(first, today)
            if first != last {
                line.add(" to ")
                line.add(heading(last, today))
            }
            line.add(": no events", .dim)
            lines.append(line)
            empty = []
        }
        for day in days {
            guard !day.entries.isEmpty else {
                // The current day also has a line for the current time.
                if day.date == today { addEmpty() }
                empty.append(day.date)
                if day.date == today { addEmpty() }
                continue
            }
            addEmpty()
            lines.append(heading(day.date, today))
            lines += self.lines(day, columns, list.zone, layout)
        }
        addEmpty()
        return lines
    }

    /// Returns the lines for the events, without day headings or a line for the current time.
    package static func entryLines(_ list: DayList, _ layout: ViewLayout) -> [StyledLine] {
        let entries = list.days.flatMap(\.entries)
        let columns = AgendaColumns(entries.map(\.event), layout)
        return entries.map { columns.line($0, list.zone) }
    }

    private static func lines(
        _ day: DayList.Day,
        _ columns: AgendaColumns,
        _ zone: Zone,
        _ layout: ViewLayout
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        var isNowDue = day.span.contains(layout.now)
        for entry in layout.isReversed ? day.entries.reversed() : day.entries {
            if isNowDue, !layout.isReversed, !entry.isBanner, entry.part.lowerBound > layout.now {
                lines.append(columns.now(zone))
                isNowDue = false
            }
            lines.append(columns.line(entry, zone))
        }
        if isNowDue, !layout.isReversed { lines.append(columns.now(zone)) }
        return lines
    }

    private static func heading(_ date: CivilDate, _ today: CivilDate) -> StyledLine {
        let distance = DayText.distance(date, from: today)
        let style =
            distance == "today" ? StyledLine.Style { ($0.isBold, $0.isPresent) = (true, true) } : .bold
        let day = DayText.day(date, withYear: date.year != today.year || distance == "today")
        return StyledLine(distance.map { "\(day), \($0)" } ?? day, style)
    }
}

/// A list of events without day headings, such as a list of search results.
package enum EventListText {
    /// Returns a line for each event with its day.
    ///
    /// A note, such as the number of repetitions, follows the title.
    package static func lines(
        _ events: [ViewedEvent],
        notes: [String?],
        in zone: Zone,
        _ layout: ViewLayout
    ) -> [StyledLine] {
        let columns = AgendaColumns(events, layout)
        return zip(events, notes).enumerated().map { position, pair in
            let (event, note) = pair
            let date = zone.civil(at: event.span.lowerBound).date
            let clock = event.isAllDay ? "all day" : DayText.clock(event.span.lowerBound, in: zone)
            var line = columns.opening(position, time: "\(date)  \(clock)", timeWidth: 19)
            columns.add(event, place: note, isConflicting: false, to: &line)
            return line
        }
    }
}

/// The columns of an event list: handle, time, calendar mark, text, and calendar name.
struct AgendaColumns {
    private let layout: ViewLayout
    /// The number of columns to use, which prevents lines from wrapping.
    private let width: Int
    private let calendarWidth: Int
    private let hasMarks: Bool

    private static let timeWidth = 11
    private static let widestCalendar = 18
    private static let widestMargin = 8
    /// The minimum width for showing calendar names in a list.
    private static let leastForCalendars = 64

    init(_ events: [ViewedEvent], _ layout: ViewLayout) {
        self.layout = layout
        let excess = events.map { TextWidth.excess(SafeText.of($0.title)) }.max() ?? 0
        width = layout.width - min(Self.widestMargin, excess)
        let calendars = Set(events.map(\.calendar))
        let names = calendars.count > 1 && layout.width >= Self.leastForCalendars
        calendarWidth =
            names
            ? min(Self.widestCalendar, calendars.map { TextWidth.columns(SafeText.of($0.title)) }.max() ?? 0)
            : 0
        hasMarks = layout.ability != .none && events.contains { $0.color != nil }
    }

    func line(_ entry: DayList.Entry, _ zone: Zone) -> StyledLine {
        var line = opening(entry.position, time: DayText.time(entry, in: zone))
        add(entry.event, place: entry.place, isConflicting: entry.isConflicting, to: &line)
        return line
    }

    /// Returns the beginning of a line, up to the event's text.
    func opening(_ position: Int, time: String, timeWidth: Int = timeWidth) -> StyledLine {
        var line = StyledLine("  ")
        if layout.handleWidth > 0 {
            line.add(layout.handle(position) ?? "", .dim)
            line.pad(to: 2 + layout.handleWidth + 2)
        }
        let start = line.columns
        line.add(time)
        line.pad(to: max(line.columns + 1, start + timeWidth + 2))
        return line
    }

    /// Adds an event's text, then its calendar's name at the end of the line.
    func add(_ event: ViewedEvent, place: String?, isConflicting: Bool, to line: inout StyledLine) {
        if hasMarks { line.add(event.color == nil ? "  " : "● ", .color(event.color)) }
        let end = width - (calendarWidth > 0 ? calendarWidth + 2 : 0)
        line.add(
            EntryText.line(
                event,
                place: place,
                isConflicting: isConflicting,
                width: max(4, end - line.columns)
            )
        )
        guard calendarWidth > 0 else { return }
        line.pad(to: end + 2)
        line.add(event.calendar.title, .dim, cutTo: calendarWidth)
    }

    /// Returns the line for the current time.
    func now(_ zone: Zone) -> StyledLine {
        var line = StyledLine("  ")
        if layout.handleWidth > 0 { line.pad(to: 2 + layout.handleWidth + 2) }
        line.add("\(DayText.clock(layout.now, in: zone)) now ", .present)
        line.pad(to: width, with: "─", .present)
        return line
    }
}
