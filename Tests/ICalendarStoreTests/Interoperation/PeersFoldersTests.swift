import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests folders written by khal, vdirsyncer, todoman and Radicale.
///
/// The tests cover their file names, leftover files and writing style.
@Suite struct PeersFoldersTests {
    /// An event as khal writes it, with the time zone first, lines folded at 75 bytes, and khal's property
    /// order.
    private static let khal = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//PIMUTILS.ORG//NONSGML khal / icalendar //EN
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:20251026T020000
        TZNAME:CET
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20260329T030000
        TZNAME:CEST
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        SUMMARY:Glazing
        DTSTART;TZID=Europe/Berlin:20260330T100000
        DTEND;TZID=Europe/Berlin:20260330T113000
        DTSTAMP:20260301T101500Z
        UID:P1Q0XKFA2J6GNO3HLCTY9R8ZVD5E4BWS7MUI
        SEQUENCE:0
        CATEGORIES:pots,kiln
        DESCRIPTION:A long line that is folded where it has seventy-five bytes\\, as
          RFC 5545 has it
        X-STUDIO-SHELF;X-SIDE=left:7
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:
        TRIGGER:-PT10M
        END:VALARM
        END:VEVENT
        END:VCALENDAR

        """
    /// A server's item fetched by vdirsyncer, with bare line feeds, unfolded lines and lowercase names.
    private static let server = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Server//1.0//EN
        X-WR-CALNAME:Shared
        begin:vevent
        uid:stand-up@server.example
        dtstamp:20260101T000000Z
        dtstart:20260330T070000Z
        duration:PT15M
        rrule:FREQ=WEEKLY;COUNT=3
        summary:Stand-up
        x-server-id:1/2
        end:vevent
        END:VCALENDAR

        """
    /// A to-do as todoman writes it.
    private static let todoman = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:io.barrera.todoman
        BEGIN:VTODO
        CREATED:20260301T080000Z
        DTSTAMP:20260301T080000Z
        DUE:20260331T160000Z
        LAST-MODIFIED:20260301T080000Z
        PERCENT-COMPLETE:0
        PRIORITY:5
        SEQUENCE:1
        SUMMARY:Order clay
        UID:0123456789@laptop
        END:VTODO
        END:VCALENDAR

        """

    private static func lines(_ text: String) -> String {
        text.replacingOccurrences(of: "\n", with: "\r\n")
    }

    private static func folder() throws -> StoreFolder {
        let folder = try StoreFolder(
            "personal",
            "nora/shared",
            "nora/tasks",
            "nora/shared/.Radicale.cache/item"
        )
        try folder.write("personal/displayname", "Personal")
        try folder.write("personal/color", "#33AA55")
        try folder.write("personal/P1Q0XKFA2J6GNO3HLCTY9R8ZVD5E4BWS7MUI.ics", lines(khal))
        try folder.write("nora/shared/.Radicale.props", #"{"tag": "VCALENDAR", "D:displayname": "Shared"}"#)
        try folder.write("nora/shared/.Radicale.cache/item/x", "cache")
        try folder.write("nora/shared/stand-up@server.example.ics", server)
        // Files left behind by an interrupted program.
        try folder.write("nora/shared/tmp8x2k1q", "BEGIN:VCALENDAR\r\n")
        try folder.write("nora/tasks/0123456789@laptop.ics", lines(todoman))
        return folder
    }

    private func open(_ folder: StoreFolder) throws -> EventStore {
        var options = EventStore.Options()
        options.access = .allow
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.stateDirectory = folder.path + "/.state"
        return try EventStore(folder.root, files: SystemFiles(), options: options)
    }

    @Test func `all items in the folders are found`() throws {
        let store = try open(Self.folder())
        #expect(try store.calendars(for: .event).map(\.title) == ["Shared", "tasks", "Personal"])
        #expect(
            try OpenedStore.lines(OpenedStore.events(store)) == [
                "03-30 09:00 Stand-up", "03-30 10:00 Glazing", "04-06 09:00 Stand-up", "04-13 09:00 Stand-up",
            ]
        )
        let reminder = try #require(try store.reminder(withIdentifier: "nora/tasks:0123456789%40laptop"))
        #expect(reminder.title == "Order clay" && reminder.priority == 5 && !reminder.isCompleted)
    }

    @Test func `opening and querying changes no files, and an edit changes only its own file`() throws {
        let folder = try Self.folder()
        let before = folder.everything
        let store = try open(folder)
        let events = try OpenedStore.events(store)
        #expect(folder.everything == before)
        for event in events where event.title == "Glazing" {
            var event = event
            event.title = "Glazing, again"
            try store.save(&event, span: .thisEvent)
        }
        var after = folder.everything
        let name = "personal/P1Q0XKFA2J6GNO3HLCTY9R8ZVD5E4BWS7MUI.ics"
        let removed = after.removeValue(forKey: name)
        let edited = try #require(removed)
        #expect(after == before.filter { $0.key != name })
        // All other lines keep their order and their exact bytes.
        let changed = ["SUMMARY:", "SEQUENCE:", "DTSTAMP:", "LAST-MODIFIED:"]
        func kept(_ text: String) -> [Substring] {
            text.split(separator: "\r\n").filter { line in !changed.contains { line.hasPrefix($0) } }
        }
        #expect(kept(edited) == kept(Self.lines(Self.khal)))
        #expect(edited.contains("SUMMARY:Glazing\\, again\r\n"))
    }

    @Test func `changing one occurrence adds a component and keeps the server's bytes`()
        throws
    {
        let folder = try Self.folder()
        let store = try open(folder)
        var event = try #require(try OpenedStore.events(store).first { $0.title == "Stand-up" })
        event.location = "Roof"
        try store.save(&event, span: .thisEvent)
        let text = try #require(folder.text("nora/shared/stand-up@server.example.ics"))
        // The component of the series is unchanged.
        let start = try #require(Self.server.range(of: "begin:vevent"))
        let end = try #require(Self.server.range(of: "end:vevent"))
        #expect(text.contains(Self.server[start.lowerBound..<end.upperBound]))
        #expect(text.contains("X-WR-CALNAME:Shared\n") && text.contains("RECURRENCE-ID:20260330T070000Z"))
        #expect(try OpenedStore.events(open(folder)).compactMap(\.location) == ["Roof"])
    }

    @Test func `a completed to-do is marked as in other programs`() throws {
        let folder = try Self.folder()
        let store = try open(folder)
        var reminder = try #require(try store.reminder(withIdentifier: "nora/tasks:0123456789%40laptop"))
        reminder.isCompleted = true
        try store.save(&reminder)
        let text = try #require(folder.text("nora/tasks/0123456789@laptop.ics"))
        #expect(text.contains("STATUS:COMPLETED\r\n") && text.contains("COMPLETED:2"))
        #expect(text.contains("PERCENT-COMPLETE:100\r\n") && text.contains("PRODID:io.barrera.todoman\r\n"))
    }

    @Test func `a new item's file is named after its UID, as in other programs`() throws {
        let folder = try Self.folder()
        let store = try open(folder)
        var event = CalendarEvent(
            title: "Firing",
            startDate: OpenedStore.monday.date,
            endDate: OpenedStore.monday.adding(seconds: 3600).date,
            calendar: try store.calendar(withIdentifier: "personal"),
            timeZone: TimeZone(identifier: "Europe/Berlin")
        )
        event.event.uid = "firing@studio.example"
        try store.save(&event, span: .thisEvent)
        let text = try #require(folder.text("personal/firing@studio.example.ics"))
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(text.contains("BEGIN:VTIMEZONE\r\n") && text.contains("TZID:Europe/Berlin\r\n"))
    }
}
