import Foundation
import TestTraits
import Testing

/// Tests all-day events that become timed, and the reverse.
@Suite struct WholeDayTests {
    /// An edit: the event lines before it, the settings, and the lines after it.
    struct Change: CustomTestStringConvertible, Sendable {
        let before: [String]
        let settings: [String]
        let after: [String]
        var testDescription: String { "\(before.last ?? "") \(settings)" }

        init(_ before: [String], _ settings: [String], _ after: [String]) {
            (self.before, self.settings, self.after) = (before, settings, after)
        }
    }

    private static let one = ["DTSTART;VALUE=DATE:20260415"]
    private static let two = one + ["DTEND;VALUE=DATE:20260417"]
    private static let long = one + ["DURATION:P2D"]
    private static let hour = ["20260415T100000", "20260415T110000"]
    private static let night = ["20260415T220000", "20260416T060000"]

    /// Returns the lines for a start and an end in Berlin.
    private static func zoned(_ times: [String], _ zone: String = "Europe/Berlin") -> [String] {
        zip(["DTSTART", "DTEND"], times).map { "\($0);TZID=\(zone):\($1)" }
    }

    private static func days(_ first: String, _ end: String) -> [String] {
        ["DTSTART;VALUE=DATE:\(first)", "DTEND;VALUE=DATE:\(end)"]
    }

    static let all: [Change] = [
        Change(one, ["all-day=no"], zoned(["20260415T000000", "20260416T000000"])),
        Change(two, ["all-day=no"], zoned(["20260415T000000", "20260417T000000"])),
        Change(long, ["all-day=no"], zoned(["20260415T000000", "20260417T000000"])),
        Change(one, ["start=2026-04-15 15:30"], zoned(["20260415T153000", "20260416T153000"])),
        Change(two, ["start=2026-04-15 15:30"], zoned(["20260415T153000", "20260417T153000"])),
        Change(long, ["start=2026-04-20 15:30"], zoned(["20260420T153000", "20260422T153000"])),
        Change(
            two,
            ["all-day=no", "start=2026-04-15 15:30"],
            zoned(["20260415T153000", "20260417T153000"])
        ),
        Change(two, ["all-day=no", "start=2026-04-20"], zoned(["20260420T000000", "20260422T000000"])),
        Change(
            zoned(hour),
            ["all-day=no", "start=2026-04-20"],
            zoned(["20260420T000000", "20260420T010000"])
        ),
        Change(two, ["all-day=yes", "start=2026-04-20 15:30"], days("20260420", "20260422")),
        Change(
            two,
            ["all-day=no", "end=2026-04-16 18:00"],
            zoned(["20260415T000000", "20260416T180000"])
        ),
        Change(two, ["all-day=no", "end=2026-04-18"], zoned(["20260415T000000", "20260419T000000"])),
        Change(
            one,
            ["all-day=no", "time-zone=Asia/Tokyo"],
            zoned(["20260415T000000", "20260416T000000"], "Asia/Tokyo")
        ),
        Change(
            one,
            ["all-day=no", "time-zone=floating"],
            ["DTSTART:20260415T000000", "DTEND:20260416T000000"]
        ),
        Change(two, ["start=2026-04-15 15:30Z"], ["DTSTART:20260415T153000Z", "DTEND:20260417T153000Z"]),
        Change(zoned(hour), ["start=2026-04-20"], days("20260420", "20260421")),
        Change(zoned(night), ["start=2026-04-20"], days("20260420", "20260422")),
        Change(zoned(night), ["all-day=yes"], days("20260415", "20260417")),
        Change(zoned(["20260415T000000", "20260416T000000"]), ["all-day=yes"], days("20260415", "20260416")),
        Change(
            zoned(["20260415T220000", "20260416T000000"]),
            ["start=2026-04-01"],
            days("20260401", "20260402")
        ),
        Change(
            ["DTSTART;TZID=Europe/Berlin:20260415T100000", "DURATION:P1D"],
            ["start=2026-04-20"],
            days("20260420", "20260422")
        ),
        Change(zoned(hour), ["all-day=yes", "start=2026-04-20"], days("20260420", "20260421")),
        // Moving an event keeps the value type of its times.
        Change(one, ["start=2026-04-20"], ["DTSTART;VALUE=DATE:20260420"]),
        Change(two, ["start=2026-04-20"], days("20260420", "20260422")),
        Change(long, ["start=2026-04-20"], ["DTSTART;VALUE=DATE:20260420", "DURATION:P2D"]),
    ]

    @Test(.long, arguments: all)
    func `changing between all-day and timed keeps the duration and uses the local time zone`(
        _ change: Change
    )
        throws
    {
        let store = try StoreProgram()
        let lines = change.before.joined(separator: "\n")
        let event = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n\(lines)\nSUMMARY:A\nEND:VEVENT"
        try store.write(calendarText(event), to: "calendars/home/a.ics")
        let result = try store.run(["edit", "home:a"] + change.settings.flatMap { ["--set", $0] })
        #expect(result.status == 0, "\(result.errors)")
        let text = String(decoding: try store.contents()["home/a.ics"] ?? Data(), as: UTF8.self)
        let written = text.components(separatedBy: "BEGIN:VEVENT").last?.split(separator: "\r\n").map(
            String.init
        )
        let times = (written ?? []).filter { line in
            ["DTSTART", "DTEND", "DURATION"].contains { line.hasPrefix($0) }
        }
        #expect(times == change.after, "\(text)")
    }

    @Test(arguments: [
        ("24h", "20260331"), ("48h", "20260401"), ("36h", "20260401"), ("1d12h", "20260401"),
        ("1d", "20260331"),
        ("90m", "20260331"), ("1w", "20260406"),
    ])
    func `a fraction of a day counts as a whole day`(_ length: String, _ end: String) throws {
        let store = try StoreProgram()
        _ = try store.add("Fair", "--all-day", "--duration", length)
        let text = try store.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("DTEND;VALUE=DATE:\(end)\r\n"), "\(text)")
    }

    @Test func `a reminder due on a date becomes due at a time in the local time zone`() throws {
        let store = try StoreProgram()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "Water",
            "--due",
            "2026-04-15",
            "--calendar",
            "home"
        )
        let identifier = try #require(added.lines.first)
        let result = try store.run("edit", identifier, "--set", "due=2026-04-15 18:00")
        #expect(result.status == 0, "\(result.errors)")
        let text = try store.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("DUE;TZID=Europe/Berlin:20260415T180000"), "\(text)")
    }

    @Test func `an end after the year 9999 is reported for a new event and for a moved event`()
        throws
    {
        let store = try StoreProgram()
        let late = "9999-12-31 23:30"
        let reason = "end: 10000-01-01 00:30 is after the year 9999"
        let added = try store.run("add", "--calendar", "home", "--title", "A", "--start", late)
        #expect(added.status == 64 && added.errors.contains(reason), "\(added)")
        let identifier = try store.add("Dentist")
        let moved = try store.run("edit", identifier, "--set", "start=\(late)")
        #expect(moved.status == 64 && moved.errors.contains(reason), "\(moved)")
    }
}
