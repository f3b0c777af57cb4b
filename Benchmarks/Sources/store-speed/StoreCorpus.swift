import Foundation
import ICalendar

/// A folder of small files with one item each, like the folder of a calendar program.
///
/// Every tenth item recurs, and every hundredth recurs endlessly.
struct StoreCorpus {
    /// The number of items.
    let count: Int
    /// The number of calendars that the items are spread over.
    let calendars: Int

    /// Returns the path of an item relative to the store's folder.
    func path(_ number: Int) -> String { "calendar\(number % calendars)/\(number).ics" }

    /// Returns the text of an item.
    ///
    /// Each `edition` has different text.
    func text(_ number: Int, edition: Int = 0) -> String {
        // Spread the items over thirty years and the hours of a working day.
        let date = Self.digits(15_000 + number * 37 % 11_000)
        let hour = 8 + number * 13 % 10
        let clock = (hour < 10 ? "0" : "") + "\(hour)0000"
        let start =
            switch number % 3 {
            case 0: ["DTSTART;TZID=Europe/Berlin:\(date)T\(clock)", "DURATION:PT1H"]
            case 1: ["DTSTART;VALUE=DATE:\(date)"]
            default: ["DTSTART:\(date)T\(clock)Z", "DURATION:PT45M"]
            }
        let rule =
            number % 100 == 5
            ? ["RRULE:FREQ=MONTHLY"] : number % 10 == 0 ? ["RRULE:FREQ=WEEKLY;COUNT=20"] : []
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-icalendar//benchmark//EN", "BEGIN:VEVENT"]
            + ["UID:\(number)@studio.example", "DTSTAMP:20260101T000000Z"] + start + rule
            + ["SUMMARY:Item \(number), edition \(edition)", "LOCATION:Room \(number % 17)"]
            + ["DESCRIPTION:What is to be brought along, and whom to ask.", "END:VEVENT", "END:VCALENDAR"]
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// Writes all items into a folder.
    func write(to folder: String) throws {
        for calendar in 0..<calendars {
            let path = "\(folder)/calendar\(calendar)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for number in 0..<count {
            try Data(text(number).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(path(number))"))
        }
    }

    private static func digits(_ day: Int) -> String {
        Instant(secondsSince1970: day * 86_400).description.prefix(10).filter { $0 != "-" }
    }
}
