import ICSPages
import ICSViews
import ICalendar
import ICalendarStore

/// A page that shows a month as a table of weeks.
struct MonthPage {
    let scene: PageScene
    let date: CivilDate

    /// The maximum number of lines per day.
    private static let mostLines = 4

    func bytes() throws(StoreError) -> [UInt8] {
        let first = date.adding(days: 1 - date.day)
        let count = CivilDate.daysInMonth(date.month, ofYear: date.year)
        let start = first.adding(days: -PageDates.column(first))
        let weeks = (PageDates.column(first) + count + 6) / 7
        let events = try scene.events(from: start, until: start.adding(days: weeks * 7))
        let list = DayList(events, from: start, until: start.adding(days: weeks * 7), in: scene.zone)
        let name = "\(PageDates.month(date.month)) \(date.year)"
        let frame = PageFrame(
            title: name,
            page: "month",
            previous: WebAddress("month", ["date": first.adding(days: -1).firstOfMonth.description]),
            next: WebAddress("month", ["date": first.adding(days: count).description]),
            today: WebAddress("month"),
            date: first.month == scene.today.month && first.year == scene.today.year ? scene.today : first
        )
        return frame.bytes(scene) { writer in
            writer.markup("<table class=\"month\" aria-label=\"\(name)\"><thead><tr>")
            for day in list.days.prefix(7) {
                let word = PageDates.weekday(day.date)
                writer.markup("<th scope=\"col\"><abbr title=\"\(word)\">\(String(word.prefix(3)))")
                writer.markup("</abbr></th>")
            }
            writer.markup("</tr></thead>\n<tbody>\n")
            for week in 0..<weeks {
                writer.markup("<tr>")
                for day in list.days[week * 7..<week * 7 + 7] { write(day, to: &writer) }
                writer.markup("</tr>\n")
            }
            writer.markup("</tbody></table>\n")
        }
    }

    private func write(_ day: DayList.Day, to writer: inout MarkupWriter) {
        let isOut = day.date.month != date.month
        let isToday = day.date == scene.today
        writer.markup(isToday ? "<td aria-current=\"date\" class=\"today" : "<td class=\"")
        if isOut { writer.markup(" out") }
        if PageDates.isWeekend(day.date) { writer.markup(" rest") }
        let address = WebAddress("day", ["date": day.date.description])
        writer.markup("\" data-date=\"\(day.date)\"><a class=\"num\" href=\"\(address)\" aria-label=\"")
        let count = day.entries.count
        writer.text("\(PageDates.long(day.date)), \(count) \(count == 1 ? "event" : "events")")
        writer.markup("\">")
        writer.number(day.date.day)
        writer.markup("</a>")
        if day.entries.isEmpty { return writer.markup("</td>") }
        let room = count > Self.mostLines ? Self.mostLines - 1 : Self.mostLines
        writer.markup("<ul>")
        for entry in day.entries.prefix(room) {
            let time =
                entry.isBanner
                ? "" : entry.dayNumber > 1 ? "…" : PageDates.time(entry.event.span.lowerBound, in: scene.zone)
            let link = ViewedEventLink(entry, scene, time: time)
            writer.markup(entry.isBanner ? "<li class=\"bar" : "<li class=\"chip")
            writer.classes(link)
            writer.markup("\"")
            writer.movable(entry, scene)
            writer.markup(">")
            writer.event(link)
            writer.markup("</li>")
        }
        writer.markup("</ul>")
        if count > room {
            writer.markup("<a class=\"rest-of-day\" href=\"\(address)\">\(count - room) more</a>")
        }
        writer.markup("</td>")
    }
}

extension CivilDate {
    var firstOfMonth: CivilDate { adding(days: 1 - day) }
}

extension MarkupWriter {
    /// Appends the data that the script needs to move an event: its identifier and its first day on the page.
    mutating func movable(_ entry: DayList.Entry, _ scene: PageScene) {
        // The calendar may have been removed after the scene was created.
        let calendar = scene.calendars.first { $0.calendarIdentifier == entry.event.calendar.identifier }
        guard calendar?.allowsContentModifications == true, entry.dayNumber == 1 else { return }
        markup(" data-id=\"\(entry.event.identifier ?? "", atMost: 16_384)\"")
    }
}
