package import ICalendar

/// A month as a grid of weeks, or as a list of days in a narrow terminal.
///
/// ```swift
/// let layout = ViewLayout(width: 80, now: .present)
/// let grid = MonthGrid(events, of: date, in: zone, layout)
/// for line in grid.lines { print(line.rendered(layout.ability)) }
/// ```
///
/// Pass the events that overlap ``days(of:)`` in any order. Other events are ignored. ``StyledLine/text`` is a line
/// without colors.
package struct MonthGrid: Sendable {
    package let lines: [StyledLine]

    /// The maximum number of event lines in a cell.
    ///
    /// The last line states the number of remaining events.
    private static let mostLines = 5

    /// Creates the grid of the month that contains a date.
    package init(_ events: [ViewedEvent], of date: CivilDate, in zone: Zone, _ layout: ViewLayout) {
        let days = Self.days(of: date)
        let list = DayList(events, from: days.lowerBound, until: days.upperBound, in: zone)
        guard let frame = GridFrame(width: layout.width) else {
            var layout = layout
            layout.hidesEmptyDays = true
            lines = [StyledLine(DayText.month(date), .bold), StyledLine()] + AgendaText.lines(list, layout)
            return
        }
        let today = zone.civil(at: layout.now).date
        let lead = floorModulo(days.lowerBound.weekday.rawValue - layout.weekStart.rawValue, 7)
        var lines = [frame.heading(DayText.month(date)), frame.edge(.top)]
        lines += frame.row(
            (0..<7).map { [StyledLine(" " + DayText.weekdays[(layout.weekStart.rawValue + $0) % 7], .dim)] }
        )
        var first = days.lowerBound.adding(days: -lead)
        while first < days.upperBound {
            let dates = (0..<7).map { first.adding(days: $0) }
            let week = dates.map { date in
                days.contains(date) ? list.days[date.dayNumber - days.lowerBound.dayNumber] : nil
            }
            lines.append(frame.edge(.middle))
            lines += frame.row(
                zip(zip(dates, week), MonthWeek(week, frame, zone, most: Self.mostLines).cells).map {
                    day,
                    cell in
                    [Self.number(day.0, isOfMonth: day.1 != nil, isToday: day.0 == today)] + cell
                }
            )
            first = first.adding(days: 7)
        }
        self.lines = lines + [frame.edge(.bottom)]
    }

    /// Returns the days of the month that contains a date.
    package static func days(of date: CivilDate) -> Range<CivilDate> {
        let fields = date.fields
        let first = date.adding(days: 1 - fields.day)
        return first..<first.adding(days: CivilDate.daysInMonth(fields.month, ofYear: fields.year))
    }

    /// Returns whether there is room for a grid.
    ///
    /// Events in a grid have no handles.
    package static func isGrid(in layout: ViewLayout) -> Bool { GridFrame(width: layout.width) != nil }

    private static func number(_ date: CivilDate, isOfMonth: Bool, isToday: Bool) -> StyledLine {
        if isToday, isOfMonth {
            return StyledLine("[\(date.day)]", StyledLine.Style { ($0.isBold, $0.isPresent) = (true, true) })
        }
        // An empty cell with a day number would look like a free day.
        return isOfMonth ? StyledLine(" \(date.day)", .bold) : StyledLine()
    }
}

/// The cells for one week of a month.
///
/// A multi-day event stays on the same line.
private struct MonthWeek {
    var cells: [[StyledLine]]

    init(_ days: [DayList.Day?], _ frame: GridFrame, _ zone: Zone, most: Int) {
        let lanes = Self.lanes(days)
        cells = days.map { day in
            guard let day else { return [] }
            var rows: [DayList.Entry?] = []
            for entry in day.entries {
                guard let lane = lanes[entry.position] else {
                    rows.append(entry)
                    continue
                }
                while rows.count <= lane { rows.append(nil) }
                rows[lane] = entry
            }
            guard rows.count > most else { return rows.map { Self.line($0, frame, zone) } }
            let hidden = rows.dropFirst(most - 1).filter { $0 != nil }.count
            return rows.prefix(most - 1).map { Self.line($0, frame, zone) } + [
                StyledLine("+\(hidden) more", .dim)
            ]
        }
    }

    /// Returns the line number for each event that precedes the timed events.
    private static func lanes(_ days: [DayList.Day?]) -> [Int: Int] {
        var lanes: [Int: Int] = [:]
        for day in days {
            // The lines already taken by events from earlier days.
            var taken = Set((day?.entries ?? []).compactMap { lanes[$0.position] })
            for entry in day?.entries ?? [] where entry.isBanner && lanes[entry.position] == nil {
                var lane = 0
                while taken.contains(lane) { lane += 1 }
                taken.insert(lane)
                lanes[entry.position] = lane
            }
        }
        return lanes
    }

    private static func line(_ entry: DayList.Entry?, _ frame: GridFrame, _ zone: Zone) -> StyledLine {
        guard let entry else { return StyledLine() }
        let event = entry.event
        var line = StyledLine()
        if entry.isBanner {
            line.add("▎", .color(event.color))
        } else {
            let edge = entry.dayNumber == 1 ? event.span.lowerBound : event.span.upperBound
            let clock = DayText.clock(edge, in: zone, isShort: frame.isTight)
            let time = entry.dayNumber == 1 ? clock : "-\(clock)"
            line.add(time, .color(event.color))
            line.add(" ")
        }
        if entry.isConflicting { line.add("!", .warning) }
        line.add(EntryText.title(event), EntryText.style(event), cutTo: frame.cell - line.columns)
        return line
    }
}
