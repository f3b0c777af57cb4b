import ICSPages
import ICSViews
import ICalendar
import ICalendarStore

/// A page that lists thirty days of events.
struct AgendaPage {
    let scene: PageScene
    let first: CivilDate

    private static let dayCount = 30
    /// The maximum number of events on the page.
    private static let mostEntries = 1000

    func bytes() throws(StoreError) -> [UInt8] {
        let end = first.adding(days: Self.dayCount)
        let list = DayList(try scene.events(from: first, until: end), from: first, until: end, in: scene.zone)
        let frame = PageFrame(
            title: PageDates.period(from: first, until: end),
            page: "agenda",
            previous: WebAddress("agenda", ["date": first.adding(days: -Self.dayCount).description]),
            next: WebAddress("agenda", ["date": end.description]),
            today: WebAddress("agenda"),
            date: first
        )
        return frame.bytes(scene) { writer in
            var room = Self.mostEntries
            if list.days.allSatisfy(\.entries.isEmpty) {
                writer.markup("<p class=\"empty\">No events on these days.</p>\n")
            }
            for day in list.days where !day.entries.isEmpty && room > 0 {
                write(day, atMost: room, to: &writer)
                room -= day.entries.count
            }
            if room < 0 {
                writer.markup("<p")
                writer.markup(" class=\"empty\">limit reached: a page lists \(Self.mostEntries) events</p>\n")
            }
        }
    }

    private func write(_ day: DayList.Day, atMost most: Int, to writer: inout MarkupWriter) {
        writer.markup("<section class=\"agenda-day")
        if day.date == scene.today { writer.markup(" today") }
        writer.markup("\"><h2><a href=\"\(WebAddress("day", ["date": day.date.description]))\">")
        writer.markup("<time datetime=\"\(day.date)\">\(PageDates.long(day.date))</time></a></h2>\n<ul>")
        for entry in day.entries.prefix(most) {
            let link = ViewedEventLink(entry, scene, time: PageDates.time(of: entry, in: scene.zone))
            writer.markup("<li class=\"line")
            writer.classes(link)
            writer.markup("\">")
            writer.event(link)
            for tag in entry.event.marks
                + [entry.place, entry.isConflicting ? "overlaps" : nil].compactMap(\.self)
            {
                writer.markup(" <span class=\"tag\">\(tag)</span>")
            }
            if let location = entry.event.location, !location.isEmpty {
                writer.markup(" <bdi class=\"place\">\(location, atMost: 200)</bdi>")
            }
            writer.markup("</li>")
        }
        writer.markup("</ul></section>\n")
    }
}
