import Foundation
import TestTraits
import Testing

/// Tests time zones that only a file defines.
@Suite struct ZoneTests {
    private func store(_ zone: String, isDefined: Bool) throws -> StoreProgram {
        let store = try StoreProgram()
        let definition = """
            BEGIN:VTIMEZONE
            TZID:\(zone)
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:-0800
            TZOFFSETTO:-0800
            END:STANDARD
            END:VTIMEZONE

            """
        let event = """
            BEGIN:VEVENT
            UID:u
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=\(zone):20260701T100000
            DTEND;TZID=\(zone):20260701T110000
            SUMMARY:z
            END:VEVENT
            """
        try store.write(calendarText((isDefined ? definition : "") + event), to: "calendars/home/u.ics")
        return store
    }

    @Test func `a stored definition covers the times after a change`() throws {
        let store = try StoreProgram()
        let add = ["--title", "Call", "--start", "2025-12-15T10:00", "--time-zone", "Europe/Berlin"]
        let id = try #require(try store.run(["add", "--calendar", "home"] + add).lines.last)
        let onset = "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100"
        #expect(try store.texts.contains { $0.contains(onset) && !$0.contains("DTSTART:20231029") })
        #expect(try store.run("edit", id, "--set", "start=2024-02-15 10:00").status == 0)
        let texts = try store.texts.filter { $0.contains("Call") }
        #expect(texts.allSatisfy { $0.contains("DTSTART:20231029") }, "\(texts)")
        // A definition that contradicts the system's zone stays.
        let other = texts[0].replacingOccurrences(of: "TZOFFSETTO:+0100", with: "TZOFFSETTO:+0130")
            .replacingOccurrences(of: "UID:", with: "UID:other-")
        try store.write(other, to: "calendars/home/other.ics")
        let uid = id.split(separator: ":").last.map(String.init) ?? ""
        #expect(try store.run("edit", "home:other-\(uid)", "--set", "start=2022-12-15 10:00").status == 0)
        #expect(try store.texts.contains { $0.contains("TZOFFSETTO:+0130") })
    }

    @Test func `a system time zone without a name makes times floating, with a message`() throws {
        let store = try StoreProgram()
        store.environment["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
        let arguments = ["--title", "Call", "--start", "2026-07-01T10:00", "--calendar", "home"]
        let added = try store.run(["add"] + arguments)
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.errors.contains("the system's time zone has no standard name; using floating times"))
        #expect(try store.texts.contains { $0.contains("DTSTART:20260701T100000\r\n") })
        let named = try store.run(["add", "--time-zone", "Europe/Berlin"] + arguments)
        #expect(named.status == 0, "\(named.errors)")
        #expect(
            named.errors
                == "ics-store: warning: overlaps with \"Call\" (2026-07-01 10:00-11:00, home)\n"
        )
    }

    @Test(arguments: [
        (["--start", "2026-01-01T10:00", "--time-zone", "America/New_York"], "20260111T045959Z"),
        (["--start", "2026-01-01T10:00", "--time-zone", "UTC"], "20260110T235959Z"),
        (["--start", "2026-01-01"], "20260110"),
    ])
    func `an UNTIL date includes that whole day in the event's time zone`(times: [String], until: String)
        throws
    {
        let store = try StoreProgram()
        let rule = ["--title", "Run", "--repeat", "FREQ=DAILY;UNTIL=20260110", "--calendar", "home"]
        let added = try store.run(["add"] + rule + times)
        #expect(added.status == 0, "\(added.errors)")
        #expect(try store.texts.contains { $0.contains("RRULE:FREQ=DAILY;UNTIL=\(until)\r\n") })
        #expect(try store.events().count == 10)
    }

    /// An event's times, the start to set in UTC, and the resulting times.
    private static let flights: [(times: String, set: String, start: String, end: String)] = [
        (
            "DTSTART;TZID=Europe/Berlin:20260410T100000\nDTEND;TZID=Europe/Berlin:20260410T120000", "15:00Z",
            ";TZID=Europe/Berlin:20260410T170000", "DTEND;TZID=Europe/Berlin:20260410T190000"
        ),
        (
            "DTSTART;TZID=America/New_York:20260410T100000\nDURATION:PT1H", "12:00Z",
            ";TZID=America/New_York:20260410T080000", "DURATION:PT1H"
        ),
        (
            "DTSTART:20260410T100000\nDTEND:20260410T113000", "15:00Z", ":20260410T150000Z",
            "DTEND:20260410T163000Z"
        ),
        (
            "DTSTART:20260410T100000Z\nDTEND:20260410T113000Z", "15:00Z", ":20260410T150000Z",
            "DTEND:20260410T163000Z"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20260410T100000\nDTEND;TZID=America/New_York:20260410T130000",
            "09:00Z", ";TZID=Europe/Berlin:20260410T110000", "DTEND;TZID=America/New_York:20260410T140000"
        ),
    ]

    @Test(arguments: flights)
    func `setting the start in UTC keeps the zone and the duration`(
        times: String,
        set: String,
        start: String,
        end: String
    ) throws {
        let store = try StoreProgram()
        let event = "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\n\(times)\nSUMMARY:z\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/u.ics")
        let result = try store.run("edit", "home:u", "--set", "start=2026-04-10 \(set)")
        #expect(result.status == 0, "\(result.errors)")
        let text = try #require(try store.texts.first { $0.contains("UID:u") })
        #expect(text.contains("DTSTART\(start)\r\n") && text.contains("\(end)\r\n"), "\(text)")
    }

    @Test func `the end of a flight is shown with its time zone and moves with the start`() throws {
        let store = try StoreProgram()
        let times = "DTSTART;TZID=Europe/Berlin:20260410T100000\nDTEND;TZID=America/New_York:20260410T130000"
        let event = "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\n\(times)\nSUMMARY:z\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/u.ics")
        #expect(try store.run("show", "home:u").output.contains("2026-04-10 13:00 America/New_York"))
        for (setting, end) in [
            ("start=2026-04-10 11:00", "DTEND;TZID=America/New_York:20260410T140000"),
            ("end=2026-04-10 15:30 America/New_York", "DTEND;TZID=America/New_York:20260410T153000"),
            ("end=2026-04-10 21:30", "DTEND;TZID=Europe/Berlin:20260410T213000"),
            ("end=2026-04-10 21:30 Asia/Tokyo", "DTEND;TZID=Asia/Tokyo:20260410T213000"),
        ] {
            let result = try store.run("edit", "home:u", "--set", setting)
            #expect(result.status == 0, "\(setting): \(result.errors)")
            #expect(try store.texts.contains { $0.contains("\(end)\r\n") }, "\(setting)")
        }
    }

    @Test(.long, arguments: [("Pacific Standard Time", true), ("My Zone", true), ("Nobody/Knows", false)])
    func `editing keeps the time zone from the file`(zone: String, isDefined: Bool) throws {
        for (setting, start, end) in [
            ("end=2026-07-01T12:00", "T100000", "T120000"), ("start=2026-07-01T09:00", "T090000", "T100000"),
            ("repeat=FREQ=DAILY;COUNT=2", "T100000", "T110000"),
        ] {
            let store = try store(zone, isDefined: isDefined)
            let result = try store.run("edit", "home:u", "--set", setting)
            #expect(result.status == 0, "\(setting): \(result.errors)")
            let text = String(decoding: try store.contents()["home/u.ics"] ?? Data(), as: UTF8.self)
            #expect(text.contains("DTSTART;TZID=\(zone):20260701\(start)"), "\(text)")
            #expect(text.contains("DTEND;TZID=\(zone):20260701\(end)"), "\(text)")
        }
    }

    /// Moves an event on 1 March 2026 to other times, including the night in which clocks in Berlin skip from
    /// two to three.
    @Test(
        .long,
        arguments: [
            // The start, the end, the new start, and the expected result.
            ("T100000", "0301T110000", "2026-03-29T02:30", "03:30:00+02:00", "2026-03-29T04:30:00+02:00"),
            ("T100000", "0301T113000", "2026-03-29T01:30", "01:30:00+01:00", "2026-03-29T04:00:00+02:00"),
            ("T220000", "0302T060000", "2026-03-28T22:00", "22:00:00+01:00", "2026-03-29T07:00:00+02:00"),
            ("T100000", "0303T110000", "2026-03-28T10:00", "10:00:00+01:00", "2026-03-30T11:00:00+02:00"),
            ("T100000", "0301T110000", "2026-03-20T10:00", "10:00:00+01:00", "2026-03-20T11:00:00+01:00"),
            ("T100000", "0301T110000", "2026-10-25T01:30", "01:30:00+02:00", "2026-10-25T02:30:00+02:00"),
        ]
    )
    func `a moved event keeps its duration across a clock change`(
        start: String,
        end: String,
        moved: String,
        begin: String,
        result: String
    ) throws {
        let store = try StoreProgram()
        try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260301\(start)\n"
                    + "DTEND;TZID=Europe/Berlin:2026\(end)\nSUMMARY:Night\nEND:VEVENT"
            ),
            to: "calendars/home/u.ics"
        )
        let edited = try store.run("edit", "home:u", "--set", "start=\(moved)")
        #expect(edited.status == 0, "\(edited.errors)")
        let event = try #require(try store.events().first)
        #expect((event["start"] as? String)?.hasSuffix(begin) == true, "\(event)")
        #expect(event["end"] as? String == result)
    }

    @Test func `a one-hour event keeps its duration when the clocks go forward`() throws {
        let store = try StoreProgram()
        let added = try store.run(
            "add",
            "--title",
            "Night",
            "--start",
            "2026-03-29T02:30",
            "--calendar",
            "home"
        )
        #expect(added.status == 0, "\(added.errors)")
        let event = try #require(try store.events().first)
        #expect(event["start"] as? String == "2026-03-29T03:30:00+02:00")
        #expect(event["end"] as? String == "2026-03-29T04:30:00+02:00")
    }
}

extension StoreProgram {
    /// The text of the files in the calendars.
    fileprivate var texts: [String] {
        get throws { try contents().values.map { String(decoding: $0, as: UTF8.self) } }
    }
}
