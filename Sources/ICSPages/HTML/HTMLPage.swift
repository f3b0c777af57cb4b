import ICSViews
import ICalendar

/// A self-contained HTML page with month grids, an agenda and event details.
///
/// The page needs no script, and its content security policy forbids scripts and all external resources. Links lead
/// only to `http`, `https` and `mailto` addresses.
package struct HTMLPage: Sendable {
    private let contents: PageContents
    private let list: DayList
    private let colors: [ViewedCalendar: ViewedColor]

    package init(_ contents: PageContents) {
        self.contents = contents
        list = contents.days
        colors = contents.colors
    }

    /// Writes the page in chunks.
    package func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var writer = MarkupWriter()
        writeHead(to: &writer)
        let today = contents.zone.civil(at: contents.present).date
        let grid = HTMLMonths(list, colors, today: today)
        writer.markup(grid.months.count == 1 ? "<section class=\"months one\"" : "<section class=\"months\"")
        writer.markup(" aria-label=\"Months\">\n")
        try put(writer.take())
        for month in grid.months {
            grid.write(month, to: &writer)
            try put(writer.take())
        }
        let agenda = HTMLAgenda(list, colors, today: today)
        writer.markup("</section>\n<section class=\"agenda\" id=\"agenda\"")
        writer.markup(" aria-labelledby=\"agenda-title\">\n<h2 id=\"agenda-title\">Agenda</h2>\n")
        if contents.events.isEmpty { writer.markup("<p class=\"empty\">No events in this period.</p>\n") }
        for day in list.days where !day.entries.isEmpty {
            agenda.write(day, to: &writer)
            try put(writer.take())
        }
        writer.markup("</section>\n</main>\n<footer><p>Times in \(contents.zone.identifier)")
        writer.markup("</p></footer>\n</body>\n</html>\n")
        try put(writer.take())
    }

    private func writeHead(to writer: inout MarkupWriter) {
        writer.markup(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            base-uri 'none'; form-action 'none'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>
            """
        )
        writer.markup("\(contents.title)</title>\n<style>\n")
        writer.markup(HTMLStyle.sheet)
        writer.markup("</style>\n</head>\n<body>\n")
        writer.markup("<a class=\"skip\" href=\"#agenda\">Skip to the agenda</a>\n<header>\n<h1>")
        writer.markup("<bdi>\(contents.title)</bdi></h1>\n")
        writer.markup("<p class=\"period\">\(PageDates.period(from: contents.first, until: contents.end))")
        writer.markup("</p>\n")
        if let today = list.days.first(where: { $0.span.contains(contents.present) }), !today.entries.isEmpty
        {
            writer.markup("<a class=\"jump\" href=\"#d-\(today.date)\">Today</a>\n")
        }
        writeLegend(to: &writer)
        if let notice = contents.notice {
            writer.markup("<p class=\"notice\" role=\"note\">\(notice)</p>\n")
        }
        writer.markup("</header>\n<main>\n")
    }

    /// Writes the calendars' names and colors.
    private func writeLegend(to writer: inout MarkupWriter) {
        let calendars = contents.calendars
        guard calendars.count > 1 || calendars.first?.title != contents.title, !calendars.isEmpty else {
            return
        }
        writer.markup("<ul class=\"legend\" aria-label=\"Calendars\">\n")
        for calendar in calendars.prefix(PageLimits.list) {
            writer.markup("<li")
            writer.style(colors[calendar])
            writer.markup("><bdi>\(calendar.title)</bdi></li>\n")
        }
        writer.markup("</ul>\n")
    }
}

extension MarkupWriter {
    /// Appends a style attribute with a calendar's color.
    mutating func style(_ color: ViewedColor?) {
        if let color { markup(" style=\"--c:\(color)\"") }
    }

    /// Appends a day's identifier, such as `d-2026-03-30`.
    mutating func identifier(of date: CivilDate) {
        markup("d-\(date)")
    }

    /// Appends the opening tag of a link to an event, up to and including the tag's closing bracket.
    ///
    /// The event's title is the tooltip.
    mutating func openLink(to entry: DayList.Entry) {
        markup("<a href=\"#e-\(entry.position)\" title=\"\(entry.event.shownTitle, atMost: 200)\">")
    }
}
