import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests redundant properties from other programs, which must be updated when the main property changes.
@Suite struct RestatementsTests {
    private static let outlook = """
        UID:a
        SUMMARY:A
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T100000
        LOCATION;ALTREP="https://studio.example/hall";LANGUAGE=de:Town hall
        GEO:52.5;13.4
        X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall:geo:52.5,13.4
        x-microsoft-locations:[{"DisplayName":"Town hall"}]
        DESCRIPTION;ALTREP="data:text/html,old":Old
        X-ALT-DESC;FMTTYPE=text/html:<p>Old</p>
        STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>Old</p>
        CONFERENCE;VALUE=URI:https://meet.example/1
        X-GOOGLE-CONFERENCE:https://meet.example/1
        X-MICROSOFT-CDO-BUSYSTATUS:BUSY
        X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY
        BEGIN:VLOCATION
        UID:v1
        NAME:Town hall
        END:VLOCATION
        BEGIN:VLOCATION
        UID:v2
        NAME:Car park
        END:VLOCATION
        """

    /// Returns the file after changing an event with the given lines.
    private func changed(
        _ lines: String = outlook,
        _ more: [String] = [],
        span: EventSpan = .allEvents,
        _ change: (inout CalendarEvent) -> Void
    ) throws -> String {
        let opened = try OpenedStore(["home/a.ics": [lines] + more])
        var event = try #require(try opened.events().first)
        change(&event)
        try opened.store.save(&event, span: span)
        return (opened.folder.text("home/a.ics") ?? "").replacingOccurrences(of: "\r\n ", with: "")
    }

    @Test(arguments: ["Roof", nil])
    func `setting a new location removes the old coordinates`(location: String?) throws {
        let text = try changed { $0.location = location }
        #expect(text.contains("LOCATION;LANGUAGE=de:Roof") == (location != nil), "\(text)")
        for stale in [
            "GEO", "geo:", "STRUCTURED-LOCATION", "MICROSOFT-LOCATIONS", "Town hall", "studio.example/hall",
        ] {
            #expect(!text.uppercased().contains(stale.uppercased()), "\(stale): \(text)")
        }
        for kept in ["NAME:Car park", "X-ALT-DESC", "CONFERENCE;VALUE", "X-GOOGLE-CONFERENCE"] {
            #expect(text.contains(kept), "\(kept): \(text)")
        }
    }

    @Test func `setting equal values has no effect`() throws {
        let opened = try OpenedStore(["home/a.ics": [Self.outlook]])
        let before = opened.folder.text("home/a.ics")
        var event = try #require(try opened.events().first)
        event.location = "Town hall"
        event.notes = "Old"
        event.isAllDay = false
        event.availability = .busy
        #expect(!event.hasChanges)
        event.location = "Roof"
        event.rollback()
        try opened.store.save(&event, span: .allEvents)
        #expect(opened.folder.text("home/a.ics") == before)
    }

    @Test func `setting a new map location removes GEO`() throws {
        let text = try changed {
            $0.structuredLocation = AppleLocation(title: "Kiln", latitude: 1, longitude: 2)
        }
        #expect(text.contains("X-TITLE=Kiln") && !text.contains("GEO:") && text.contains(":Kiln\r\n"))
    }

    @Test func `setting new notes removes alternative versions of the old notes`() throws {
        let text = try changed { $0.notes = "New" }
        #expect(text.contains("DESCRIPTION:New") && !text.contains("Old") && !text.contains("old"), "\(text)")
        #expect(text.contains("GEO:52.5;13.4"))
        let derived = "UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z\nDESCRIPTION;DERIVED=TRUE:Old"
        #expect(try changed(derived) { $0.notes = "New" }.contains("\nDESCRIPTION:New"))
    }

    @Test(arguments: [
        (true, "X-APPLE-TRAVEL-START;VALUE=URI;X-TITLE=Home:geo:52.4,13.4\n"), (false, ""),
    ])
    func `setting a new location removes a computed travel time`(isStale: Bool, start: String) throws {
        let lines =
            "UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z\nLOCATION:B\n\(start)X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M"
        let text = try changed(lines) { $0.location = "C" }
        #expect(text.contains("TRAVEL-DURATION") != isStale)
        #expect(text.contains("X-APPLE-TRAVEL-START") == isStale)
    }

    @Test(arguments: [
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "x-funambol-allday:1", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:true",
    ])
    func `an all-day flag is removed when the event is no longer all-day or its times are removed`(
        flag: String
    ) throws {
        let name = try #require(flag.uppercased().split(separator: ":").first)
        let day = "UID:a\nSUMMARY:A\nDTSTART;VALUE=DATE:20260330\n\(flag)"
        #expect(try !changed(day) { $0.isAllDay = false }.uppercased().contains(name))
        #expect(try changed(day) { $0.title = "B" }.uppercased().contains(name))
        // Outlook's all-day events start at midnight.
        let midnights =
            "UID:a\nSUMMARY:A\nDTSTART;TZID=Europe/Berlin:20260330T000000\nDTEND;TZID=Europe/Berlin:20260331T000000\n\(flag)"
        func move(_ event: inout CalendarEvent, by seconds: Double) {
            event.endDate = event.endDate?.addingTimeInterval(seconds)
            event.startDate = event.startDate?.addingTimeInterval(seconds)
        }
        #expect(try changed(midnights) { move(&$0, by: 86_400) }.uppercased().contains(name))
        #expect(try !changed(midnights) { move(&$0, by: 36_000) }.uppercased().contains(name))
        #expect(try !changed(midnights) { $0.isAllDay = false }.uppercased().contains(name))
    }

    @Test func `a flag for timed events is removed when the event becomes all-day`() throws {
        let lines = "UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE"
        #expect(try !changed(lines) { $0.isAllDay = true }.contains("ALLDAYEVENT"))
        #expect(
            try changed(lines) { $0.startDate = $0.startDate?.addingTimeInterval(60) }.contains(
                "ALLDAYEVENT:FALSE"
            )
        )
    }

    @Test func `setting a new availability removes the organizer's intended status`() throws {
        let free = try changed { $0.availability = .free }
        #expect(free.contains("BUSYSTATUS:FREE") && !free.contains("INTENDEDSTATUS"))
        let lines = Self.outlook.replacingOccurrences(of: "STATUS:BUSY", with: "STATUS:TENTATIVE")
        #expect(try !changed(lines) { $0.availability = .busy }.contains("INTENDEDSTATUS"))
    }

    @Test func `setting a new rule removes Outlook's version of the old rule`() throws {
        let lines =
            "UID:a\nSUMMARY:A\nDTSTART:20260330T080000Z\nRRULE:FREQ=DAILY;COUNT=3\nX-MICROSOFT-RRULE:FREQ=DAILY"
        #expect(
            try !changed(lines) { $0.recurrenceRules = [.weekly().count(3)] }.contains("X-MICROSOFT-RRULE")
        )
        #expect(try changed(lines) { $0.title = "B" }.contains("X-MICROSOFT-RRULE"))
    }

    @Test func `an override that follows its series loses its redundant properties too`() throws {
        let series = Self.outlook.replacingOccurrences(
            of: "\nLOCATION;",
            with: "\nRRULE:FREQ=DAILY;COUNT=3\nLOCATION;"
        )
        func override(_ location: String) -> String {
            "UID:a\nSUMMARY:B\nRECURRENCE-ID;TZID=Europe/Berlin:20260331T090000\nGEO:1;2\n"
                + "DTSTART;TZID=Europe/Berlin:20260331T110000\n\(location)"
        }
        let same = "LOCATION;ALTREP=\"https://studio.example/hall\";LANGUAGE=de:Town hall"
        let followed = try changed(series, [override(same)]) { $0.location = "Roof" }
        #expect(!followed.contains("GEO") && !followed.contains("Town hall\r\n"), "\(followed)")
        let own = try changed(series, [override("LOCATION:Cellar")]) { $0.location = "Roof" }
        #expect(own.contains("GEO:1;2") && own.contains("LOCATION:Cellar"), "\(own)")
    }

    @Test func `a reminder's location, notes and priority behave the same way`() throws {
        let todo = """
            BEGIN:VTODO\r
            UID:t\r
            DTSTAMP:20260101T000000Z\r
            SUMMARY:T\r
            LOCATION:Town hall\r
            GEO:52.5;13.4\r
            X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall:geo:52.5,13.4\r
            DESCRIPTION:Old\r
            X-ALT-DESC;FMTTYPE=text/html:<p>Old</p>\r
            PRIORITY:9\r
            X-MICROSOFT-CDO-IMPORTANCE:0\r
            END:VTODO\r

            """
        let opened = try OpenedStore(
            files: ["home/t.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:p\r\n\(todo)END:VCALENDAR\r\n"]
        )
        var reminder = try #require(try opened.store.reminder(withIdentifier: "home:t"))
        reminder.location = "Roof"
        reminder.notes = nil
        reminder.priority = 1
        try opened.store.save(&reminder)
        let text = opened.folder.text("home/t.ics") ?? ""
        #expect(text.contains("LOCATION:Roof") && text.contains("X-MICROSOFT-CDO-IMPORTANCE:2"), "\(text)")
        for stale in ["GEO", "STRUCTURED", "Old"] { #expect(!text.contains(stale), "\(text)") }
    }
}
