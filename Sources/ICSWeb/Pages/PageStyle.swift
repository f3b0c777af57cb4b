import ICSPages
import ICSViews
import ICalendarStore

/// The style sheets and script that pages load from this server.
///
/// The pages' content security policy forbids style attributes. Colors and positions are therefore expressed as
/// classes, such as `c3` for the fourth calendar's color, `s8` and `e12` for quarters of an hour, and `o1-3` for the
/// second of three columns.
enum PageStyle {
    /// The maximum number of columns for simultaneous events.
    static let mostColumns = 6

    /// The style sheet that all pages share.
    static let sheet: [UInt8] = PackageResources.style_css + Array(places.utf8)

    static var script: [UInt8] { PackageResources.script_js }

    static var icon: [UInt8] { PackageResources.icon_svg }

    private static var places: String {
        var text = "\n"
        for quarter in 0...96 {
            text +=
                ".s\(quarter) { grid-row-start: \(quarter + 1); } .e\(quarter) { grid-row-end: \(quarter + 1); }\n"
        }
        for count in 1...mostColumns {
            for column in 0..<count {
                let (left, right) = (column * 1000 / count, 1000 - (column + 1) * 1000 / count)
                text += ".o\(column)-\(count) { margin-inline: calc(\(left / 10).\(left % 10)% + 1px) "
                text += "calc(\(right / 10).\(right % 10)% + 1px); }\n"
            }
        }
        return text
    }

    /// Returns the style sheet for the calendars' colors.
    static func colors(_ calendars: [EventCalendar]) -> [UInt8] {
        var writer = MarkupWriter()
        for (number, calendar) in calendars.enumerated() {
            writer.markup(".c\(number) { --c: \(color(calendar, number)); }\n")
        }
        return writer.take()
    }

    /// Returns a calendar's own color, or one from a palette if it has none.
    private static func color(_ calendar: EventCalendar, _ number: Int) -> ViewedColor {
        guard let own = calendar.color else {
            return PageContents.palette[number % PageContents.palette.count]
        }
        return ViewedColor(red: own.red, green: own.green, blue: own.blue)
    }
}
