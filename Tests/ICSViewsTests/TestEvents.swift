import ICSViews
import ICalendar

/// Events from two calendars in November 2026, in Berlin.
enum TestEvents {
    static let home = ViewedCalendar(
        identifier: "home",
        title: "Home",
        color: ViewedColor(red: 0x33, green: 0xAA, blue: 0x55)
    )
    static let work = ViewedCalendar(identifier: "work", title: "Work")

    static var zone: Zone { get throws { try Zone(identifier: "Europe/Berlin") } }

    /// The current time: Wednesday, 18 November 2026, 10:12.
    static let now = Instant(secondsSince1970: 1_794_993_120)

    static let homeText = """
        BEGIN:VEVENT\nUID:fair\nSUMMARY:Pottery fair\nDTSTART;VALUE=DATE:20261117\nDTEND;VALUE=DATE:20261120\nLOCATION:Messe Berlin\nEND:VEVENT
        BEGIN:VEVENT\nUID:cjk\nSUMMARY:会議の準備と資料作成\nDTSTART;TZID=Europe/Berlin:20261118T150000\nDTEND;TZID=Europe/Berlin:20261118T160000\nLOCATION:東京タワー\nEND:VEVENT
        BEGIN:VEVENT\nUID:cake\nSUMMARY:Geburtstag 🎂 👨‍👩‍👧\nDTSTART;TZID=Europe/Berlin:20261119T150000\nDTEND;TZID=Europe/Berlin:20261119T180000\nEND:VEVENT
        BEGIN:VEVENT\nUID:rtl\nSUMMARY:פגישה עם דנה\nDTSTART;TZID=Europe/Berlin:20261119T190000\nDTEND;TZID=Europe/Berlin:20261119T200000\nEND:VEVENT
        BEGIN:VEVENT\nUID:party\nSUMMARY:Party\nDTSTART;TZID=Europe/Berlin:20261120T220000\nDTEND;TZID=Europe/Berlin:20261121T030000\nEND:VEVENT
        BEGIN:VEVENT\nUID:cinema\nSUMMARY:Cinema\nSTATUS:CANCELLED\nDTSTART;TZID=Europe/Berlin:20261118T200000\nDTEND;TZID=Europe/Berlin:20261118T220000\nEND:VEVENT
        """
    static let workText = """
        BEGIN:VEVENT\nUID:standup\nSUMMARY:Stand-up\nLOCATION:Room 4\nDTSTART;TZID=Europe/Berlin:20261116T091500\nDTEND;TZID=Europe/Berlin:20261116T093000\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT
        BEGIN:VEVENT\nUID:review\nSUMMARY:Design review of the new pages\nSTATUS:TENTATIVE\nDTSTART;TZID=Europe/Berlin:20261117T091500\nDTEND;TZID=Europe/Berlin:20261117T103000\nEND:VEVENT
        """

    /// All events of the year.
    static var all: [ViewedEvent] {
        get throws { try events(homeText, of: home) + events(workText, of: work) }
    }

    static func events(_ text: String, of calendar: ViewedCalendar) throws -> [ViewedEvent] {
        let zone = try zone
        let file = try CalendarFile(
            text: "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(text)\nEND:VCALENDAR\n"
        )
        let window = try OccurrenceWindow(
            from: zone.instant(of: CivilDateTime(date(2026, 1, 1))),
            to: zone.instant(of: CivilDateTime(date(2027, 1, 1))),
            in: zone
        )
        return file.occurrences(in: window).map { ViewedEvent($0, of: calendar, in: zone) }
    }

    static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(dayNumber: 0)
    }

    static func layout(_ width: Int) -> ViewLayout { ViewLayout(width: width, now: now) }
}
