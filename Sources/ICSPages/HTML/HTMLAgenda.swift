import ICSViews
import ICalendar

/// The agenda on a page.
///
/// The agenda shows each event's details on the event's first day.
struct HTMLAgenda {
    private let colors: [ViewedCalendar: ViewedColor]
    private let today: CivilDate
    private let zone: Zone
    private let first: CivilDate?

    init(_ list: DayList, _ colors: [ViewedCalendar: ViewedColor], today: CivilDate) {
        self.colors = colors
        self.today = today
        zone = list.zone
        first = list.days.first?.date
    }

    func write(_ day: DayList.Day, to writer: inout MarkupWriter) {
        writer.markup("<section class=\"day")
        if day.date == today { writer.markup(" now") }
        writer.markup("\" id=\"d-\(day.date)\">\n<h3><time datetime=\"\(day.date)\"><span")
        writer.markup(" class=\"date\">\(day.date.day)</span> <span")
        writer.markup(" class=\"name\">\(PageDates.weekday(day.date))</span> <span")
        writer.markup(" class=\"rest\">\(PageDates.month(day.date.month)) \(day.date.year)</span></time>")
        if day.date == today { writer.markup(" <span class=\"tag\">Today</span>") }
        writer.markup("</h3>\n<ul>\n")
        for entry in day.entries {
            write(entry, isFirst: entry.dayNumber == 1 || day.date == first, to: &writer)
        }
        writer.markup("</ul>\n</section>\n")
    }

    private func write(_ entry: DayList.Entry, isFirst: Bool, to writer: inout MarkupWriter) {
        let event = entry.event
        writer.markup("<li class=\"event")
        if event.isOff { writer.markup(" off") }
        if event.status == .tentative { writer.markup(" maybe") }
        writer.markup("\"")
        writer.style(colors[event])
        if isFirst {
            writer.markup(" id=\"e-\(entry.position)\"")
        }
        writer.markup(">\n")
        writer.markup(isFirst ? "<details>\n<summary>" : "<p>")
        writer.markup("<span class=\"time\">\(PageDates.time(of: entry, in: zone))</span> ")
        writer.markup("<span class=\"what\">")
        if !isFirst {
            writer.markup("<a href=\"#e-\(entry.position)\">")
        }
        writer.markup("<bdi class=\"title\">\(event.shownTitle)</bdi>")
        if !isFirst { writer.markup("</a>") }
        writeTags(of: entry, to: &writer)
        if let location = event.location, !location.isEmpty {
            writer.markup(" <bdi class=\"place\">\(location, atMost: 200)</bdi>")
        }
        writer.markup("</span>")
        guard isFirst else { return writer.markup("</p>\n</li>\n") }
        writer.markup("</summary>\n")
        writeDetails(of: event, to: &writer)
        writer.markup("</details>\n</li>\n")
    }

    private func writeTags(of entry: DayList.Entry, to writer: inout MarkupWriter) {
        var tags = entry.event.marks
        if let place = entry.place { tags.append(place) }
        if entry.isConflicting { tags.append("overlaps") }
        for tag in tags {
            writer.markup(" <span class=\"tag\">\(tag)</span>")
        }
    }

    private func writeDetails(of event: ViewedEvent, to writer: inout MarkupWriter) {
        writer.markup("<dl>\n<dt class=\"brief\">When</dt><dd class=\"brief\">")
        writer.text(PageDates.whole(event, in: zone))
        if event.isRecurring { writer.markup(" <span class=\"tag\">repeats</span>") }
        writer.markup("</dd>\n")
        if let location = event.location, !location.isEmpty {
            writer.markup("<dt class=\"brief\">Where</dt><dd class=\"brief\"><bdi>\(location)</bdi></dd>\n")
        }
        writer.markup("<dt class=\"brief\">Calendar</dt><dd class=\"brief\"><bdi>\(event.calendar.title)")
        writer.markup("</bdi></dd>\n")
        if !event.categories.isEmpty {
            writer.markup("<dt>Categories</dt><dd>")
            for (number, category) in event.categories.prefix(PageLimits.list).enumerated() {
                writer.markup(number > 0 ? ", <bdi>" : "<bdi>")
                writer.markup("\(category)</bdi>")
            }
            writeMissing(of: event.categories.count, to: &writer)
            writer.markup("</dd>\n")
        }
        writePeople(event.people, to: &writer)
        writer.rows(link: event.url, notes: event.notes)
        writer.markup("</dl>\n")
    }

    private func writePeople(_ people: [ViewedPerson], to writer: inout MarkupWriter) {
        guard !people.isEmpty else { return }
        writer.markup("<dt>People</dt><dd><ul class=\"people\">")
        for person in people.prefix(PageLimits.list) {
            writer.markup("<li>")
            if let mail = person.email.flatMap({ WebLink.mail($0) }) {
                writer.openLink(to: mail)
                writer.markup("\(person.text)</bdi></a>")
            } else {
                writer.markup("<bdi>\(person.text)</bdi>")
            }
            if person.isOrganizer { writer.markup(" <span class=\"tag\">organizer</span>") }
            switch person.status {
            case .accepted: writer.markup(" <span class=\"tag\">accepted</span>")
            case .declined: writer.markup(" <span class=\"tag\">declined</span>")
            case .tentative: writer.markup(" <span class=\"tag\">tentative</span>")
            default: break
            }
            writer.markup("</li>")
        }
        writer.markup("</ul>")
        writeMissing(of: people.count, to: &writer)
        writer.markup("</dd>\n")
    }

    private func writeMissing(of count: Int, to writer: inout MarkupWriter) {
        guard count > PageLimits.list else { return }
        writer.markup(" and \(count - PageLimits.list) more")
    }
}
