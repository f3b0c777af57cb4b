import Foundation
import ICSPages
import ICSViews
import ICalendar
import Testing

/// Sample calendars, as page contents.
enum PageSource {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A calendar with every known attack.
    static func hostile() throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: "Corpus/hostile/everything.ics")))
    }

    /// Returns the contents of a page with events, each given as the lines of its component.
    static func contents(
        _ events: [[String]],
        name: String = "Studio",
        from first: String = "2026-03-30",
        days: Int = 7,
        color: ViewedColor? = nil
    ) throws -> PageContents {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "X-WR-CALNAME:\(name)"]
        for (number, event) in events.enumerated() {
            lines +=
                ["BEGIN:VEVENT", "UID:event-\(number)", "DTSTAMP:20260101T000000Z"] + event + ["END:VEVENT"]
        }
        lines.append("END:VCALENDAR")
        return try contents(
            of: Array((lines.joined(separator: "\r\n") + "\r\n").utf8),
            from: first,
            days: days,
            color: color
        )
    }

    /// Returns the contents of a calendar's page, in Berlin at 10:00 on the first day.
    static func contents(
        of bytes: [UInt8],
        from first: String,
        days: Int,
        color: ViewedColor? = nil
    ) throws -> PageContents {
        let zone = try Zone(identifier: "Europe/Berlin")
        let date = try EventTime(first).civil.date
        let start = zone.instant(of: CivilDateTime(date))
        let end = zone.instant(of: CivilDateTime(date.adding(days: days)))
        let file = try CalendarFile(bytes: bytes, name: "test.ics")
        let window = try OccurrenceWindow(from: start, to: end, in: zone)
        var contents = PageContents(from: start, to: end, in: zone, present: start.adding(seconds: 36_000))
        for occurrence in file.occurrences(in: window) {
            let title = occurrence.calendarName ?? ""
            let calendar = ViewedCalendar(identifier: title, title: title, color: color)
            if !contents.add(ViewedEvent(occurrence, of: calendar, in: zone)) { break }
        }
        return contents
    }

    static func html(_ contents: PageContents) -> String {
        var bytes: [UInt8] = []
        HTMLPage(contents).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func markdown(_ contents: PageContents) -> String {
        var bytes: [UInt8] = []
        MarkdownPage(contents).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func week(_ contents: PageContents) -> [UInt8] {
        var bytes: [UInt8] = []
        SVGWeek(contents).write { bytes += $0 }
        return bytes
    }

    static func year(_ contents: PageContents) -> [UInt8] {
        var bytes: [UInt8] = []
        SVGYear(contents).write { bytes += $0 }
        return bytes
    }

    /// Returns the characters that no file may contain: control characters and direction controls.
    static func hidden(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\t" && $0.isHidden }
    }
}
