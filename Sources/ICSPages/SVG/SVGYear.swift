import ICSViews
import ICalendar

/// An image that shows the number of events per day in seven weekday rows for each year in a window.
package struct SVGYear: Sendable {
    private let contents: PageContents
    private let list: DayList

    private static let cell = 13
    private static let step = 16
    private static let left = 64
    private static let width = 64 + 54 * 16 + 24
    private static let yearHeight = 7 * 16 + 56
    private static let top = 100

    package init(_ contents: PageContents) {
        self.contents = contents
        list = contents.days
    }

    /// Writes the image in chunks.
    package func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        let years = contents.first.year...max(contents.first.year, contents.end.adding(days: -1).year)
        let height = Self.top + years.count * Self.yearHeight + 40
        var writer = MarkupWriter()
        let period = PageDates.period(from: contents.first, until: contents.end)
        writer.openSVG(
            width: Self.width,
            height: height,
            title: contents.title,
            description: "Events per day, \(period)"
        )
        writer.markup("<text class=\"title\" x=\"24\" y=\"42\">\(contents.title, atMost: 60)</text>\n")
        writer.markup("<text class=\"soft\" x=\"24\" y=\"64\">")
        let count = contents.events.count
        writer.markup("\(count) \(count == 1 ? "event" : "events"), \(period)</text>\n")
        try put(writer.take())
        for (number, year) in years.enumerated() {
            write(year, top: Self.top + number * Self.yearHeight, to: &writer)
            try put(writer.take())
        }
        writeLegend(y: height - 30, to: &writer)
        writer.markup("</svg>\n")
        try put(writer.take())
    }

    private func write(_ year: Int, top: Int, to writer: inout MarkupWriter) {
        let first = CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: 1, day: 1))
        let offset = PageDates.column(first)
        let grid = top + 26
        writer.textLine("year", x: Self.left, y: top + 2, "\(year)", anchor: "start")
        for (row, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun")] {
            writer.textLine("soft", x: Self.left - 10, y: grid + row * Self.step + 11, name, anchor: "end")
        }
        let count = CivilDate.isLeap(year) ? 366 : 365
        for number in 0..<count {
            let date = first.adding(days: number)
            let place = number + offset
            let (x, y) = (Self.left + place / 7 * Self.step, grid + place % 7 * Self.step)
            if date.day == 1 {
                // A month's name appears above the first week that begins in the month.
                let column = date.month == 1 ? 0 : (place + 6) / 7
                writer.textLine(
                    "soft",
                    x: Self.left + min(column, 51) * Self.step,
                    y: grid - 8,
                    String(PageDates.month(date.month).prefix(3)),
                    anchor: "start"
                )
            }
            write(date, x: x, y: y, to: &writer)
        }
    }

    private func write(_ date: CivilDate, x: Int, y: Int, to writer: inout MarkupWriter) {
        let index = date.dayNumber - contents.first.dayNumber
        let isInside = list.days.indices.contains(index)
        let events = isInside ? list.days[index].entries.count : 0
        let name = isInside ? Self.level(events) : "out"
        writer.markup("<rect class=\"\(markup: name)\" x=\"\(x)\" y=\"\(y)\"")
        writer.markup(" width=\"13\" height=\"13\" rx=\"3\">")
        if isInside {
            writer.markup("<title>\(PageDates.long(date)): \(events) \(events == 1 ? "event" : "events")")
            writer.markup("</title>")
        }
        writer.markup("</rect>\n")
    }

    private static func level(_ events: Int) -> Markup {
        switch events {
        case 0: "l0"
        case 1: "l1"
        case 2: "l2"
        case 3...4: "l3"
        default: "l4"
        }
    }

    private func writeLegend(y: Int, to writer: inout MarkupWriter) {
        writer.textLine("soft", x: Self.left, y: y + 11, "Events per day", anchor: "start")
        var x = Self.left + 112
        for (events, name) in [(0, "0"), (1, "1"), (2, "2"), (3, "3–4"), (5, "5 or more")] {
            writer.markup("<rect class=\"\(markup: Self.level(events))\" x=\"\(x)\" y=\"\(y)\"")
            writer.markup(" width=\"13\" height=\"13\" rx=\"3\"/>\n")
            writer.textLine("soft", x: x + 19, y: y + 11, name, anchor: "start")
            x += events == 3 ? 62 : 48
        }
    }
}
