import ICSViews
import ICalendar

/// The month grids on a page.
struct HTMLMonths {
    /// A month, identified by the day number of its first day.
    struct Month {
        let first: CivilDate
        let dayCount: Int
    }

    let months: [Month]
    private let colors: [ViewedCalendar: ViewedColor]
    private let today: CivilDate
    private let days: [DayList.Day]
    private let zone: Zone

    /// The maximum number of lines shown for a day.
    private static let mostLines = 5

    init(_ list: DayList, _ colors: [ViewedCalendar: ViewedColor], today: CivilDate) {
        days = list.days
        zone = list.zone
        self.colors = colors
        self.today = today
        var months: [Month] = []
        var next = list.days.first?.date
        while let date = next, let last = list.days.last?.date, date <= last {
            let count = CivilDate.daysInMonth(date.month, ofYear: date.year)
            let first = date.adding(days: 1 - date.day)
            months.append(Month(first: first, dayCount: count))
            next = first.adding(days: count)
        }
        self.months = months
    }

    func write(_ month: Month, to writer: inout MarkupWriter) {
        let name = "\(PageDates.month(month.first.month)) \(month.first.year)"
        writer.markup("<table class=\"month\">\n<caption><h2>\(name)</h2></caption>\n<thead><tr>")
        for (short, long) in Self.weekdays {
            writer.markup("<th scope=\"col\"><abbr title=\"\(long)\">\(short)")
            writer.markup("<span>\(String(long.dropFirst(1).prefix(2)))</span></abbr></th>")
        }
        writer.markup("</tr></thead>\n<tbody>\n")
        let before = PageDates.column(month.first)
        for start in stride(from: -before, to: month.dayCount, by: 7) {
            // Weeks before and after the window are omitted.
            let week =
                month.first.dayNumber + max(0, start)..<month.first.dayNumber + min(month.dayCount, start + 7)
            guard week.contains(where: { day($0) != nil }) else { continue }
            write(
                (0..<7).map { start + $0 }.map { 0..<month.dayCount ~= $0 ? $0 : nil },
                of: month,
                to: &writer
            )
        }
        writer.markup("</tbody>\n</table>\n")
    }

    private static let weekdays = [
        ("M", "Monday"), ("T", "Tuesday"), ("W", "Wednesday"), ("T", "Thursday"), ("F", "Friday"),
        ("S", "Saturday"), ("S", "Sunday"),
    ]

    /// Writes a week.
    ///
    /// The `offsets` are days from the first of the month, where nil represents a day outside the month.
    private func write(_ offsets: [Int?], of month: Month, to writer: inout MarkupWriter) {
        let week = offsets.map { offset in
            offset.flatMap { day(month.first.dayNumber + $0) }
        }
        let lanes = BannerLanes(week)
        writer.markup("<tr>\n")
        for (column, offset) in offsets.enumerated() {
            guard let offset else {
                writer.markup("<td class=\"out\"></td>\n")
                continue
            }
            let date = month.first.adding(days: offset)
            let isToday = date == today
            let weekend = column > 4
            switch (week[column] == nil, isToday, weekend) {
            case (true, _, _): writer.markup("<td class=\"far\">")
            case (_, true, _): writer.markup("<td class=\"today\" aria-current=\"date\">")
            case (_, _, true): writer.markup("<td class=\"rest\">")
            default: writer.markup("<td>")
            }
            if let day = week[column] {
                write(day, column, lanes, to: &writer)
            } else {
                writer.markup("<span class=\"num\">\(date.day)</span>")
            }
            writer.markup("</td>\n")
        }
        writer.markup("</tr>\n")
    }

    private func day(_ number: Int) -> DayList.Day? {
        guard let first = days.first?.date.dayNumber else { return nil }
        return days.indices.contains(number - first) ? days[number - first] : nil
    }

    private func write(
        _ day: DayList.Day,
        _ column: Int,
        _ lanes: BannerLanes,
        to writer: inout MarkupWriter
    ) {
        writeNumber(of: day, to: &writer)
        let timed = day.entries.filter { !$0.isBanner }
        let laneCount = lanes.lanes(inColumn: column)
        // If some events do not fit, the last line states how many.
        let room = Self.mostLines - (laneCount + timed.count > Self.mostLines ? 1 : 0)
        var shown = 0
        for lane in 0..<min(laneCount, room) {
            guard let bar = lanes.bar(lane: lane, column: column) else {
                writer.markup("<div class=\"gap\"></div>")
                continue
            }
            shown += 1
            write(bar, column, to: &writer)
        }
        for entry in timed.prefix(max(0, room - laneCount)) {
            shown += 1
            writer.markup("<div class=\"chip")
            if entry.event.isOff { writer.markup(" off") }
            if entry.event.status == .tentative { writer.markup(" maybe") }
            writer.markup("\"")
            writer.style(colors[entry.event])
            writer.markup(">")
            writer.openLink(to: entry)
            writer.markup("<span class=\"at\">")
            writer.text(
                entry.dayNumber > 1 ? "…" : PageDates.time(entry.event.span.lowerBound, in: zone),
                atMost: 20
            )
            writer.markup("</span> <bdi>")
            writer.text(entry.event.shownTitle, atMost: 120)
            writer.markup("</bdi></a></div>")
        }
        let missing = day.entries.count - shown
        guard missing > 0 else { return }
        writer.markup("<div class=\"more\"><a href=\"#d-\(day.date)\">+\(missing) more</a></div>")
    }

    private func writeNumber(of day: DayList.Day, to writer: inout MarkupWriter) {
        guard !day.entries.isEmpty else {
            writer.markup("<span class=\"num\"><time datetime=\"\(day.date)\">\(day.date.day)</time></span>")
            return
        }
        writer.markup("<a class=\"num\" href=\"#d-\(day.date)\" aria-label=\"")
        let count = day.entries.count
        writer.markup("\(PageDates.long(day.date)), \(count) \(count == 1 ? "event" : "events")\">")
        writer.markup("<time datetime=\"\(day.date)\">\(day.date.day)</time></a>")
    }

    /// Writes a bar that spans all of its days, or a placeholder in the cells after its first day.
    private func write(_ bar: BannerLanes.Bar, _ column: Int, to writer: inout MarkupWriter) {
        guard column == bar.columns.lowerBound else {
            writer.markup("<div class=\"gap dot\"")
            writer.style(colors[bar.entry.event])
            writer.markup("></div>")
            return
        }
        writer.markup("<div class=\"bar n\(bar.columns.count)")
        if bar.continues { writer.markup(" from") }
        if bar.entry.event.isOff { writer.markup(" off") }
        if bar.entry.event.status == .tentative { writer.markup(" maybe") }
        writer.markup("\"")
        writer.style(colors[bar.entry.event])
        writer.markup(">")
        writer.openLink(to: bar.entry)
        writer.markup("<bdi>\(bar.entry.event.shownTitle, atMost: 120)</bdi></a></div>")
    }
}
