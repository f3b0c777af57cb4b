import ICSViews
import ICalendar

/// An image that shows the days of a window side by side, each with its hours.
package struct SVGWeek: Sendable {
    private let contents: PageContents
    private let list: DayList
    private let colors: [ViewedCalendar: ViewedColor]
    /// The range of visible hours.
    private let hours: Range<Int>
    private let lanes: BannerLanes
    /// The number of visible banner lanes.
    private let laneCount: Int

    private static let left = 64
    private static let hourHeight = 44
    private static let laneHeight = 22
    private static let top = 96
    private static let mostLanes = 8
    private static let mostEvents = 200
    /// The maximum number of columns for overlapping events in a day.
    private static let mostColumns = 6
    /// The minimum duration that a block represents: half an hour.
    private static let shortest = 1800

    /// The maximum number of days in a week grid; ``SVGYear`` shows longer windows.
    package static let mostDays = 14

    package init(_ contents: PageContents) {
        self.contents = contents
        list = contents.days
        colors = contents.colors
        lanes = BannerLanes(list.days)
        laneCount = min(Self.mostLanes, lanes.laneCount)
        var (first, last) = (8, 18)
        for day in list.days {
            for entry in day.entries where !entry.isBanner {
                first = min(first, Self.hour(entry.part.lowerBound, in: day, list.zone) / 3600)
                last = max(last, (Self.hour(entry.part.upperBound, in: day, list.zone) + 3599) / 3600)
            }
        }
        hours = max(0, first)..<min(24, max(last, first + 1))
    }

    /// Returns an instant's local time of day in seconds, at most 24 hours.
    private static func hour(_ instant: Instant, in day: DayList.Day, _ zone: Zone) -> Int {
        if instant >= day.span.upperBound { return 86_400 }
        return instant <= day.span.lowerBound ? 0 : zone.civil(at: instant).secondOfDay
    }

    private var dayWidth: Int { max(96, 1120 / max(1, list.days.count)) }
    private var width: Int { Self.left + dayWidth * list.days.count + 16 }
    private var gridTop: Int {
        Self.top + 56 + laneCount * Self.laneHeight + (hidesLanes ? Self.laneHeight : 0) + 8
    }
    private var gridBottom: Int { gridTop + hours.count * Self.hourHeight }
    private var hidesLanes: Bool { lanes.laneCount > laneCount }

    private func x(_ column: Int) -> Int { Self.left + column * dayWidth }

    private func y(_ second: Int) -> Double {
        Double(gridTop) + Double(second - hours.lowerBound * 3600) * Double(Self.hourHeight) / 3600
    }

    /// Writes the image in chunks.
    package func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var writer = MarkupWriter()
        let period = PageDates.period(from: contents.first, until: contents.end)
        writer.openSVG(width: width, height: gridBottom + 24, title: contents.title, description: period)
        writer.markup("<text class=\"title\" x=\"24\" y=\"42\">\(contents.title, atMost: 60)</text>\n")
        writer.textLine("soft", x: 24, y: 64, "\(period), times in \(list.zone.identifier)", anchor: "start")
        writeGrid(to: &writer)
        for bar in lanes.bars where bar.lane < laneCount { write(bar, to: &writer) }
        writeHiddenLanes(to: &writer)
        try put(writer.take())
        for (column, day) in list.days.enumerated() {
            write(day, column, to: &writer)
            try put(writer.take())
        }
        writer.markup("</svg>\n")
        try put(writer.take())
    }

    private func writeGrid(to writer: inout MarkupWriter) {
        let today = contents.zone.civil(at: contents.present).date
        for (column, day) in list.days.enumerated() {
            if PageDates.isWeekend(day.date) {
                writer.rect("weekend", x(column), Self.top + 56, dayWidth, gridBottom - Self.top - 56)
            }
            let isToday = day.date == today
            writer.textLine(
                isToday ? "day now" : "day",
                x: x(column) + 10,
                y: Self.top + 42,
                "\(day.date.day)",
                anchor: "start"
            )
            writer.textLine(
                isToday ? "now" : "soft",
                x: x(column) + 10,
                y: Self.top + 18,
                dayWidth > 110 ? PageDates.weekday(day.date) : String(PageDates.weekday(day.date).prefix(3)),
                anchor: "start"
            )
        }
        for hour in hours.lowerBound...hours.upperBound {
            let y = gridTop + (hour - hours.lowerBound) * Self.hourHeight
            writer.line("line", Self.left - 6, y, x(list.days.count), y)
            guard hour < hours.upperBound else { continue }
            writer.textLine(
                "soft small",
                x: Self.left - 12,
                y: y + 4,
                "\(padded(hour, 2)):00",
                anchor: "end"
            )
        }
        for column in 0...list.days.count {
            writer.line("line", x(column), Self.top + 56, x(column), gridBottom)
        }
    }

    private func write(_ bar: BannerLanes.Bar, to writer: inout MarkupWriter) {
        writer.block(
            x: Double(x(bar.columns.lowerBound) + 3),
            y: Double(Self.top + 60 + bar.lane * Self.laneHeight),
            width: Double(bar.columns.count * dayWidth - 6),
            height: Double(Self.laneHeight - 3),
            bar.entry,
            colors[bar.entry.event],
            time: nil
        )
    }

    /// Writes the number of hidden banners for each day.
    private func writeHiddenLanes(to writer: inout MarkupWriter) {
        guard hidesLanes else { return }
        for (column, day) in list.days.enumerated() {
            let shown = lanes.bars.filter { $0.lane < laneCount && $0.columns.contains(column) }.count
            let hidden = day.entries.filter(\.isBanner).count - shown
            guard hidden > 0 else { continue }
            let y = Self.top + 60 + laneCount * Self.laneHeight + 14
            writer.textLine("soft small", x: x(column) + 10, y: y, "+\(hidden) more", anchor: "start")
        }
    }

    private func write(_ day: DayList.Day, _ column: Int, to writer: inout MarkupWriter) {
        let blocks = DayColumns(day.entries, shortest: Self.shortest, limit: Self.mostEvents).blocks
        var shown = 0
        for block in blocks where block.column < Self.mostColumns {
            shown += 1
            let columns = min(block.columnCount, Self.mostColumns)
            let width = Double(dayWidth - 8) / Double(columns)
            let from = Self.hour(block.entry.part.lowerBound, in: day, list.zone)
            let to = Self.hour(block.entry.part.upperBound, in: day, list.zone)
            let top = min(y(from), Double(gridBottom) - 18)
            writer.block(
                x: Double(x(column) + 4) + Double(block.column) * width,
                y: top + 1,
                width: width - 2,
                height: max(18, min(y(max(from, to)), Double(gridBottom)) - top - 2),
                block.entry,
                colors[block.entry.event],
                time: PageDates.time(of: block.entry, in: list.zone)
            )
        }
        let hidden = day.entries.filter { !$0.isBanner }.count - shown
        if hidden > 0 {
            writer.textLine(
                "soft small",
                x: x(column) + dayWidth / 2,
                y: gridBottom + 16,
                "+\(hidden) more",
                anchor: "middle"
            )
        }
        guard day.span.contains(contents.present) else { return }
        let now = Self.hour(contents.present, in: day, list.zone)
        guard hours.contains(now / 3600) else { return }
        let y = Int(y(now))
        writer.line("nowline", x(column), y, x(column + 1), y)
    }
}

extension MarkupWriter {
    fileprivate mutating func rect(_ name: Markup, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        markup("<rect class=\"\(markup: name)\" x=\"\(max(0, x))\" y=\"\(max(0, y))\"")
        markup(" width=\"\(max(0, width))\" height=\"\(max(0, height))\"/>\n")
    }

    fileprivate mutating func line(_ name: Markup, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
        markup("<line class=\"\(markup: name)\" x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>\n")
    }

    /// Appends an event's block, including as much of the event's title as fits.
    fileprivate mutating func block(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        _ entry: DayList.Entry,
        _ color: ViewedColor?,
        time: String?
    ) {
        let color = color ?? ViewedColor(red: 0x5B, green: 0x64, blue: 0x70)
        let title = entry.event.shownTitle
        let tooltip = [time, title, entry.event.location].compactMap { $0 }.joined(separator: "  ")
        markup("<g>\n<title>\(tooltip, atMost: 500)</title>\n")
        // A nested image clips the overflow.
        markup("<svg x=\"\(length: x)\" y=\"\(length: y)\"")
        markup(" width=\"\(length: max(1, width))\" height=\"\(length: max(1, height))\">\n")
        markup("<rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"4\"/>\n")
        let name: Markup = entry.event.isOff ? "off" : "tint"
        markup(
            "<rect class=\"\(markup: name)\" fill=\"\(color)\" width=\"100%\" height=\"100%\" rx=\"4\"/>\n"
        )
        markup("<rect fill=\"\(color)\" width=\"3\" height=\"100%\"/>\n")
        let isTall = height >= 34 && time != nil
        let shown = isTall || time == nil ? title : "\(time?.prefix(5) ?? "") \(title)"
        textLine(
            entry.event.isOff ? "small struck" : "small strong",
            x: 9,
            y: 13,
            Self.fitted(shown, to: width - 12),
            anchor: "start"
        )
        if isTall, let time {
            textLine("small soft", x: 9, y: 28, Self.fitted(time, to: width - 12), anchor: "start")
        }
        if height >= 50, let location = entry.event.location, !location.isEmpty {
            textLine("small soft", x: 9, y: 43, Self.fitted(location, to: width - 12), anchor: "start")
        }
        markup("</svg>\n</g>\n")
    }

    /// Returns as much of a text as is likely to fit, followed by an ellipsis if it is truncated.
    ///
    /// Since the font is unknown, this is only an estimate, and the image clips whatever does not fit.
    private static func fitted(_ text: String, to width: Double) -> String {
        let line = PageText.line(text, atMost: 300)
        var room = width
        var fitted = ""
        for character in line {
            room -= character.utf8.count > 2 ? 11 : 6.2
            if room < 0 { return fitted.isEmpty ? "" : fitted + "…" }
            fitted.append(character)
        }
        return fitted
    }
}
