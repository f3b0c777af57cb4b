import Foundation
import TestTraits
import Testing

/// Tests the warnings about overlaps and clock changes.
@Suite struct OverlapTests {
    @Test func `a new event lists the events that it overlaps`() throws {
        let store = try StoreProgram()
        for title in ["A", "B", "C", "D", "E"] { _ = try store.add(title, "--duration", "2h") }
        let result = try store.run(
            "add",
            "--title",
            "F",
            "--start",
            "2026-03-30T11:00",
            "--calendar",
            "work"
        )
        #expect(result.status == 0)
        let named = ["A", "B", "C"].map { "\"\($0)\" (2026-03-30 10:00-12:00, home)" }.sorted()
        let warning = result.errors.split(separator: "\n").first { $0.contains("overlaps") } ?? ""
        #expect(warning.hasPrefix("ics-store: warning: overlaps with "), "\(result.errors)")
        #expect(warning.hasSuffix(", … and 2 more"), "\(result.errors)")
        #expect(named.count == 3 && warning.components(separatedBy: "10:00-12:00, home").count == 4)
        // One event ends when the other begins.
        #expect(try store.run("add", "--title", "G", "--start", "2026-03-30T12:00").errors.isEmpty == false)
        let next = try store.run("add", "--title", "G", "--start", "2026-03-30T09:00", "--calendar", "home")
        #expect(next.errors == "", "\(next.errors)")
    }

    @Test(arguments: ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"])
    func `free and canceled events do not count as overlaps`(_ line: String) throws {
        let store = try StoreProgram()
        try store.write(calendarText(eventText("1", "0330", line)), to: "calendars/home/1.ics")
        let result = try store.run("add", "--title", "A", "--start", "2026-03-30T10:00", "--calendar", "work")
        #expect(result.errors == "", "\(result.errors)")
    }

    @Test func `an all-day event counts as an overlap only if it is marked busy`() throws {
        let store = try StoreProgram()
        let day =
            "BEGIN:VEVENT\nUID:d\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260330\nSUMMARY:Day\nEND:VEVENT"
        try store.write(calendarText(day), to: "calendars/home/d.ics")
        let new = ["add", "--title", "A", "--start", "2026-03-30T10:00", "--calendar", "work", "--dry-run"]
        #expect(try store.run(new).errors == "")
        let busy = day.replacingOccurrences(of: "SUMMARY", with: "TRANSP:OPAQUE\nSUMMARY")
        try store.write(calendarText(busy), to: "calendars/home/d.ics")
        #expect(
            try store.run(new).errors == "ics-store: warning: overlaps with \"Day\" (2026-03-30, home)\n"
        )
    }

    @Test func `a warning lists an overlapping series once`() throws {
        let store = try StoreProgram()
        _ = try store.add("Daily", "--repeat", "FREQ=DAILY")
        store.environment["ICS_NOW"] = "2026-03-30T00:00:00Z"
        let result = try store.run(
            "add",
            "--title",
            "Weekly",
            "--start",
            "2026-03-30T10:30",
            "--calendar",
            "work",
            "--repeat",
            "FREQ=WEEKLY;COUNT=4"
        )
        #expect(
            result.errors
                == "ics-store: warning: overlaps with \"Daily\" (2026-03-30 10:00-11:00, home) and 3 more times\n"
        )
    }

    @Test func `editing warns only when times change, and never about the event itself`() throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        let other = try store.add("Lunch", "--start", "2026-03-30T12:00")
        let moved = try store.run("edit", other, "--set", "start=2026-03-30 10:30")
        #expect(moved.errors.contains("overlaps with \"Dentist\""), "\(moved.errors)")
        let named = try store.run("edit", other, "--set", "title=Brunch")
        #expect(named.errors == "", "\(named.errors)")
        let back = try store.run("edit", other, "--set", "start=2026-03-30 11:00")
        #expect(back.errors == "", "\(back.errors)")
    }

    @Test func `hostile titles do not reach the terminal`() throws {
        let store = try StoreProgram()
        try store.write(
            calendarText(
                eventText("1", "0330").replacingOccurrences(of: "Event 1", with: "\u{1B}[2J\u{202E}x")
            ),
            to: "calendars/home/1.ics"
        )
        let result = try store.run("add", "--title", "A", "--start", "2026-03-30T10:00", "--calendar", "work")
        #expect(result.errors.contains("overlaps with"), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{202E}"))
    }

    @Test func `a skipped time is stored as typed and read an hour later`() throws {
        let store = try StoreProgram()
        let zone = ["--time-zone", "Europe/Berlin", "--calendar", "home"]
        let result = try store.run(["add", "--title", "A", "--start", "2026-03-29T02:30"] + zone)
        #expect(
            result.errors.contains("2026-03-29 02:30 does not exist") && result.errors.contains("using 03:30")
        )
        let text = try store.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260329T023000\r\n"), "\(text)")
        let shown = try store.run("show", result.lines[0], "--format", "ndjson").output
        #expect(shown.contains(#""start":"2026-03-29T03:30:00+02:00""#), "\(shown)")
    }

    @Test(arguments: [
        (
            "2026-03-29T02:30",
            "the start 2026-03-29 02:30 does not exist in Europe/Berlin, where the clocks go from 02:00 to 03:00; "
                + "using 03:30"
        ),
        (
            "2026-10-25T02:30",
            "the start 2026-10-25 02:30 occurs twice in Europe/Berlin, as the clocks go back; using the first, "
                + "02:30+02:00"
        ),
    ])
    func `skipped and repeated times are reported`(start: String, text: String) throws {
        let store = try StoreProgram()
        let result = try store.run(
            "add",
            "--title",
            "A",
            "--start",
            start,
            "--duration",
            "3h",
            "--calendar",
            "home"
        )
        #expect(result.status == 0)
        #expect(result.errors == "ics-store: warning: \(text)\n", "\(result.errors)")
    }

    #if os(Linux)
        @Test(.long) func `overlaps are not reported without read access`() throws {
            let store = try StoreProgram()
            _ = try store.add("Dentist")
            let result = try store.runOnTerminal(
                ["add", "--title", "A", "--start", "2026-03-30T10:00", "--calendar", "home"],
                [("Allow it?", "y")]
            )
            #expect(result.status == 0 && !result.output.contains("overlaps"), "\(result.output)")
        }
    #endif
}
