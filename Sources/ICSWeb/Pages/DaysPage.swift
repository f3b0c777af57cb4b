import ICSPages
import ICSViews
import ICalendar
import ICalendarStore

/// A page that shows a week or a day, with an hourly column for each day.
///
/// On a narrow screen, a week is shown as a list of days.
struct DaysPage {
    let scene: PageScene
    let first: CivilDate
    let count: Int

    /// The maximum number of events shown for a day.
    private static let mostEntries = 300
    private static let shortest = 1800

    private var name: String { count == 1 ? "day" : "week" }

    func bytes() throws(StoreError) -> [UInt8] {
        let end = first.adding(days: count)
        let list = DayList(try scene.events(from: first, until: end), from: first, until: end, in: scene.zone)
        let hasToday = first <= scene.today && scene.today < end
        let frame = PageFrame(
            title: count == 1 ? PageDates.long(first) : PageDates.period(from: first, until: end),
            page: name,
            previous: WebAddress(name, ["date": first.adding(days: -count).description]),
            next: WebAddress(name, ["date": end.description]),
            today: WebAddress(name),
            date: hasToday ? scene.today : first
        )
        let hours = hours(of: list)
        return frame.bytes(scene) { writer in
            writer.markup(count == 1 ? "<div class=\"days one\">" : "<div class=\"days seven\">")
            writer.markup("<ol class=\"hours\" aria-hidden=\"true\">")
            for hour in hours {
                writer.markup("<li>\(hour < 10 ? "0" : "")\(hour):00</li>")
            }
            writer.markup("</ol>\n")
            for day in list.days { write(day, hours, to: &writer) }
            writer.markup("</div>\n")
        }
    }

    /// Returns the hours from the first to the last event, which include at least 8 to 19.
    private func hours(of list: DayList) -> Range<Int> {
        var (first, last) = (8, 19)
        for day in list.days {
            for entry in day.entries.prefix(Self.mostEntries) where !entry.isBanner {
                let (start, end) = quarters(entry, of: day)
                first = min(first, start / 4)
                last = max(last, (end + 3) / 4)
            }
        }
        return first..<last
    }

    /// Returns an event's local start and end times, rounded to quarters of an hour.
    private func quarters(_ entry: DayList.Entry, of day: DayList.Day) -> (start: Int, end: Int) {
        func quarter(_ instant: Instant) -> Int {
            let civil = scene.zone.civil(at: instant)
            return civil.date == day.date ? civil.secondOfDay / 900 : civil.date < day.date ? 0 : 96
        }
        let start = min(quarter(entry.part.lowerBound), 95)
        return (start, min(96, max(start + 2, quarter(entry.part.upperBound))))
    }

    private func write(_ day: DayList.Day, _ hours: Range<Int>, to writer: inout MarkupWriter) {
        writer.markup("<section class=\"day")
        if day.date == scene.today { writer.markup(" today") }
        if PageDates.isWeekend(day.date) { writer.markup(" rest") }
        writer.markup("\" aria-label=\"\(PageDates.long(day.date))\" data-date=\"\(day.date)\"")
        writer.markup(" data-hour=\"\(hours.lowerBound)\"><div class=\"dayhead\"><h2>")
        if count > 1 {
            writer.markup("<a href=\"\(WebAddress("day", ["date": day.date.description]))\">")
        }
        writer.markup("<span class=\"weekday\">\(PageDates.weekday(day.date))</span> ")
        writer.markup("<span class=\"num\">\(day.date.day)")
        writer.markup(count > 1 ? "</span></a></h2>" : "</span></h2>")
        writer.markup("<a class=\"add\" href=\"\(WebAddress("new", ["date": day.date.description]))\"")
        writer.markup(" aria-label=\"New event on \(PageDates.long(day.date))\">+</a></div>\n")
        writer.markup("<ul class=\"banners\">")
        let shown = day.entries.prefix(Self.mostEntries)
        for entry in shown where entry.isBanner {
            let link = ViewedEventLink(entry, scene, time: entry.place ?? "")
            writer.markup("<li class=\"bar")
            writer.classes(link)
            writer.markup("\"")
            writer.movable(entry, scene)
            writer.markup(">")
            writer.event(link)
            writer.markup("</li>")
        }
        writer.markup("</ul>\n<ol class=\"timed\">")
        let columns = DayColumns(Array(shown), shortest: Self.shortest, limit: Self.mostEntries)
        for block in columns.blocks { write(block, day, hours, to: &writer) }
        writer.markup("</ol>")
        if day.entries.count > Self.mostEntries {
            writer.markup("<p class=\"rest-of-day\">limit reached: ")
            writer.number(day.entries.count - Self.mostEntries)
            writer.markup(" more events</p>")
        }
        writer.markup("</section>\n")
    }

    private func write(
        _ block: DayColumns.Block,
        _ day: DayList.Day,
        _ hours: Range<Int>,
        to writer: inout MarkupWriter
    ) {
        let entry = block.entry
        let (start, end) = quarters(entry, of: day)
        let link = ViewedEventLink(entry, scene, time: PageDates.time(of: entry, in: scene.zone))
        writer.markup("<li class=\"block s\(start - hours.lowerBound * 4) e\(end - hours.lowerBound * 4) o")
        let columns = min(block.columnCount, PageStyle.mostColumns)
        writer.markup("\(min(block.column, columns - 1))-\(columns)")
        writer.classes(link)
        writer.markup("\"")
        writer.movable(entry, scene)
        writer.markup(">")
        writer.event(link)
        if let location = entry.event.location, !location.isEmpty {
            writer.markup(" <bdi class=\"place\">\(location, atMost: 100)</bdi>")
        }
        writer.markup("</li>")
    }
}
