import ICalendar
import TestTraits

/// The text of small files for testing a store's items.
enum ItemText {
    /// Returns a calendar with the given components.
    static func calendar(_ components: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Test//EN\r\n" + components.joined()
            + "END:VCALENDAR\r\n"
    }

    /// Returns a component with the given lines.
    static func component(_ name: String = "VEVENT", _ lines: String...) -> String {
        "BEGIN:\(name)\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:\(name)\r\n"
    }

    /// Returns a single event.
    static func event(_ uid: String, _ start: String = "20260330T090000Z", _ lines: String...) -> String {
        let more = lines.map { $0 + "\r\n" }.joined()
        return component(
            "VEVENT",
            "UID:\(uid)",
            "DTSTAMP:20260101T000000Z",
            "DTSTART:\(start)",
            "SUMMARY:\(uid)"
        ).replacing("END:VEVENT\r\n", with: more + "END:VEVENT\r\n")
    }

    /// Returns a random file with few UIDs and times, which thus often coincide.
    static func random(_ random: inout SeededGenerator) -> String {
        var components = ""
        for _ in 0..<1 + random.next(3) {
            let uid = "uid-\(random.next(6))"
            let day = 1 + random.next(5)
            let hour = 8 + random.next(3)
            let time = "2026030\(day)T\(hour < 10 ? "0" : "")\(hour)0000"
            let start = [
                "DTSTART:\(time)Z", "DTSTART;TZID=Europe/Berlin:\(time)", "DTSTART:\(time)",
                "DTSTART;VALUE=DATE:2026030\(day)",
            ][random.next(4)]
            let rule = [
                nil, nil, "RRULE:FREQ=DAILY;COUNT=4", "RRULE:FREQ=DAILY;INTERVAL=2",
                "RRULE:FREQ=WEEKLY;BYDAY=MO,WE",
                "RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "RECURRENCE-ID:\(time)Z",
            ][random.next(7)]
            let kind = random.next(8) == 0 ? "VTODO" : "VEVENT"
            let lines = ["UID:\(uid)", start, rule, "SUMMARY:\(random.next(1000))"].compactMap { $0 }
            components += "BEGIN:\(kind)\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:\(kind)\r\n"
        }
        return calendar(components)
    }
}
