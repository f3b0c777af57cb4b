package import ICalendar

/// A week as a grid with the times and titles of all events, or a list in a narrow terminal.
package struct WeekGrid: Sendable {
    package let lines: [StyledLine]

    private static let mostTitleLines = 3

    /// Creates the grid of the week that contains a date.
    package init(_ events: [ViewedEvent], of date: CivilDate, in zone: Zone, _ layout: ViewLayout) {
        let days = Self.days(of: date, startingOn: layout.weekStart)
        let list = DayList(events, from: days.lowerBound, until: days.upperBound, in: zone)
        guard let frame = GridFrame(width: layout.width) else {
            lines = AgendaText.lines(list, layout)
            return
        }
        let today = zone.civil(at: layout.now).date
        let last = days.upperBound.adding(days: -1)
        var lines = [frame.heading("\(DayText.day(days.lowerBound)) to \(DayText.day(last, withYear: true))")]
        lines.append(frame.edge(.top))
        lines += frame.row(list.days.map { [Self.heading($0.date, isToday: $0.date == today)] })
        lines.append(frame.edge(.middle))
        lines += frame.row(
            list.days.map { day in
                var cell: [StyledLine] = []
                for entry in day.entries {
                    if !cell.isEmpty { cell.append(StyledLine()) }
                    cell += Self.lines(entry, frame, zone, layout)
                }
                return cell
            }
        )
        self.lines = lines + [frame.edge(.bottom)]
    }

    /// Returns the seven days of the week that contains a date.
    package static func days(of date: CivilDate, startingOn first: Weekday) -> Range<CivilDate> {
        let start = date.adding(days: -floorModulo(date.weekday.rawValue - first.rawValue, 7))
        return start..<start.adding(days: 7)
    }

    private static func heading(_ date: CivilDate, isToday: Bool) -> StyledLine {
        let text = "\(DayText.weekdays[date.weekday.rawValue]) \(date.day)"
        guard isToday else { return StyledLine(" " + text, .bold) }
        return StyledLine("[\(text)]", StyledLine.Style { ($0.isBold, $0.isPresent) = (true, true) })
    }

    private static func lines(
        _ entry: DayList.Entry,
        _ frame: GridFrame,
        _ zone: Zone,
        _ layout: ViewLayout
    ) -> [StyledLine] {
        let event = entry.event
        var time = DayText.time(entry, in: zone)
        let handle = layout.handle(entry.position)
        // A short name is more useful than the end time.
        if TextWidth.columns(time) + (handle.map { $0.utf8.count + 1 } ?? 0) > frame.cell {
            let isFirst = entry.dayNumber == 1
            let clock = DayText.clock(isFirst ? event.span.lowerBound : event.span.upperBound, in: zone)
            time = isFirst ? clock : "-\(clock)"
        }
        var first = StyledLine()
        first.add(time, .color(event.color), cutTo: frame.cell)
        if let handle, first.columns + handle.utf8.count < frame.cell {
            first.add(" \(handle)", .dim)
        }
        if entry.isConflicting, first.columns + 2 <= frame.cell { first.add(" !", .warning) }
        let title = SafeText.of(EntryText.title(event))
        var lines = [first]
        for line in TextWidth.wrapped(title, to: frame.cell, most: Self.mostTitleLines) {
            lines.append(StyledLine(line, EntryText.style(event)))
        }
        if let location = event.location, !location.isEmpty {
            var line = StyledLine()
            line.add(location, .dim, cutTo: frame.cell)
            lines.append(line)
        }
        return lines
    }
}
