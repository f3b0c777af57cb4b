import Foundation
import TestTraits
import Testing

/// Tests `notify`: each alarm is delivered once, regardless of clock changes and program restarts.
@Suite struct NotifyTests {
    /// Returns an event at ten UTC on a given day, with an alarm 15 minutes before.
    private static func event(_ uid: String, _ day: String = "0330", trigger: String = "-PT15M") -> String {
        eventText(
            uid,
            day,
            "LOCATION:Room 4\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:\(trigger)\nEND:VALARM"
        )
    }

    private func store(_ events: String..., now: String) throws -> StoreProgram {
        let store = try StoreProgram()
        for (number, event) in events.enumerated() {
            try store.write(calendarText(event), to: "calendars/home/\(number).ics")
        }
        store.environment["ICS_NOW"] = now
        return store
    }

    private static let line = "2026-03-30 09:45  Event 1 (10:00-11:00, Room 4, in home)"
    private static let missed = "2026-03-30 09:45  Event 1 (missed, 10:00-11:00, Room 4, in home)"

    @Test(arguments: [
        ("2026-03-30T07:44:59Z", []), ("2026-03-30T07:45:00Z", [line]), ("2026-03-30T07:46:00Z", [line]),
        ("2026-03-30T08:40:00Z", [missed]), ("2026-03-30T08:46:00Z", []),
    ])
    func `an alarm is delivered when it is due, or later if it is not too old`(now: String, lines: [String])
        throws
    {
        let store = try store(Self.event("1"), now: now)
        let first = try store.run("notify", "--once")
        #expect(first.lines == lines && first.status == 0, "\(first.output)\(first.errors)")
        // A second run delivers nothing new.
        #expect(try store.run("notify", "--once").lines == [])
    }

    @Test func `with a fixed current time, all alarms up to that time are delivered immediately`() throws {
        let store = try store(
            Self.event("1"),
            Self.event("2", "0331"),
            "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nDUE:20260331T060000Z\nSUMMARY:Plants\n"
                + "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;RELATED=END:PT0S\nEND:VALARM\nEND:VTODO",
            now: "2026-03-30T06:00:00Z"
        )
        let result = try store.run("notify", "--until", "2026-04-30")
        #expect(
            result.lines == [
                Self.line, "2026-03-31 08:00  Plants (due 08:00, in home)",
                "2026-03-31 09:45  Event 2 (10:00-11:00, Room 4, in home)",
            ],
            "\(result.errors)"
        )
        let rows = try store.run(
            "notify",
            "--until",
            "2026-04-30",
            "--format",
            "ndjson",
            "--calendar",
            "home"
        ).lines
        let row = try JSONSerialization.jsonObject(with: Data((rows.first ?? "").utf8)) as? [String: Any]
        #expect(row?["id"] as? String == "home:1" && row?["alarm"] as? String == "2026-03-30T09:45:00+02:00")
        #expect(rows.count == 3 && row?["calendar"] as? String == "home" && row?["missed"] == nil)
    }

    @Test func `acknowledged alarms and alarms of completed items are not delivered`() throws {
        let store = try store(
            Self.event("1").replacingOccurrences(of: "SUMMARY", with: "STATUS:CANCELLED\nSUMMARY"),
            Self.event("2").replacingOccurrences(
                of: "END:VALARM",
                with: "ACKNOWLEDGED:20260330T074600Z\nEND:VALARM"
            ),
            now: "2026-03-30T07:45:00Z"
        )
        let result = try store.run("notify", "--once")
        #expect(result.output == "", "\(result.output)")
    }

    @Test func `moving an event creates a new alarm, but renaming it does not`() throws {
        let store = try store(Self.event("1"), now: "2026-03-30T07:45:00Z")
        #expect(try store.run("notify", "--once").lines.count == 1)
        #expect(try store.run("edit", "home:1", "--set", "title=Other").status == 0)
        #expect(try store.run("notify", "--once").lines == [])
        #expect(try store.run("edit", "home:1", "--set", "start=2026-03-30 08:10Z").status == 0)
        store.environment["ICS_NOW"] = "2026-03-30T07:55:00Z"
        #expect(try store.run("notify", "--once").lines.count == 1)
    }

    @Test func `a clock that jumps neither repeats nor suppresses alarms`() throws {
        let daily = Self.event("1").replacingOccurrences(of: "SUMMARY", with: "RRULE:FREQ=DAILY\nSUMMARY")
        let store = try store(daily, now: "2026-03-30T07:45:10Z")
        #expect(try store.run("notify", "--once").lines.count == 1)
        // Forward by a year: only alarms missed in the last hour are delivered.
        store.environment["ICS_NOW"] = "2027-03-30T07:50:00Z"
        #expect(try store.run("notify", "--once").lines.count == 1)
        // Back again: delivered alarms are not repeated, and new alarms are delivered.
        store.environment["ICS_NOW"] = "2026-03-30T07:46:00Z"
        #expect(try store.run("notify", "--once").lines == [])
        store.environment["ICS_NOW"] = "2026-03-31T07:45:10Z"
        #expect(try store.run("notify", "--once").lines.count == 1)
    }

    @Test func `too many alarms at once are counted, delivered once, and do not displace others`() throws {
        let alarms = (0..<3000).map { number in
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:\(number)\nTRIGGER:-PT\(900 + number % 1000)S\nEND:VALARM"
        }
        let store = try store(
            eventText("1", "0330", alarms.joined(separator: "\n")),
            now: "2026-03-30T07:45:00Z"
        )
        try store.write(calendarText(Self.event("9")), to: "calendars/work/9.ics")
        let result = try store.run("notify", "--once")
        #expect(result.lines.count == 21, "\(result.output)")
        #expect(result.lines.contains { $0.contains("Event 9") })
        #expect(result.lines.last == "… and 981 more alarms")
        #expect(try store.run("notify", "--once").lines == [])
        store.environment["ICS_NOW"] = "2026-03-31T07:45:00Z"
        try store.write(calendarText(Self.event("8", "0331")), to: "calendars/home/8.ics")
        #expect(try store.run("notify", "--once").lines.count == 1)
    }

    @Test func `a program receives the alarm in its environment, without a shell`() throws {
        let hostile = Self.event("1").replacingOccurrences(of: "Event 1", with: "$(touch x)\u{1B}[2J `id`")
        let store = try store(hostile, now: "2026-03-30T07:45:00Z")
        let script = "#!/bin/sh\nenv | grep ^ICS_ | grep -v -e ICS_STORE -e ICS_NOW | sort\necho args $#\n"
        let path = try store.write(script, to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let result = try store.run("notify", "--once", "--run", path)
        #expect(
            result.lines == [
                "ICS_ALARM=2026-03-30T09:45:00+02:00", "ICS_CALENDAR=home", "ICS_END=2026-03-30T09:00:00Z",
                "ICS_ID=home:1", "ICS_KIND=event", "ICS_LOCATION=Room 4", "ICS_MISSED=0",
                "ICS_START=2026-03-30T08:00:00Z",
                #"ICS_TEXT=2026-03-30 09:45  $(touch x)\u{1B}[2J `id` (10:00-11:00, Room 4, in home)"#,
                #"ICS_TITLE=$(touch x)\u{1B}[2J `id`"#, "ICS_URL=", "args 0",
            ],
            "\(result.output)\(result.errors)"
        )
        #expect(try store.run("notify", "--once", "--run", path).output == "")
        // Each output has its own record of delivered alarms.
        #expect(try store.run("notify", "--once").lines.count == 1)
    }

    @Test func `a failing program is reported, and a missing program is an error`() throws {
        let store = try store(Self.event("1"), now: "2026-03-30T07:45:00Z")
        let failed = try store.run("notify", "--once", "--run", "false")
        #expect(failed.errors == "ics-store: warning: false: exit status 1\n" && failed.status == 0)
        let missing = try store.run("notify", "--once", "--run", "no-such-program")
        #expect(missing.status == 1)
        #expect(missing.errors == "ics-store: error: --run: 'no-such-program' is not a program in $PATH\n")
        #expect(
            try store.run("notify", "--once", "--run", "/etc/passwd").errors.contains(
                "not an executable file"
            )
        )
    }

    @Test func `a damaged state file is ignored, and a dry run does not write a state file`() throws {
        let store = try store(Self.event("1"), now: "2026-03-30T07:45:00Z")
        let folder = store.folder.appending(path: "state/swift-icalendar")
        #expect(try store.run("notify", "--once", "--dry-run").lines.count == 1)
        #expect(try store.run("notify", "--once").lines.count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let name = try #require(names.first { $0.hasPrefix("notify-") })
        try Data("junk\n99999999999999999999 x\n\u{0}".utf8).write(to: folder.appending(path: name))
        #expect(try store.run("notify", "--once").lines.count == 1)
        #expect(try store.run("notify", "--once").lines == [])
    }

    @Test func `notify follows changes to the store, and an interrupt ends it silently`() throws {
        let store = try store(Self.event("1"), now: "2026-03-30T07:45:00Z")
        let run = try store.start(["notify", "--yes"])
        defer { run.stop() }
        try wait { run.written.contains("Event 1") }
        try store.write(calendarText(Self.event("2")), to: "calendars/work/2.ics")
        try wait { run.written.contains("Event 2") }
        run.process.interrupt()
        let result = try run.wait()
        #expect(result.lines.count == 2 && result.errors == "", "\(result.output)\(result.errors)")
    }

    @Test(.long) func `after the program is killed, no alarm is lost or delivered twice`() throws {
        let store = try store(now: "2026-03-30T07:45:00Z")
        for number in 0..<15 {
            try store.write(calendarText(Self.event("\(number)")), to: "calendars/home/\(number).ics")
        }
        var lines: [String] = []
        for round in 0..<30 where Set(lines).count < 15 {
            let run = try store.start(["notify", "--yes"])
            Thread.sleep(forTimeInterval: 0.05 * Double(round % 8))
            kill(run.process.processIdentifier, SIGKILL)
            lines += try run.wait().lines
        }
        lines += try store.run("notify", "--once").lines
        #expect(Set(lines).count == 15)
        // A kill between the output and saving the state can repeat one alarm.
        #expect(lines.count <= 17, "\(lines)")
    }

    @Test(arguments: [
        ["--missed", "soon"], ["--missed", "99d"], ["--once", "--until", "tomorrow"], ["--format", "ics"],
        ["--run", "true", "--format", "ndjson"], ["--until", "soonish"],
    ])
    func `invalid arguments are a usage error`(_ arguments: [String]) throws {
        let store = try store(now: "2026-03-30T07:45:00Z")
        let result = try store.run(["notify"] + arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(
            try store.run("notify", "--once", "--calendar", "nowhere").errors.contains("unknown calendar")
        )
    }

    @Test(arguments: ["ics-store-refresh.service", "ics-store-notify.service"])
    func `the systemd units use existing options`(_ name: String) throws {
        let unit = try String(
            contentsOf: StoreProgram.packageFolder.appending(path: "Examples/systemd/\(name)"),
            encoding: .utf8
        )
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let words = line.dropFirst("ExecStart=".count).split(separator: " ").map(String.init)
        #expect(words.first?.hasSuffix("/ics-store") == true)
        let help = try StoreProgram().runAlone("help", words[1]).output
        for option in words where option.hasPrefix("--") { #expect(help.contains("\(option) "), "\(option)") }
    }

    /// Waits up to two minutes until a condition is true.
    private func wait(until holds: () -> Bool) throws {
        let end = Date(timeIntervalSinceNow: 120)
        while !holds() {
            guard Date() < end else { throw StoreProgram.Failure(text: "the condition was never met") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
