import Foundation
import Testing

/// Tests the `duplicate` command.
@Suite struct DuplicateTests {
    private static let meeting =
        "BEGIN:VEVENT\nUID:m\nDTSTAMP:20260101T000000Z\nSEQUENCE:4\nDTSTART;TZID=Europe/Berlin:20260330T100000\n"
        + "DTEND;TZID=Europe/Berlin:20260330T110000\nSUMMARY:Review\nSTATUS:CANCELLED\n"
        + "ORGANIZER;SCHEDULE-STATUS=2.0:mailto:nora@studio.example\n"
        + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@studio.example\n"
        + "ATTENDEE;CN=Jane;PARTSTAT=DECLINED;SCHEDULE-STATUS=\"2.0\":mailto:jane@studio.example\n"
        + "REQUEST-STATUS:2.0;Success\nX-MOZ-LASTACK:20260330T075000Z\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Review\nTRIGGER:-PT15M\nUID:a\nACKNOWLEDGED:20260330T074600Z\n"
        + "END:VALARM\n"
        + "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Review\nTRIGGER;VALUE=DATE-TIME:20260330T070000Z\nEND:VALARM\n"
        + "END:VEVENT"

    private static let series =
        "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260330T100000\n"
        + "DTEND;TZID=Europe/Berlin:20260330T101500\nRRULE:FREQ=DAILY;COUNT=5\n"
        + "EXDATE;TZID=Europe/Berlin:20260401T100000\nSUMMARY:Stand-up\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID;TZID=Europe/Berlin:20260402T100000\n"
        + "DTSTART;TZID=Europe/Berlin:20260402T140000\nDTEND;TZID=Europe/Berlin:20260402T141500\n"
        + "SUMMARY:Stand-up\nLOCATION:Garden\nEND:VEVENT"

    private func store(_ text: String) throws -> StoreProgram {
        let store = try StoreProgram()
        try store.write(calendarText(text), to: "calendars/home/1.ics")
        return store
    }

    /// Returns the text of the copy's only file, unfolded.
    private func copy(_ identifier: String, in store: StoreProgram) throws -> String {
        let result = try store.run("show", identifier, "--format", "ics")
        return result.output.replacingOccurrences(of: "\r\n ", with: "").replacingOccurrences(
            of: "\r",
            with: ""
        )
    }

    @Test func `a copy keeps people and alarms, but not replies and history`() throws {
        let store = try store(Self.meeting)
        let result = try store.run("duplicate", "home:m")
        let id = try #require(result.lines.first, "\(result.errors)")
        #expect(id.hasPrefix("home:") && id != "home:m")
        let text = try copy(id, in: store)
        for line in [
            "ORGANIZER:mailto:nora@studio.example", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@studio.example",
            "ATTENDEE;CN=Jane;PARTSTAT=NEEDS-ACTION:mailto:jane@studio.example", "TRIGGER:-PT15M",
            "DTSTART;TZID=Europe/Berlin:20260330T100000", "SUMMARY:Review",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line) in \(text)")
        }
        for name in [
            "SEQUENCE", "SCHEDULE-STATUS", "REQUEST-STATUS", "LASTACK", "ACKNOWLEDGED", "UID:a\n", "STATUS:",
        ] {
            #expect(!text.contains("\n\(name)") && !text.contains(";\(name)"), "\(name) in \(text)")
        }
        #expect(try store.contents().keys.count { $0.hasSuffix(".ics") } == 2)
    }

    @Test func `a canceled occurrence stays canceled in a copy, unless the whole series is canceled`() throws
    {
        let one = Self.series.replacingOccurrences(of: "LOCATION:Garden", with: "STATUS:CANCELLED")
        let all = one.replacingOccurrences(of: "SUMMARY:Stand-up\nEND", with: "STATUS:CANCELLED\nEND")
        for (text, expected) in [(one, 1), (all, 0)] {
            let store = try store(text)
            let id = try #require(try store.run("duplicate", "home:s").lines.first)
            #expect(try copy(id, in: store).components(separatedBy: "STATUS:CANCELLED").count - 1 == expected)
        }
    }

    @Test(arguments: [
        ("2026-04-07", "2026-04-07 10:00", "2026-04-07 11:00"),
        ("+1w", "2026-04-06 10:00", "2026-04-06 11:00"),
        ("2026-04-07T15:30", "2026-04-07 15:30", "2026-04-07 16:30"),
        ("2026-04-07T15:30:00Z", "2026-04-07 17:30", "2026-04-07 18:30"),
        ("+2h", "2026-03-30 12:00", "2026-03-30 13:00"),
    ])
    func `a copy starts at the specified time, and its alarms move with it`(
        time: String,
        start: String,
        end: String
    )
        throws
    {
        let store = try store(Self.meeting)
        let result = try store.run(
            "duplicate",
            "home:m",
            "--start",
            time,
            "--title",
            "Second",
            "--calendar",
            "work"
        )
        let id = try #require(result.lines.first, "\(result.errors)")
        let shown = try store.run("show", id).lines
        for line in ["title: Second", "start: \(start)", "end: \(end)", "alarm: 15m"] {
            #expect(shown.contains(line), "\(line) in \(shown)")
        }
        #expect(id.hasPrefix("work:"))
        #expect(!shown.contains("alarm: at 2026-03-30 07:00Z"), "\(shown)")
    }

    @Test func `a copy of one occurrence does not recur`() throws {
        let store = try store(Self.series)
        let id = "home:s/RID=20260402T080000Z"
        let result = try store.run("duplicate", id, "--start", "2026-05-04")
        let copied = try #require(result.lines.first, "\(result.errors)")
        let text = try copy(copied, in: store)
        for name in ["RRULE:FREQ=DAILY", "EXDATE", "RECURRENCE-ID"] {
            #expect(!text.contains(name), "\(text)")
        }
        #expect(
            text.contains("DTSTART;TZID=Europe/Berlin:20260504T140000") && text.contains("LOCATION:Garden")
        )
        #expect(try store.events().count == 5)
    }

    @Test(arguments: [["home:s"], ["home:s/RID=20260331T080000Z", "--span", "all"]])
    func `a copy of a series includes its overrides`(_ arguments: [String]) throws {
        let store = try store(Self.series)
        let result = try store.run(["duplicate"] + arguments + ["--title", "Copy", "--calendar", "work"])
        #expect(result.status == 0, "\(result.errors)")
        let copies = try store.events("--calendar", "work")
        #expect(copies.map { $0["summary"] as? String } == Array(repeating: "Copy", count: 4))
        #expect(copies.compactMap { $0["location"] as? String } == ["Garden"])
        #expect(try store.events("--calendar", "home").count == 4)
    }

    @Test func `a copy of a series moves as a whole`() throws {
        let store = try store(Self.series)
        let result = try store.run("duplicate", "home:s", "--start", "2026-04-06T09:00", "--calendar", "work")
        #expect(result.status == 0, "\(result.errors)")
        let starts = try store.events("--calendar", "work").compactMap {
            ($0["start"] as? String)?.prefix(16)
        }
        #expect(starts == ["2026-04-06T09:00", "2026-04-07T09:00", "2026-04-09T13:00", "2026-04-10T09:00"])
        let own = try store.events("--calendar", "home").compactMap { ($0["start"] as? String)?.prefix(16) }
        #expect(own == ["2026-03-30T10:00", "2026-03-31T10:00", "2026-04-02T14:00", "2026-04-03T10:00"])
    }

    @Test func `a copy of a completed reminder is not completed`() throws {
        let todo =
            "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nDUE;VALUE=DATE:20260330\nSUMMARY:Pay\nSTATUS:COMPLETED\n"
            + "COMPLETED:20260330T080000Z\nPERCENT-COMPLETE:100\nEND:VTODO"
        let store = try store(todo)
        let result = try store.run("duplicate", "home:t", "--start", "+30d")
        #expect(result.status == 0, "\(result.errors)")
        let line = try store.run("reminders").output
        #expect(line.contains("2026-04-29") && line.contains("Pay"), "\(line)")
    }

    @Test func `a copy of an all-day event is all-day`() throws {
        let store = try store(
            "BEGIN:VEVENT\nUID:d\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260330\nDTEND;VALUE=DATE:20260402\n"
                + "SUMMARY:Trip\nEND:VEVENT"
        )
        let id = try #require(try store.run("duplicate", "home:d", "--start", "2026-05-04").lines.first)
        let text = try copy(id, in: store)
        #expect(text.contains("VALUE=DATE:20260504") && text.contains("VALUE=DATE:20260507"), "\(text)")
        let refused = try store.run("duplicate", "home:d", "--start", "+2h")
        #expect(refused.errors.contains("the event is all-day"), "\(refused.errors)")
    }

    @Test func `items can be copied from read-only calendars, but not to them`() throws {
        let store = try StoreProgram()
        try store.write(calendarText(Self.series), to: "calendars/feed.ics")
        let refused = try store.run("duplicate", "feed.ics:s")
        #expect(refused.errors.contains("feed is read-only; use --calendar"), "\(refused.errors)")
        #expect(try store.run("duplicate", "feed.ics:s", "--calendar", "home").status == 0)
        let moved = try store.run("duplicate", "feed.ics:s", "--calendar", "home", "--start", "2026-05-01")
        #expect(moved.errors.contains("copy it without --start"), "\(moved.errors)")
        let one = "feed.ics:s/RID=20260331T080000Z"
        #expect(try store.run("duplicate", one, "--calendar", "home", "--start", "2026-05-01").status == 0)
    }

    @Test(arguments: [
        ["home:m", "--span", "future"], ["home:m", "--match", "A"], [], ["home:m", "--title", ""],
        ["home:m", "--start", "soonish"], ["home:m", "--time-zone", "UTC"],
    ])
    func `invalid arguments are a usage error`(_ arguments: [String]) throws {
        let store = try store(Self.meeting)
        #expect(try store.run(["duplicate"] + arguments).status == 64)
        #expect(try store.run("duplicate", "home:nothing").status == 1)
        #expect(
            try store.run("duplicate", "home:m", "--calendar", "nowhere").errors.contains("unknown calendar")
        )
        let dry = try store.run("duplicate", "home:m", "--dry-run")
        #expect(dry.output.hasPrefix("would copy Review"), "\(dry.output)\(dry.errors)")
        #expect(try store.contents().keys.count { $0.hasSuffix(".ics") } == 1)
    }
}
